// What runs in the page: the two measurements, for run-chromium.mjs to call.
import { peers } from './peers/index.mjs';
import { LENGTHS, timeFirstAnswer, timePeer } from './timing.mjs';

const place = { page: true, address: new URL('./', location.href).href };

globalThis.timePeer = async (peer, task, length) =>
  timePeer(peer, await peers[peer].load(), task, place, LENGTHS[length]);
globalThis.timeFirstAnswer = (peer, task) => timeFirstAnswer(peers[peer].load, task, place);
