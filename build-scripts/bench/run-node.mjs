// node run-node.mjs <peer> <task> full|quick: prints the rows of one peer at one task, a JSON object a line. A process
// for each: what ran before would decide how well the engine has compiled what runs next.
import { peers } from './peers/index.mjs';
import { LENGTHS, timePeer } from './timing.mjs';

const [peer, task, length] = process.argv.slice(2);
const place = { page: false, address: new URL('./', import.meta.url).href };
const rows = await timePeer(peer, await peers[peer].load(), task, place, LENGTHS[length]);
for (const row of rows) console.log(JSON.stringify(row));
// Some libraries keep the process alive.
process.exit(0);
