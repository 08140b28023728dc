// Pixels as a PNG file: 8 bits a channel, red, green, blue.
import { deflateSync } from 'node:zlib';

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(kind, body) {
  const inside = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const whole = Buffer.alloc(inside.length + 8);
  whole.writeUInt32BE(body.length, 0);
  inside.copy(whole, 4);
  whole.writeUInt32BE(crc32(inside), inside.length + 4);
  return whole;
}

/** `pixels` row by row from the top, three bytes each. */
export function png(pixels, width, height) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits, red, green and blue, and the only compression, filter method and order that most readers know.
  head.set([8, 2, 0, 0, 0], 8);
  const stride = 3 * width;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const at = y * (stride + 1);
    // A row like the one above it becomes zeros.
    rows[at] = y === 0 ? 0 : 2;
    for (let x = 0; x < stride; x++) {
      const above = y === 0 ? 0 : pixels[(y - 1) * stride + x];
      rows[at + 1 + x] = pixels[y * stride + x] - above;
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
