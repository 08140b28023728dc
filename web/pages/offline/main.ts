// The script of a page that is one file: opened from a disk, uploaded to a course, or packed for an LMS.
import { inlineEngine } from '../embed/inline-engine.js';
import { showActivity } from '../embed/page.js';
import { attachToLms } from '../scorm/attach.js';
import { carryFiles } from '../trained-heads.js';

const inPackage = document.documentElement.dataset.package === 'scorm';

// Data blocks of the page hold what a hosted page would fetch, as base64.
const blocks = document.querySelectorAll<HTMLScriptElement>('script[data-file]');
carryFiles(
  new Map(
    [...blocks].map((block) => [
      block.dataset.file!,
      () => Uint8Array.from(atob(block.text.trim()), (character) => character.charCodeAt(0)),
    ]),
  ),
);

void showActivity({
  engine: inlineEngine(),
  ...(inPackage && {
    onActivity: (activity, { notices, wrapper }) => {
      attachToLms(window, { activity, wrapper, say: (sentence) => notices.say(sentence) });
    },
  }),
});
