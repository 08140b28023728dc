// The way into and out of the core's memory. WebAssembly takes and gives numbers alone, so what a call is about lies
// in a list here for as long as it lasts, and the core asks for it by its place: a member's number, a copy of an
// array. It builds its answer in the same list. cpp/bindings/js_value.h is the other side.
import type { RawCommon } from './raw-module.js';

type Place = number;
type Address = number;
// biome-ignore lint/suspicious/noExplicitAny: the core asks for what raw-module.ts says is there
type Anything = any;

/** In the order of kind_of in js_value.cpp. */
const VIEWS = [Float32Array, Float64Array, Int32Array, Uint8Array] as const;

/** An instance of its own, with its own memory. Rejects as WebAssembly.instantiate does. */
export async function startModule<Raw extends RawCommon>(module: WebAssembly.Module): Promise<Raw> {
  const values: Anything[] = [null];
  const keep = (value: unknown): Place => values.push(value) - 1;

  // Texts are constants of the core: none of them ever changes.
  const texts = new Map<Address, string>();
  const text = (address: Address): string => {
    let found = texts.get(address);
    if (found === undefined) {
      const bytes = new Uint8Array(memory.buffer);
      found = new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
      texts.set(address, found);
    }
    return found;
  };
  const bytesOf = ({ buffer, byteOffset }: ArrayBufferView, start: number, size: number) =>
    new Uint8Array(buffer, byteOffset + start, size);
  const member = (object: Place, name: Address) => values[object][text(name)];

  const { exports } = await WebAssembly.instantiate(module, {
    js: {
      text: (address: Address) => keep(text(address)),
      length: (array: Place) => values[array].length,
      member(object: Place, name: Address) {
        const value = member(object, name);
        return value === null ? 0 : keep(value);
      },
      integer: member,
      number: member,
      // start and size in bytes
      copyIn(array: Place, start: number, size: number, address: Address) {
        new Uint8Array(memory.buffer, address).set(bytesOf(values[array], start, size));
      },
      copyOut(array: Place, start: number, size: number, address: Address) {
        bytesOf(values[array], start, size).set(new Uint8Array(memory.buffer, address, size));
      },
      floats: (size: number) => keep(new Float32Array(size)),
      object: () => keep({}),
      view: (kind: number, address: Address, size: number) =>
        keep(new VIEWS[kind]!(memory.buffer, address, size)),
      copy: (view: Place) => keep(values[view].slice()),
      setNumber(object: Place, name: Address, value: number) {
        values[object][text(name)] = value;
      },
      set(object: Place, name: Address, value: Place) {
        values[object][text(name)] = values[value];
      },
    },
    // What Emscripten's own library asks for. The first is asked where the core gives up.
    wasi_snapshot_preview1: {
      proc_exit() {
        throw new WebAssembly.RuntimeError('aborted');
      },
    },
    env: { emscripten_notify_memory_growth() {} },
  });
  const memory = exports.memory as WebAssembly.Memory;
  (exports._initialize as () => void)();

  const raw: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(exports) as [string, Anything][]) {
    if (typeof call !== 'function') continue;
    raw[name] = (...args: unknown[]) => {
      const answer = values[call(...args.map((arg) => (typeof arg === 'object' ? keep(arg) : arg)))];
      values.length = 1;
      return answer;
    };
    // Numbers alone: there is nothing to keep, and keeping nothing would take longer than the work.
    if (name === 'streamStepHere') raw[name] = call;
  }
  return raw as unknown as Raw;
}
