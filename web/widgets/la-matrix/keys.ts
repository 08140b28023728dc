// Where a key leads from a cell, as in a spreadsheet.

export interface Place {
  readonly row: number;
  readonly col: number;
}

/**
 * The cell a key asks for, inside the matrix or not; null where the key belongs to the text. Left and right leave a
 * text only at its ends, or when all of it is selected.
 */
export function cellAfter(
  { key, shiftKey }: KeyboardEvent,
  { row, col }: Place,
  lastCol: number,
  input: HTMLInputElement | null,
): Place | null {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, col };
    case 'ArrowDown':
      return { row: row + 1, col };
    case 'Enter':
      return { row: row + (shiftKey ? -1 : 1), col };
    case 'ArrowLeft':
      return atEdge(input, 'start') ? { row, col: col - 1 } : null;
    case 'ArrowRight':
      return atEdge(input, 'end') ? { row, col: col + 1 } : null;
    case 'Home':
      return input === null ? { row, col: 0 } : null;
    case 'End':
      return input === null ? { row, col: lastCol } : null;
    default:
      return null;
  }
}

function atEdge(input: HTMLInputElement | null, edge: 'start' | 'end'): boolean {
  if (input === null) return true;
  const { selectionStart, selectionEnd, value } = input;
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (edge === 'start' ? 0 : value.length);
}
