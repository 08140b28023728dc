// The entry of the worker.
import { Host } from './host.js';
import type { FromHost, ToHost } from './messages.js';

// The page's types know `self` as a window.
const scope = self as unknown as DedicatedWorkerGlobalScope;
const host = new Host((message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }: MessageEvent<ToHost>) => host.receive(data);
scope.postMessage({ kind: 'ready' } satisfies FromHost);
