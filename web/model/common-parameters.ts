// What every activity understands, whichever it is: version 1 of the embedding contract. Names never change.
import { defineTable, type StateOf } from './parameters.js';

/** Parts of an activity that an author can leave out. */
export const HIDEABLE = [
  'header',
  'controls',
  'code',
  'share',
  'hints',
  'solution',
  'reset',
  'links',
] as const;

export const commonParameters = defineTable([
  {
    name: 'mode',
    kind: 'choice',
    label: 'Mode',
    default: 'practice',
    choices: [
      { value: 'example', label: 'Worked example' },
      { value: 'practice', label: 'Practice' },
      { value: 'play', label: 'Free play' },
    ],
    about: 'How an exercise opens: shown worked, to be solved, or free.',
  },
  {
    name: 'step',
    kind: 'integer',
    label: 'Step',
    default: 1,
    min: 1,
    max: 1000,
    about: 'The step to open at; the first is 1.',
  },
  {
    name: 'seed',
    kind: 'integer',
    label: 'Seed',
    default: 0,
    min: 0,
    max: 4_294_967_295,
    about: 'Of all random numbers; 0 keeps the seed of the activity.',
  },
  {
    name: 'lang',
    kind: 'text',
    label: 'Language',
    default: '',
    maxLength: 35,
    pattern: /^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$/,
    patternSays: 'a language tag such as en or pt-BR',
    about: 'Of the words around an activity; empty follows the browser. English is the only one so far.',
  },
  {
    name: 'theme',
    kind: 'choice',
    label: 'Theme',
    default: 'auto',
    choices: [
      { value: 'auto', label: 'As the page around it' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
      { value: 'contrast', label: 'High contrast' },
    ],
    about: 'Its colours. On a page that is light or dark for all readers, say which.',
  },
  {
    name: 'hide',
    kind: 'list',
    label: 'Hide',
    default: [],
    maxItems: HIDEABLE.length,
    choices: HIDEABLE,
    about: 'Parts to leave out.',
  },
  {
    name: 'readonly',
    kind: 'flag',
    label: 'Read only',
    default: false,
    about:
      'Shows everything and takes no answers. An exercise is shown solved, unless a link brought answers or the page keeps the right ones back.',
  },
  {
    name: 'load',
    kind: 'choice',
    label: 'Load',
    default: 'lazy',
    choices: [
      { value: 'auto', label: 'At once' },
      { value: 'lazy', label: 'When it scrolls near' },
      { value: 'click', label: 'When it is asked for' },
    ],
    about:
      'When it starts. With more than five frames on a page, let each start when it is asked for (click).',
  },
  {
    name: 'fit',
    kind: 'choice',
    label: 'Fit',
    default: 'auto',
    choices: [
      { value: 'auto', label: 'Grow where the page lets it' },
      { value: 'content', label: 'As high as its content' },
      { value: 'frame', label: 'Scroll inside a fixed box' },
    ],
    about: 'What happens when the content is higher than its box.',
  },
  {
    name: 'links',
    kind: 'flag',
    label: 'Links',
    default: true,
    about: '0 leaves out links that lead away from the page.',
  },
  {
    name: 'motion',
    kind: 'choice',
    label: 'Motion',
    default: 'auto',
    choices: [
      { value: 'auto', label: 'As the reader’s system asks' },
      { value: 'reduce', label: 'None' },
    ],
    about: 'Whether anything moves by itself.',
  },
  {
    name: 'answers',
    kind: 'choice',
    label: 'Answers',
    default: 'auto',
    choices: [
      { value: 'auto', label: 'After an attempt; in a SCORM package, once it is solved' },
      { value: 'after', label: 'After an attempt' },
      { value: 'solved', label: 'Once it is solved' },
      { value: 'never', label: 'Never' },
    ],
    about: 'When right answers and solutions are shown. They are not secret: the page itself holds them.',
  },
  {
    name: 'id',
    kind: 'text',
    label: 'Name in messages',
    default: '',
    maxLength: 64,
    pattern: /^[\w-]*$/,
    patternSays: 'a word of letters, digits, - and _',
    about: 'Repeated in every message, so that a page with several activities can tell them apart.',
  },
  {
    name: 'host',
    kind: 'text',
    label: 'Host page',
    default: '*',
    maxLength: 260,
    pattern: /^(\*|https?:\/\/[^\s/?#]+)$/,
    patternSays: '* or an origin such as https://example.org',
    about: 'The origin that messages are addressed to.',
  },
]);

export type CommonSettings = StateOf<typeof commonParameters>;
