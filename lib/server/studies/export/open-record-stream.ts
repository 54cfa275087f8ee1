import { Readable } from "node:stream";
import { listExportTables } from "@/lib/domain/interchange/export-study-tables.ts";
import { formatJsonRecord } from "@/lib/domain/interchange/export-table.ts";
import type { Actor } from "../../platform/access/access.ts";
import { openSnapshot } from "../../platform/database/with-snapshot.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { takeTransferPermit } from "../../platform/http/transfer-permit.ts";
import { readExportContext } from "./export-context.ts";
import { exportRecords } from "./export-records.ts";
import { requireExportableStudy } from "./export-study.ts";

/** The tables of a study's export that contain no recruiter's IDs. */
export const recordTables = [
  "responses",
  "participants",
  "screens",
  "checks",
  "items",
  "exclusions",
  "assignments",
] as const;

/**
 * One table of a study's export as JSON lines, with participants by code. The table is read from one snapshot while it
 * is sent, so memory does not grow with its size.
 *
 * @param study the ID or slug of the study
 * @throws AppError if too many other downloads are running
 */
export async function openRecordStream(
  actor: Actor,
  address: string,
  table: (typeof recordTables)[number],
): Promise<Response> {
  const study = await requireExportableStudy(actor, address, "coded");
  const releasePermit = takeTransferPermit();
  const stream = Readable.from(encodedRecords(study.id, table), { objectMode: false });
  // Also runs if the reader stops before the first record.
  stream.once("close", releasePermit);
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
    headers: { "Content-Type": "application/jsonl; charset=utf-8" },
  });
}

async function* encodedRecords(studyId: string, table: string): AsyncGenerator<Buffer> {
  const { client, close } = await openSnapshot();
  try {
    const context = await readExportContext(client, studyId, "coded");
    const columns = listExportTables(context.shape).find(({ name }) => name === table);
    if (!columns) throw notFoundError();
    for await (const record of exportRecords(client, context, table))
      yield Buffer.from(formatJsonRecord(columns, record));
  } finally {
    await close();
  }
}
