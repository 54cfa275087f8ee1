import { readSheet } from "read-excel-file/universal";
import { serveThread } from "../threads/serve-thread.ts";

/**
 * The cells of the first sheet of a workbook as text. Numbers keep their digits, and a date becomes its day (or ISO
 * time).
 */
export const script = serveThread<ArrayBuffer, never, never, string[][]>(async (bytes) => {
  const rows = await readSheet(bytes, { trim: false, parseNumber: (digits: string) => digits });
  return rows.map((row) => row.map(cellText));
});

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/u, "");
  return String(cell);
}
