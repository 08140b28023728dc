// Two colour scales for matrices, as tables of 256 colours. Numbers become colours here and nowhere else.
//
// sequential: light to dark ink on paper, dark to light on a dark ground. Lightness (CIE L*) is linear in the value,
//             so equal steps look equal, and a grey print keeps the order.
// diverging:  the paper at 0, orange-brown below, blue above; lightness falls with distance from 0 at the same rate
//             on both sides, so a grey print shows size, and the − marks show the sign.

export type ScaleKind = 'sequential' | 'diverging';
export type ThemeGround = 'light' | 'dark';

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** What a value is drawn on: domain is [low, high], and for diverging scales symmetric around 0. */
export interface ColourScale {
  readonly kind: ScaleKind;
  readonly domain: readonly [number, number];
  /** 256 × RGBA, for putImageData. */
  readonly table: Uint8ClampedArray;
  /** 0 to 255. */
  index(value: number): number;
  colour(value: number): Rgb;
  css(value: number): string;
}

/** OKLab lightness, chroma and hue (degrees) at the ends; chroma swells between so that mid tones are not grey. */
interface Ramp {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  readonly swell: number;
}

const RAMPS: Readonly<Record<ThemeGround, { sequential: Ramp; below: Ramp; above: Ramp }>> = {
  light: {
    sequential: { from: [98, 0.008, 90], to: [17, 0.045, 265], swell: 0.075 },
    below: { from: [98, 0.004, 80], to: [32, 0.09, 45], swell: 0.05 },
    above: { from: [98, 0.004, 250], to: [32, 0.09, 250], swell: 0.05 },
  },
  dark: {
    sequential: { from: [12, 0.012, 265], to: [95, 0.05, 95], swell: 0.075 },
    below: { from: [14, 0.008, 60], to: [80, 0.11, 65], swell: 0.02 },
    above: { from: [14, 0.008, 250], to: [80, 0.09, 240], swell: 0.03 },
  },
};

/**
 * A scale for values between `low` and `high`. A diverging one is widened to be symmetric, so that 0 is the paper.
 * A domain of no width draws everything as its low end.
 */
export function colourScale(kind: ScaleKind, low: number, high: number, ground: ThemeGround): ColourScale {
  const reach = Math.max(Math.abs(low), Math.abs(high));
  const domain: readonly [number, number] = kind === 'diverging' ? [-reach, reach] : [low, high];
  const table = tableOf(kind, ground);
  const span = domain[1] - domain[0];
  const index = (value: number): number => {
    if (!(span > 0)) return kind === 'diverging' ? 128 : 0;
    const at = Math.round(((value - domain[0]) / span) * 255);
    return at > 0 ? Math.min(at, 255) : 0;
  };
  const colour = (value: number): Rgb => {
    const at = index(value) * 4;
    return [table[at]!, table[at + 1]!, table[at + 2]!];
  };
  return { kind, domain, table, index, colour, css: (value) => cssColour(colour(value)) };
}

/** The smallest domain that holds the finite values: [0, max] when none is below 0, else symmetric around 0. */
export function domainOf(data: ArrayLike<number>): { low: number; high: number; signed: boolean } {
  let low = 0;
  let high = 0;
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    if (value < low && value > Number.NEGATIVE_INFINITY) low = value;
    else if (value > high && value < Number.POSITIVE_INFINITY) high = value;
  }
  return low < 0
    ? { low: -Math.max(-low, high), high: Math.max(-low, high), signed: true }
    : { low, high, signed: false };
}

/** Where black and white have the same contrast, the square root of 21: (Y + 0.05)² = 1.05 × 0.05. */
const EVEN_LUMINANCE = Math.sqrt(1.05 * 0.05) - 0.05;

/** Black or white, whichever reads better on a colour. */
export function inkOn(colour: Rgb): Rgb {
  return relativeLuminance(colour) > EVEN_LUMINANCE ? [0, 0, 0] : [255, 255, 255];
}

export function cssColour([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** CIE L*, 0 (black) to 100 (white). */
export function lightness(colour: Rgb): number {
  const y = relativeLuminance(colour);
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : (24389 / 27) * y;
}

/** WCAG 2 relative luminance, 0 to 1. */
export function relativeLuminance(colour: Rgb): number {
  const [red, green, blue] = colour;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

// A table asks for thousands of colours: a list and a function for each would be megabytes of garbage in a page's first second.

/** A channel of sRGB, 0 to 255, as light, 0 to 1. */
function linear(channel: number): number {
  const u = channel / 255;
  return u <= 0.04045 ? u / 12.92 : ((u + 0.055) / 1.055) ** 2.4;
}

/** Light as a channel of sRGB, clipped to what that can show. */
function encoded(light: number): number {
  const u = Math.min(1, Math.max(0, light));
  return 255 * (u <= 0.0031308 ? 12.92 * u : 1.055 * u ** (1 / 2.4) - 0.055);
}

const tables = new Map<string, Uint8ClampedArray>();

function tableOf(kind: ScaleKind, ground: ThemeGround): Uint8ClampedArray {
  const key = `${kind} ${ground}`;
  let table = tables.get(key);
  if (table === undefined) {
    const ramps = RAMPS[ground];
    table = new Uint8ClampedArray(256 * 4);
    for (let i = 0; i < 256; i++) {
      // 127 and 128 both stand next to 0; each side is a ramp of its own.
      const colour =
        kind === 'sequential'
          ? rampAt(ramps.sequential, i / 255)
          : i < 128
            ? rampAt(ramps.below, (127 - i) / 127)
            : rampAt(ramps.above, (i - 128) / 127);
      table.set([...colour, 255], i * 4);
    }
    tables.set(key, table);
  }
  return table;
}

/** The colour at t of a ramp whose CIE L* is linear in t. */
function rampAt(ramp: Ramp, t: number): Rgb {
  const target = ramp.from[0] + (ramp.to[0] - ramp.from[0]) * t;
  const chroma = ramp.from[1] + (ramp.to[1] - ramp.from[1]) * t + ramp.swell * 4 * t * (1 - t);
  const turn = ((ramp.to[2] - ramp.from[2] + 540) % 360) - 180;
  const hue = ((ramp.from[2] + turn * t) * Math.PI) / 180;
  // OKLab lightness and CIE L* order colours alike, so bisection on the one finds the other.
  let low = 0;
  let high = 1;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (lightness(oklchToRgb(middle, chroma, hue)) < target) low = middle;
    else high = middle;
  }
  const [red, green, blue] = oklchToRgb((low + high) / 2, chroma, hue);
  return [Math.round(red), Math.round(green), Math.round(blue)];
}

/** Björn Ottosson's OKLab, to sRGB clipped to its gamut. */
function oklchToRgb(l: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}
