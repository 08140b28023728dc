// Tables of numbers as text: commas, semicolons (with decimal commas), tabs or spaces; with or without a header line
// and a first column of names; quoted fields as in RFC 4180.
import { DECIMAL } from '../decimal.js';
import { shortestFloat32, shortestFloat64 } from '../format-number.js';
import { QUOTED } from '../parse-number.js';
import { shorten } from '../text.js';
import { countOf, FormatError, type NumberArray } from './number-array.js';

type Delimiter = ',' | ';' | '\t' | ' ';

const COMMA_NUMBER = /^[+-]?(\d{1,3}(\.\d{3})+|\d+)?(,\d+)?(e[+-]?\d+)?$/i;

/** Reads one table. Throws a FormatError that names the line and the field it could not read. */
export function readCsv(text: string, name = 'table'): NumberArray {
  const lines = splitFields(text.replace(/^\uFEFF/, ''));
  const filled = lines.filter(({ fields }) => fields.some((field) => field.trim() !== ''));
  if (filled.length === 0) throw new FormatError('There is no number here. A table of numbers is needed.');

  const commaDecimals = lines.delimiter !== ',' && filled.some(({ fields }) => fields.some(hasDecimalComma));
  const read = (field: string) => toNumber(field, commaDecimals);
  const isText = (field: string) => field.trim() !== '' && Number.isNaN(read(field));

  // A header has a word where the lines below it have numbers.
  const header = filled.length > 1 && filled[0]!.fields.some((field, i) => isText(field) && !columnIsText(i));
  function columnIsText(column: number): boolean {
    return filled.slice(1).every(({ fields }) => isText(fields[column] ?? ''));
  }
  const body = header ? filled.slice(1) : filled;
  const named = body.every(({ fields }) => fields.length > 1 && isText(fields[0]!));
  const skip = named ? 1 : 0;

  const cols = body[0]!.fields.length - skip;
  const rows = body.length;
  const data = new Float64Array(countOf([rows, cols], name));
  body.forEach(({ fields, line }, row) => {
    if (fields.length - skip !== cols) {
      throw new FormatError(
        `Line ${line} has ${fields.length - skip} numbers, line ${body[0]!.line} has ${cols}. ` +
          'Every line needs as many as the first.',
      );
    }
    for (let col = 0; col < cols; col++) {
      const field = fields[col + skip]!;
      const value = read(field);
      if (Number.isNaN(value)) {
        const found = field.trim() === '' ? 'is empty' : `is “${shorten(field.trim(), QUOTED)}”`;
        throw new FormatError(`Line ${line}, field ${col + skip + 1} ${found}. A number is needed there.`);
      }
      data[row * cols + col] = value;
    }
  });

  const columnNames = header ? filled[0]!.fields.slice(-cols).map((field) => field.trim()) : undefined;
  const rowNames = named ? body.map(({ fields }) => fields[0]!.trim()) : undefined;
  return {
    name,
    shape: [rows, cols],
    data,
    type: 'text',
    ...(columnNames?.length === cols ? { columnNames } : {}),
    ...(rowNames === undefined ? {} : { rowNames }),
  };
}

function hasDecimalComma(field: string): boolean {
  return field.includes(',') && COMMA_NUMBER.test(field.trim().replace('−', '-'));
}

function toNumber(field: string, commaDecimals: boolean): number {
  const typed = field.trim().replace('−', '-');
  if (DECIMAL.test(typed) && !(commaDecimals && /^[+-]?\d{1,3}(\.\d{3})+$/.test(typed))) return Number(typed);
  if (commaDecimals && typed !== '' && COMMA_NUMBER.test(typed)) {
    return Number(typed.replace(/\./g, '').replace(',', '.'));
  }
  return Number.NaN;
}

interface Line {
  fields: string[];
  /** Counted from 1, as editors do. */
  line: number;
}

function splitFields(text: string): Line[] & { delimiter: Delimiter } {
  const delimiter = delimiterOf(text);
  const lines: Line[] = [];
  let fields: string[] = [];
  let field = '';
  let line = 1;
  let startLine = 1;
  let quoted = false;
  const endField = () => {
    fields.push(field);
    field = '';
  };
  const endLine = () => {
    endField();
    // Runs of spaces are one delimiter, and so is a delimiter at the end of a line.
    if (delimiter === ' ') fields = fields.filter((part) => part !== '');
    else if (fields.length > 1 && fields.at(-1)!.trim() === '') fields.pop();
    lines.push({ fields, line: startLine });
    fields = [];
    startLine = line + 1;
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (quoted) {
      if (character === '\n') line++;
      if (character !== '"') field += character;
      else if (text[i + 1] === '"') field += text[++i];
      else quoted = false;
    } else if (character === '"' && field.trim() === '') {
      quoted = true;
      field = '';
    } else if (character === delimiter) endField();
    else if (character === '\n') {
      endLine();
      line++;
    } else if (character !== '\r') field += character;
  }
  if (quoted) throw new FormatError(`A quotation mark that opens on line ${startLine} is never closed.`);
  if (field !== '' || fields.length > 0) endLine();
  return Object.assign(lines, { delimiter });
}

function delimiterOf(text: string): Delimiter {
  const unquoted = text.slice(0, 20_000).replace(/"[^"]*"/g, '');
  if (unquoted.includes('\t')) return '\t';
  if (unquoted.includes(';')) return ';';
  if (unquoted.includes(',')) return ',';
  return ' ';
}

/** Writes a table. Numbers are written so that they read back as the same float32 (or float64). */
export function writeCsv(
  matrix: { rows: number; cols: number; data: Float32Array | Float64Array },
  names: { columns?: readonly string[]; rows?: readonly string[] } = {},
): string {
  const lines: string[] = [];
  if (names.columns !== undefined) {
    lines.push([...(names.rows === undefined ? [] : ['']), ...names.columns.map(quote)].join(','));
  }
  const narrow = matrix.data instanceof Float32Array;
  for (let row = 0; row < matrix.rows; row++) {
    const cells = Array.from(matrix.data.subarray(row * matrix.cols, (row + 1) * matrix.cols), (value) =>
      narrow ? shortestFloat32(value) : shortestFloat64(value),
    );
    lines.push((names.rows === undefined ? cells : [quote(names.rows[row] ?? ''), ...cells]).join(','));
  }
  return `${lines.join('\n')}\n`;
}

function quote(text: string): string {
  // A spreadsheet would take these for a formula.
  const safe = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\n\r;\t]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}
