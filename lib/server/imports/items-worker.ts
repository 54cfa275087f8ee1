import type { ItemFormat } from "@/lib/domain/interchange/item-files/item-record.ts";
import type { ItemTableFacts } from "@/lib/domain/interchange/item-files/survey-item-table.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";
import { catchRefusal, type ImportPart, type ImportTotals, reportLines } from "./import-parts.ts";
import { type ItemFileSettings, openItemFile } from "./open-item-file.ts";

interface Input {
  path: string;
  settings: ItemFileSettings;
}

/** How a file of items was opened: its format, and the columns of a table whose format is unknown. */
export interface OpenedItemFile {
  format: ItemFormat;
  table: ItemTableFacts | null;
}

/** Opens an uploaded file of items in a thread and reports its rows. */
export const script = serveThread<Input, never, ImportPart<OpenedItemFile, ItemRow>, ImportTotals>(
  ({ path, settings }, { report }) =>
    catchRefusal(async () => {
      const { format, table, source } = await openItemFile(path, settings);
      await report({ is: "opened", opened: { format, table } });
      await reportLines(source.lines, (text) => ({ read: readItemRow(text), length: text.length }), [], report);
      return source.sha256();
    }),
);
