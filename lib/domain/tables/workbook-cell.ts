/**
 * Converts a cell of a workbook into text. A date becomes its day or its ISO time. A number is already a text with its
 * digits.
 */
export function workbookCell(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/u, "");
  return String(cell);
}

/** Options for `readSheet` that keep spaces in cells and the digits of numbers. */
export const workbookOptions = { trim: false, parseNumber: (digits: string) => digits };
