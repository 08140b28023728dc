// What a place lets run, asked by trying it. The element asks before it starts; /v1/embed-check/ tells a teacher.

/** The smallest module there is: eight bytes of header. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
/** A worker that is allowed answers at once; one that is refused says so, or in some engines says nothing. */
const PATIENCE = 2000;

/** Why WebAssembly may not run here, or null where it may. Without 'wasm-unsafe-eval' it may not, in any engine. */
export function wasmRefused(): string | null {
  try {
    new WebAssembly.Module(EMPTY_MODULE);
    return null;
  } catch (error) {
    return String(error);
  }
}

export function workerRuns(): Promise<boolean> {
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
