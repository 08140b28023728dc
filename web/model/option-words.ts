// The core names an option as a script writes it; a reader knows it by the label of its control.
import type { Table } from './parameters.js';

/** A path of options at the beginning of a sentence, with its last name: 'mechanism.pattern.randomBlocks[1] is 1; …'. */
const PATH = /^\w+(?:\.\w+)*\.(\w+)(?:\[\d+\])*(?= is )/;

/**
 * The sentence with the path of an option replaced by the label of the parameter of that name, or of one that ends in it, as
 * 'leftRandomBlocks' does; a sentence that names no such option stays as it is.
 */
export function inReadersWords(sentence: string, table: Table): string {
  return sentence.replace(PATH, (path, name: string) => {
    const ending = name.charAt(0).toUpperCase() + name.slice(1);
    const row = table.find((one) => one.name === name || one.name.endsWith(ending));
    return row === undefined ? path : `“${row.label}”`;
  });
}
