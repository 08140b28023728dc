// The heads that the site ships: Universal Sentence Encoder lite on three texts. A text's file is fetched when one
// of its heads is asked for, and kept.
import { readSafetensors } from '../model/formats/safetensors.js';
import { type HeadLibrary, provideHeads, type TrainedHead } from '../widgets/inputs/head-library.js';
import { HEAD_IDS, headInfo } from '../widgets/inputs/input-parameters.js';

const CREDIT = 'Trained head: Universal Sentence Encoder lite (Cer et al. 2018), Apache-2.0, by Google.';

/** Spelled out, so that the build sees each file. */
const FILES: Readonly<Record<string, { readonly about: URL; readonly tensors: URL }>> = {
  short: {
    about: new URL('../lessons/data/attention-heads/short.json', import.meta.url),
    tensors: new URL('../lessons/data/attention-heads/short.qkv.safetensors', import.meta.url),
  },
  medium: {
    about: new URL('../lessons/data/attention-heads/medium.json', import.meta.url),
    tensors: new URL('../lessons/data/attention-heads/medium.qkv.safetensors', import.meta.url),
  },
  long: {
    about: new URL('../lessons/data/attention-heads/long.json', import.meta.url),
    tensors: new URL('../lessons/data/attention-heads/long.qkv.safetensors', import.meta.url),
  },
};

interface About {
  readonly tokens: readonly string[];
  readonly layers: readonly { readonly scale: number }[];
}

interface Text {
  readonly about: About;
  readonly arrays: ReturnType<typeof readSafetensors>;
}

const texts = new Map<string, Promise<Text>>();

/** The files of a page that carries them itself, by name: 'short.json', 'short.qkv.safetensors'. */
let carried: ReadonlyMap<string, () => Uint8Array> | null = null;

/** For a page that is one file: the texts it holds. It fetches none, and says which it lacks. */
export function carryFiles(files: ReadonlyMap<string, () => Uint8Array>): void {
  carried = files;
}

async function read(address: URL, name: string): Promise<Uint8Array> {
  if (carried !== null) {
    const file = carried.get(address.pathname.split('/').at(-1)!);
    if (file !== undefined) return file();
    throw new Error(
      `The trained heads of “${name}” are not in this file. The playground’s own pages have them.`,
    );
  }
  const response = await fetch(address);
  if (!response.ok)
    throw new Error(`The trained heads did not arrive: ${response.status} for ${address.pathname}.`);
  return new Uint8Array(await response.arrayBuffer());
}

function text(name: string): Promise<Text> {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const files = FILES[name];
  if (files === undefined)
    throw new Error(`No text is called “${name}”; there are ${Object.keys(FILES).join(', ')}.`);
  const loading = Promise.all([read(files.about, name), read(files.tensors, name)]).then(
    ([about, tensors]) => ({
      about: JSON.parse(new TextDecoder().decode(about)) as About,
      arrays: readSafetensors(tensors),
    }),
  );
  texts.set(name, loading);
  // A failed fetch can be tried again.
  loading.catch(() => texts.delete(name));
  return loading;
}

async function load(id: string): Promise<TrainedHead> {
  const [name, layer, head] = id.split('/');
  const { about, arrays } = await text(name!);
  const part = (letter: string) => {
    const array = arrays.find((one) => one.name === `layer${layer}.${letter}`);
    if (array === undefined) throw new Error(`The file of “${name}” has no tensor layer${layer}.${letter}.`);
    const [, rows, cols] = array.shape as [number, number, number];
    const from = Number(head) * rows * cols;
    return { rows, cols, data: Float32Array.from(array.data.subarray(from, from + rows * cols)) };
  };
  return {
    q: part('q'),
    k: part('k'),
    v: part('v'),
    // ▁ is the tokenizer's mark for a word's beginning.
    tokens: about.tokens.map((token) => token.replaceAll('▁', ' ').trim() || token),
    scale: about.layers[Number(layer)]!.scale,
    credit: CREDIT,
  };
}

const library: HeadLibrary = { heads: HEAD_IDS.map(headInfo), load };

export function provideTrainedHeads(): void {
  provideHeads(library);
}
