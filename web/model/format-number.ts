// How a number is shown, once for the whole page. Nothing here rounds a number that is computed with afterwards.
//
//   integers                exact, in groups of three: 4,160
//   other numbers           three significant figures, four from 100 up: 0.132, 12.3, 126.0; a short decimal that
//                           is exact is not padded, so that 0.5 is one half and 0.500 is close to it
//   below 1e-4, from 1e7    with a power of ten: 4.00 × 10⁻⁶, which no line parts
//   large counts            with their power beside them: 4,294,967,296 = 2³²
//   bytes                   exact, then in binary units: 16,640 bytes = 16.25 KiB
//
// '=' stands before what is exact, '≈' before what was rounded.

const MINUS = '−';
const TIMES_TEN = '\u00a0×\u00a010';
const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '-': '⁻',
  // No letter is a raised point; a dot at half height stands as high as the raised digits.
  '.': '·',
};
const BINARY_UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** 12 becomes ₁₂. */
export function subscript(index: number): string {
  return String(index).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
}

/** 32 becomes ³², and 1.5 becomes ¹·⁵. */
export function superscript(exponent: number): string {
  return String(exponent).replace(/[-.\d]/g, (digit) => SUPERSCRIPTS[digit]!);
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

function signed(negative: boolean, text: string): string {
  return negative ? MINUS + text : text;
}

/** An exact integer in groups of three. Throws on anything else: a count that is no integer is a mistake. */
export function formatCount(count: number | bigint): string {
  if (typeof count === 'number' && !Number.isInteger(count)) {
    throw new RangeError(`A count is an integer; ${count} is not.`);
  }
  const exact = BigInt(count);
  return signed(exact < 0n, group((exact < 0n ? -exact : exact).toString()));
}

function significant(size: number): number {
  return size >= 100 ? 4 : 3;
}

function scientific(size: number, figures: number): string {
  const [mantissa, exponent] = size.toExponential(figures - 1).split('e');
  return mantissa + TIMES_TEN + superscript(Number(exponent));
}

/** The one rule for a number on the page. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return signed(value < 0, '∞');
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return formatCount(value);
  const negative = value < 0;
  if (size < 1e-4 || size >= 1e7) return signed(negative, scientific(size, 3));
  const [whole, fraction] = Number(size.toPrecision(significant(size)))
    .toFixed(decimals(size))
    .split('.');
  const rounded = group(whole!) + (fraction === undefined ? '' : `.${fraction}`);
  const exact = String(size);
  return signed(negative, fraction !== undefined && exact.length < rounded.length ? exact : rounded);
}

/** Digits after the point that the figures of `size` reach, counted after rounding (9.999 rounds to 10.0). */
function decimals(size: number): number {
  const rounded = Number(size.toPrecision(significant(size)));
  return Math.max(0, significant(rounded) - 1 - Math.floor(Math.log10(rounded)));
}

/** 2 ** 32 becomes '2³²'; null where the count is no power of two above 2⁹. */
function powerOfTwo(count: number): string | null {
  const exponent = Math.log2(count);
  return Number.isInteger(exponent) && exponent >= 10 ? `2${superscript(exponent)}` : null;
}

/** An exact count with its size beside it: '4,294,967,296 = 2³²', '68,157,440 ≈ 6.82 × 10⁷', '4,160'. */
export function formatCountWithPower(count: number | bigint): string {
  const exact = formatCount(count);
  const value = Number(count);
  const power = powerOfTwo(Math.abs(value));
  if (power !== null && value > 0) return `${exact} = ${power}`;
  const size = Math.abs(value);
  if (size < 1e6) return exact;
  const short = Number(size.toPrecision(3)) === size && typeof count === 'number';
  return `${exact} ${short ? '=' : '≈'} ${signed(value < 0, scientific(size, 3))}`;
}

/** Bytes in binary units alone, with = or ≈ left to the caller: '16.25 KiB'. */
function binaryUnits(bytes: number): { text: string; exact: boolean } {
  let unit = 0;
  let amount = Math.abs(bytes);
  while (amount >= 1024 && unit < BINARY_UNITS.length - 1) {
    amount /= 1024;
    unit++;
  }
  const rounded = Number(amount.toPrecision(4));
  const exact = rounded === amount;
  const shown = exact ? group(String(amount)) : formatNumber(amount);
  return { text: `${signed(bytes < 0, shown)} ${BINARY_UNITS[unit]}`, exact };
}

/** '16,640 bytes = 16.25 KiB', '2,560,000 bytes ≈ 2.44 MiB', '512 bytes', '1 byte'. */
export function formatBytes(bytes: number): string {
  const exact = `${formatCount(bytes)} ${Math.abs(bytes) === 1 ? 'byte' : 'bytes'}`;
  if (Math.abs(bytes) < 1024) return exact;
  const units = binaryUnits(bytes);
  return `${exact} ${units.exact ? '=' : '≈'} ${units.text}`;
}

/** The shortest decimal that reads back as the same float32, as code and files write it: '0.13242087', '-0'. */
export function shortestFloat32(value: number): string {
  const target = Math.fround(value);
  if (target === 0) return shortestFloat64(target);
  for (let figures = 1; figures <= 9; figures++) {
    const candidate = Number(target.toPrecision(figures));
    if (Math.fround(candidate) === target) return shortestFloat64(candidate);
  }
  return shortestFloat64(target);
}

/** The shortest decimal that reads back as the same float64; JavaScript's own, but for −0. */
export function shortestFloat64(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The exact float32 for a person: every digit, with a true minus. */
export function formatFloat32(value: number): string {
  return Number.isFinite(value) ? shortestFloat32(value).replace(/-/g, MINUS) : formatNumber(value);
}

/** The exact float64 for a person. */
export function formatFloat64(value: number): string {
  return Number.isFinite(value) ? shortestFloat64(value).replace(/-/g, MINUS) : formatNumber(value);
}

/** A measured time with its spread: '41.2 ms (39.8 to 44.0)'. */
export function formatMeasured(median: number, min: number, max: number, unit: string): string {
  return `${formatNumber(median)} ${unit} (${formatNumber(min)} to ${formatNumber(max)})`;
}

/** A share of one as a percentage: 0.132 becomes '13.2 %', which no line parts. */
export function formatPercent(share: number): string {
  return `${formatNumber(share * 100)}\u00a0%`;
}

/** Seconds for a person, one at least: '1 s', '12 s', '2 min 5 s', '1 h 10 min'. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** ³² becomes 32. */
export function fromSuperscript(text: string): string {
  const plain = new Map(Object.entries(SUPERSCRIPTS).map(([digit, raised]) => [raised, digit]));
  return [...text].map((character) => plain.get(character) ?? character).join('');
}
