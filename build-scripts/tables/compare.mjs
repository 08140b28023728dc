// What every table is made of: samples with their standard errors, and cells that hold one number of ours beside one
// of the reference.

/** A cell passes when it is within this many standard errors. With about 200 cells, chance alone leaves it less than
 *  once in 50 runs. */
export const BAND = 4;

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean, standard deviation and standard error of independent samples. */
export function sample(values) {
  const centre = mean(values);
  const spread = Math.sqrt(
    values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1),
  );
  return { mean: centre, spread, error: spread / Math.sqrt(values.length) };
}

/** Half a unit of the last digit of a printed number: '2.07e-5' is good to 0.005e-5. */
function halfUnit(printed) {
  const [, fraction = '', exponent = '0'] = /^-?\d*\.?(\d*)(?:e(-?\d+))?$/.exec(printed);
  return 0.5 * 10 ** (Number(exponent) - fraction.length);
}

const short = (value) => {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size < 0.001 || size >= 10000 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
};

/**
 * Our samples beside a number that somebody printed: z counts the standard errors between them. The reference has
 * the spread of our samples over the square root of its own count, and the rounding of its last digit.
 */
export function against(values, printed, referenceCount) {
  const { mean: ours, spread, error } = sample(values);
  const rounding = halfUnit(printed) / Math.sqrt(3);
  const scale = Math.hypot(error, spread / Math.sqrt(referenceCount), rounding);
  return cell(short(ours), printed, (ours - Number(printed)) / scale);
}

/** Our samples beside a value that theory gives exactly. */
export function againstTheory(values, theory) {
  const { mean: ours, error } = sample(values);
  return cell(short(ours), short(theory), error === 0 && ours === theory ? 0 : (ours - theory) / error);
}

/** A number that is not random: it may differ from the printed one by a unit of the last digit, for double rounding. */
export function exact(ours, printed) {
  const agrees = Math.abs(ours - Number(printed)) < 2 * halfUnit(printed);
  return { text: `${short(ours)} \\| ${printed}`, passes: agrees };
}

/** Counts of rare events: at least as spread as independent ones, however few of them our samples hold. */
export function againstCount(counts, printed, referenceCount) {
  const { mean: perSample, spread } = sample(counts);
  const perReference = Math.max(spread ** 2, printed / referenceCount);
  const scale = Math.sqrt(perReference / counts.length + perReference / referenceCount);
  const ours = short(perSample * referenceCount);
  return cell(ours, printed, (perSample - printed / referenceCount) / scale);
}

/** Beside a reference that does not say how many samples it took: judged by a plain distance. */
export function within(values, printed, distance) {
  const ours = mean(values);
  return { text: `${short(ours)} \\| ${printed}`, passes: Math.abs(ours - Number(printed)) <= distance };
}

/** Shown beside the reference and not judged. */
export const shown = (ours, printed) => ({ text: `${short(ours)} \\| ${printed}`, passes: true });

function cell(ours, reference, z) {
  const passes = Math.abs(z) <= BAND;
  return { text: `${ours} \\| ${reference} (${z < 0 ? '−' : '+'}${Math.abs(z).toFixed(1)})`, passes };
}

/** One table in Markdown. rows: [label, ...cells]; a cell outside its band is marked. */
export function markdown({ title, note, columns, rows }) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const text = (entry) =>
    typeof entry === 'string' ? entry : entry.text + (entry.passes ? '' : ' **outside**');
  return [
    `## ${title}`,
    '',
    note,
    '',
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row.map(text))),
    '',
  ].join('\n');
}

export const failures = ({ title, columns, rows }) =>
  rows.flatMap((row) =>
    row.flatMap((entry, i) =>
      typeof entry === 'string' || entry.passes ? [] : [`${title}: ${row[0]}, ${columns[i]}: ${entry.text}`],
    ),
  );
