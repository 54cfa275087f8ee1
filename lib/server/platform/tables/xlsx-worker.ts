import { readSheet } from "read-excel-file/universal";
import { workbookCell, workbookOptions } from "@/lib/domain/tables/workbook-cell.ts";
import { serveThread } from "../threads/serve-thread.ts";

/** The cells of the first sheet of a workbook as text. */
export const script = serveThread<ArrayBuffer, never, never, string[][]>(async (bytes) => {
  const rows = await readSheet(bytes, workbookOptions);
  return rows.map((row) => row.map(workbookCell));
});
