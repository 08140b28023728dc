// The words of a PDF as Chromium (Skia) and Firefox (cairo) write it: enough to see what was printed, and no more. Words
// and lines come without spaces, as many of these are moves of the pen and not characters.
import { inflateSync } from 'node:zlib';

interface PdfObject {
  /** What stands before the stream. */
  head: string;
  stream: Buffer | null;
}

/** Everything printed, in the order of the file, without white space. Throws where nothing can be read. */
export function wordsOf(pdf: Uint8Array): string {
  const objects = objectsOf(Buffer.from(pdf));
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, list] of head.matchAll(/\/Font\s*<<(.*?)>>/gs)) {
      for (const [, name, id] of list!.matchAll(/\/([\w-]+)\s+(\d+) 0 R/g)) {
        const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.head ?? '');
        const map = toUnicode === null ? undefined : objects.get(Number(toUnicode[1]))?.stream;
        if (map) fonts.set(name!, charactersOf(map.toString('latin1')));
      }
    }
  }
  let words = '';
  for (const { stream } of objects.values()) {
    const text = stream?.toString('latin1') ?? '';
    if (!/\bBT\b/.test(text)) continue;
    let font: Map<string, string> | undefined;
    for (const [, name, hex, plain] of text.matchAll(
      /\/([\w-]+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\(((?:\\.|[^\\)])*)\)/gs,
    )) {
      if (name !== undefined) font = fonts.get(name);
      else words += decoded(hex ?? hexOf(plain!), font);
    }
  }
  if (words === '') throw new Error('No words were found in this PDF.');
  return words.replace(/\s+/g, '');
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(\d+) 0 obj\b(.*?)\bendobj\b/gs)) {
    const [, id, body] = match;
    const start = /\bstream\r?\n/.exec(body!);
    if (start === null) {
      objects.set(Number(id), { head: body!, stream: null });
      continue;
    }
    const head = body!.slice(0, start.index);
    const bytes = Buffer.from(
      body!.slice(start.index + start[0].length, body!.lastIndexOf('endstream')),
      'latin1',
    );
    const stream = head.includes('/FlateDecode') ? inflated(bytes) : bytes;
    objects.set(Number(id), { head, stream });
    if (/\/Type\s*\/ObjStm/.test(head))
      for (const [inner, one] of packedIn(head, stream)) objects.set(inner, one);
  }
  return objects;
}

/** Objects without streams may lie packed together in one. */
function packedIn(head: string, stream: Buffer): [number, PdfObject][] {
  const first = Number(/\/First (\d+)/.exec(head)![1]);
  const text = stream.toString('latin1');
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
  return numbers.flatMap((id, at): [number, PdfObject][] =>
    at % 2 === 0
      ? [
          [
            id,
            {
              head: text.slice(first + numbers[at + 1]!, first + (numbers[at + 3] ?? text.length)),
              stream: null,
            },
          ],
        ]
      : [],
  );
}

/** Pictures may be packed in other ways; they have no words. */
function inflated(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Code to character, out of a ToUnicode map. */
function charactersOf(map: string): Map<string, string> {
  const characters = new Map<string, string>();
  const character = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, block] of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, code, to] of block!.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) {
      characters.set(code!.toUpperCase(), character(to!));
    }
  }
  for (const [, block] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from, to, list, start] of block!.matchAll(
      /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:\[(.*?)\]|<([0-9A-Fa-f]+)>)/gs,
    )) {
      const given = [...(list ?? '').matchAll(/<([0-9A-Fa-f]+)>/g)].map(([, hex]) => hex!);
      for (let code = Number.parseInt(from!, 16); code <= Number.parseInt(to!, 16); code += 1) {
        const at = code - Number.parseInt(from!, 16);
        const hex =
          start === undefined
            ? given[at]
            : (Number.parseInt(start, 16) + at).toString(16).padStart(start.length, '0');
        if (hex !== undefined)
          characters.set(code.toString(16).toUpperCase().padStart(from!.length, '0'), character(hex));
      }
    }
  }
  return characters;
}

function decoded(hex: string, font: Map<string, string> | undefined): string {
  if (font === undefined) return '';
  const width = [...font.keys()][0]?.length ?? 4;
  let text = '';
  for (let at = 0; at < hex.length; at += width)
    text += font.get(hex.slice(at, at + width).toUpperCase()) ?? '';
  return text;
}

function hexOf(literal: string): string {
  const plain = literal.replace(/\\(\d{3}|.)/gs, (_, escaped: string) =>
    /^\d/.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped,
  );
  return Buffer.from(plain, 'latin1').toString('hex');
}
