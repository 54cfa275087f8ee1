/** A cell of a workbook as text. A date is its day, or its ISO time. Numbers were read with their digits. */
export function workbookCell(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/u, "");
  return String(cell);
}

/** Options of `readSheet` under which a cell keeps its spaces and a number its digits. */
export const workbookOptions = { trim: false, parseNumber: (digits: string) => digits };
