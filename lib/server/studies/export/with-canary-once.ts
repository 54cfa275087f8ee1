import type { ExportRecord } from "@/lib/domain/interchange/export-table.ts";

/** Removes the canary from all records but the first, so that a file contains it once. */
export async function* withCanaryOnce(records: AsyncIterable<ExportRecord>): AsyncGenerator<ExportRecord> {
  let isFirst = true;
  for await (const record of records) {
    yield isFirst ? record : { ...record, canary: null };
    isFirst = false;
  }
}
