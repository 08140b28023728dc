// The two 16-bit formats, widened. JavaScript has no Float16Array everywhere yet.

/** IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const word = new DataView(new ArrayBuffer(4));

/** bfloat16 is the upper half of a float32. */
export function bfloat16ToNumber(bits: number): number {
  word.setUint32(0, bits * 2 ** 16);
  return word.getFloat32(0);
}
