import { createReadStream } from "node:fs";
import type { PoolClient, QueryConfig } from "pg";
import * as z from "zod";
import { pool } from "./pool.ts";
import { maybeRow } from "./rows.ts";

const bytesPerPart = 1024 * 1024;

/** Stores a file in parts, of which only one is in memory. Returns their number. */
export async function storeParts(
  client: PoolClient,
  path: string,
  insert: (number: number, bytes: Buffer) => QueryConfig,
): Promise<number> {
  let number = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: bytesPerPart })) {
    await client.query(insert(number, bytes));
    number += 1;
  }
  return number;
}

const partRow = z.strictObject({ bytes: z.instanceof(Buffer) });

/** Reads the parts of a stored file in order, one at a time; none if it was deleted. */
export async function* readParts(select: (number: number) => QueryConfig): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const part = await maybeRow(pool(), partRow, select(number));
    if (!part) return;
    yield part.bytes;
  }
}
