// The core in pages that carry it: deflated and as base64, a third of its size in a file that nobody compresses.
import { inflateSync } from 'fflate';
import { bytesOf } from '../../model/base64.js';

/** The file that was deflated into this text. */
export function bytesOfCore(base64: string): Uint8Array<ArrayBuffer> {
  // A copy of its own length: fflate may answer a view of a longer buffer, and the worker is sent the whole buffer.
  return inflateSync(bytesOf(base64)).slice();
}
