import { Readable } from "node:stream";
import { formatItemRow } from "@/lib/domain/interchange/format-item-row.ts";
import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { takeTransferPermit } from "../platform/http/transfer-permit.ts";
import { readBenchmarkRows } from "./read-benchmark-rows.ts";

/**
 * The newest items of a benchmark as an item file, which is streamed while the items are read. Only for users who may
 * read research.
 */
export async function openItemExport(
  actor: Actor,
  benchmarkId: string,
): Promise<{ name: string; stream: ReadableStream<Uint8Array> }> {
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.read") },
    select: { slug: true },
  });
  if (!benchmark) throw notFoundError();
  const releasePermit = takeTransferPermit();
  const stream = Readable.from(lines(benchmarkId), { objectMode: false }).once("close", releasePermit);
  return { name: `${benchmark.slug}.jsonl`, stream: Readable.toWeb(stream) as ReadableStream<Uint8Array> };
}

async function* lines(benchmarkId: string): AsyncGenerator<Buffer> {
  for await (const row of readBenchmarkRows(benchmarkId)) yield Buffer.from(`${formatItemRow(row)}\n`);
}
