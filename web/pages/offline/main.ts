// The script of a page that is one file: opened from a disk, uploaded to a course, or packed for an LMS.

import { inlineEngine } from '../embed/inline-engine.js';
import { showActivity } from '../embed/page.js';
import { attachToLms } from '../scorm/attach.js';

const inPackage = document.documentElement.dataset.package === 'scorm';

void showActivity({
  engine: inlineEngine(),
  ...(inPackage && {
    onActivity: (activity, { notices, wrapper }) => {
      attachToLms(window, { activity, wrapper, say: (sentence) => notices.say(sentence) });
    },
  }),
});
