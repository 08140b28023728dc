// What runs in the page: the measurements, for run-chromium.mjs to call.
import { peers } from './peers/index.mjs';
import { LENGTHS, prepare, timeFirstAnswer } from './timing.mjs';

const place = { page: true, address: new URL('./', location.href).href };

globalThis.preparePeer = async (peer, task, length) => {
  globalThis.peer = await prepare(peer, await peers[peer].load(), task, place, LENGTHS[length]);
};
globalThis.timeFirstAnswer = (peer, task) => timeFirstAnswer(peers[peer].load, task, place);
