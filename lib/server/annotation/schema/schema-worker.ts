import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { TableError } from "@/lib/domain/tables/read-csv.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { serveThread } from "../../platform/threads/serve-thread.ts";
import { type SchemaFileOptions, type SchemaRow, schemaRows } from "./schema-rows.ts";

/** Number of characters and rows per report. The receiving process handles a report in some milliseconds. */
const maxPartLength = 128 * 1024;
const maxRows = 100;

/** The reason why a file is refused as a whole. An error class cannot be passed between threads. */
export interface SchemaRefusal {
  message: string;
  field: string | undefined;
}

/** Parses a file of items in a thread: receives the file in chunks and reports the rows in parts. */
export const script = serveThread<
  { schema: TaskSchema; options: SchemaFileOptions },
  Uint8Array,
  SchemaRow[],
  { refusal: SchemaRefusal | null }
>(async ({ schema, options }, { pieces, report }) => {
  let part: SchemaRow[] = [];
  let length = 0;
  try {
    for await (const row of schemaRows(schema, pieces, options)) {
      part.push(row);
      length += JSON.stringify(row).length;
      if (length < maxPartLength && part.length < maxRows) continue;
      await report(part);
      part = [];
      length = 0;
    }
    if (part.length > 0) await report(part);
    return { refusal: null };
  } catch (error) {
    if (error instanceof AppError) return { refusal: { message: error.message, field: error.field } };
    if (error instanceof TableError || error instanceof UnusableLogError)
      return { refusal: { message: `The file cannot be read: ${error.message}.`, field: "file" } };
    throw error;
  }
});
