// How a decimal number is written, for every reader of typed, linked and filed numbers.

/** A whole text. Each digit has one place to go: of two, a long row of digits would be tried in every split. */
export const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
