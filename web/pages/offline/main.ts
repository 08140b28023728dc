// The script of a page that is one file: opened from a disk, uploaded to a course, or packed for an LMS.
import { bytesOf } from '../../model/base64.js';
import { inlineEngine } from '../embed/inline-engine.js';
import { showActivity } from '../embed/page.js';
import { attachToLms } from '../scorm/attach.js';
import { carryFiles } from '../trained-heads.js';

const inPackage = document.documentElement.dataset.package === 'scorm';

// Data blocks of the page hold what a hosted page would fetch, as base64.
const blocks = document.querySelectorAll<HTMLScriptElement>('script[data-file]');
carryFiles(new Map([...blocks].map((block) => [block.dataset.file!, () => bytesOf(block.text.trim())])));

void showActivity({
  engine: inlineEngine(),
  ...(inPackage && {
    onActivity: (activity, { notices, wrapper }) => {
      // Who is told the right answer by the first try has only to copy it for the full score.
      const { answers } = activity.settings;
      activity.settings = { ...activity.settings, answers: answers === 'auto' ? 'solved' : answers };
      attachToLms(window, { activity, wrapper, say: (sentence) => notices.say(sentence) });
    },
  }),
});
