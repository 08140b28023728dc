// Bytes as text, for scripts that a server compresses on their way. In base64 three bytes become four letters, and what
// repeats among the bytes no longer repeats among the letters. Here a byte has letters of its own: the core compresses to
// 42 kB, as a file of its own to 41, and in base64 to 47, deflated before or not.

/** All that is printable in ASCII, but for what a string of JavaScript would have to escape. */
const LETTERS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
  .filter((letter) => !'\'"`\\$'.includes(letter))
  .join('');
/** The first two letters stand before a digit of the second and the third page; a digit alone is of the first. */
const LEADS = 2;
const PAGE = LETTERS.length - LEADS;

export function lettersOf(bytes: Uint8Array): string {
  const letter = (byte: number) => {
    const page = Math.floor(byte / PAGE);
    return (page > 0 ? LETTERS.charAt(page - 1) : '') + LETTERS.charAt(LEADS + (byte % PAGE));
  };
  return Array.from(bytes, letter).join('');
}

/** The bytes of which `lettersOf` made `text`. */
export function bytesOfLetters(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let at = 0; at < LETTERS.length; at += 1) values[LETTERS.charCodeAt(at)] = at;
  const bytes = new Uint8Array(text.length);
  let size = 0;
  let page = 0;
  for (let at = 0; at < text.length; at += 1) {
    const value = values[text.charCodeAt(at)] as number;
    if (value < LEADS) {
      page = value + 1;
    } else {
      bytes[size] = page * PAGE + value - LEADS;
      size += 1;
      page = 0;
    }
  }
  return bytes.slice(0, size);
}
