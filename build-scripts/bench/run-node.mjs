// node run-node.mjs full|quick: prints the rows of every peer at every task, a JSON object a line. A process for each:
// what ran before would decide how well the engine has compiled what runs next.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inRounds } from './rounds.mjs';

const script = fileURLToPath(new URL('node-peer.mjs', import.meta.url));
const [length] = process.argv.slice(2);

function open(peer, task) {
  // What libraries print is none of the results.
  const child = fork(script, [peer, task, length], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const ask = (message) =>
    new Promise((resolve, reject) => {
      const ended = (code, signal) => reject(new Error(`ended with ${signal ?? `code ${code}`}`));
      child.once('exit', ended);
      child.once('message', ({ value, error }) => {
        child.off('exit', ended);
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      });
      child.send(message);
    });
  return {
    prepare: () => ask('prepare'),
    round: (backwards) => ask(backwards ? 'back' : 'round'),
    rows: () => ask('rows'),
    close: () => child.kill(),
  };
}

await inRounds(open, (row) => console.log(JSON.stringify(row)));
