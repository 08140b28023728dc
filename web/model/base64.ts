// Bytes out of base64.

/** Throws where `text` is not base64. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  // `Uint8Array.from` would make an object for every letter, which for the core is megabytes.
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
