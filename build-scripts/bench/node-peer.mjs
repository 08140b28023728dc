// Forked by run-node.mjs with <peer> <task> full|quick: one peer at one task in a process of its own. Answers the message
// 'prepare', 'round', 'back' or 'rows' with {value} or {error}.
import { peers } from './peers/index.mjs';
import { LENGTHS, prepare } from './timing.mjs';

const [peer, task, length] = process.argv.slice(2);
const place = { page: false, address: new URL('./', import.meta.url).href };

let ready;
const answers = {
  async prepare() {
    ready = await prepare(peer, await peers[peer].load(), task, place, LENGTHS[length]);
  },
  round: () => ready.round(false),
  back: () => ready.round(true),
  rows: () => ready.rows(),
};

process.on('message', async (asked) => {
  try {
    process.send({ value: (await answers[asked]()) ?? null });
  } catch (error) {
    process.send({ error: String(error?.message ?? error) });
  }
});
