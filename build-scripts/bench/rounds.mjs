// In which order everybody is measured. All peers of a task are ready at the same time, and then take turns: whatever
// slows the machine down for a moment falls on one round of three, and on neighbours alike.
import { peers } from './peers/index.mjs';
import { tasks } from './tasks.mjs';

const ROUNDS = 3;

/**
 * Measures every peer at every task and prints its rows. `open(peer, task)` gives what keeps a peer in a process or page of
 * its own, {prepare(), round(backwards), rows(), close()}; each method may take its time. Only one of all works at a time.
 */
export async function inRounds(open, print) {
  for (const task of Object.keys(tasks)) {
    const all = Object.keys(peers).map((peer) => ({ peer }));
    const each = async (list, work) => {
      for (const one of list.filter(({ failed }) => !failed)) {
        try {
          await work(one);
        } catch (error) {
          one.failed = true;
          print({ task, peer: one.peer, variant: '–', error: error.message.slice(0, 300) });
        }
      }
    };
    await each(all, async (one) => {
      one.place = await open(one.peer, task);
    });
    await each(all, ({ place }) => place.prepare());
    for (let round = 0; round < ROUNDS; round++) {
      const backwards = round % 2 === 1;
      await each(backwards ? all.toReversed() : all, ({ place }) => place.round(backwards));
    }
    await each(all, async ({ place }) => {
      for (const row of await place.rows()) print(row);
    });
    for (const { place } of all) await place?.close();
  }
}
