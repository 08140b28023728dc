// Whether this page's policy lets the core run in it. Asked before anything large starts, once a page.

/** The smallest module there is: eight bytes of header. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
/** A worker that is allowed answers at once; one that is refused says so, or in some engines says nothing. */
const PATIENCE = 2000;

let verdict: Promise<boolean> | undefined;

export function canRunHere(): Promise<boolean> {
  verdict ??= ask();
  return verdict;
}

async function ask(): Promise<boolean> {
  try {
    // Without 'wasm-unsafe-eval' this throws at once, in every engine.
    new WebAssembly.Module(EMPTY_MODULE);
    // Lit makes a policy of its own for trusted types as it arrives, which a page can refuse.
    await import('./inline-presenter.js');
  } catch {
    return false;
  }
  return workerRuns();
}

function workerRuns(): Promise<boolean> {
  return new Promise((resolve) => {
    const address = URL.createObjectURL(new Blob(['postMessage(0)'], { type: 'text/javascript' }));
    const finish = (ran: boolean) => {
      clearTimeout(timer);
      worker?.terminate();
      URL.revokeObjectURL(address);
      resolve(ran);
    };
    let worker: Worker | undefined;
    const timer = setTimeout(() => finish(false), PATIENCE);
    try {
      worker = new Worker(address);
      worker.onmessage = () => finish(true);
      worker.onerror = (event) => {
        event.preventDefault();
        finish(false);
      };
    } catch {
      finish(false);
    }
  });
}
