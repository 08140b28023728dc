// Reads pixels of a screenshot: 8-bit RGB or RGBA, not interlaced, which is what the drivers deliver.
import { inflateSync } from 'node:zlib';

export interface Picture {
  width: number;
  height: number;
  /** [red, green, blue], 0 to 255. */
  at(x: number, y: number): [number, number, number];
}

export function readPng(bytes: Uint8Array): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Uint8Array[] = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = at + 8;
    if (kind === 'IHDR') {
      [width, height] = [view.getUint32(body), view.getUint32(body + 4)];
      const [depth, colour, interlace] = [bytes[body + 8], bytes[body + 9], bytes[body + 12]];
      if (depth !== 8 || (colour !== 2 && colour !== 6) || interlace !== 0) {
        throw new Error(
          `PNG of depth ${depth}, colour type ${colour}, interlace ${interlace} is not read here`,
        );
      }
      channels = colour === 6 ? 4 : 3;
    }
    if (kind === 'IDAT') data.push(bytes.subarray(body, body + length));
    at = body + length + 4;
  }
  const packed = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = packed[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const left = x >= channels ? pixels[y * stride + x - channels]! : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x]! : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels]! : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter!]!;
      pixels[y * stride + x] = packed[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return {
    width,
    height,
    at: (x, y) => [0, 1, 2].map((c) => pixels[y * stride + x * channels + c]!) as [number, number, number],
  };
}

/** The predictor of PNG filter 4. */
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
