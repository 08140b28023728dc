// The session on the page's own thread, behind the same messages as a worker.
import type { Port } from './client.js';
import { Host } from './host.js';

export function localPort(): Port {
  let open = true;
  const host = new Host((data) => {
    if (open) port.onmessage?.({ data });
  });
  const port: Port = {
    onmessage: null,
    onerror: null,
    postMessage(message) {
      // Not at once: a caller has the right to go on before the computing begins.
      queueMicrotask(() => {
        if (open) host.receive(message);
      });
    },
    terminate() {
      open = false;
    },
  };
  return port;
}
