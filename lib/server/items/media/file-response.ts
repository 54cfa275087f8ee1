import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { type ByteRange, readRange } from "./read-range.ts";

/** The columns of `media` that a response needs. */
export const mediaRow = z.strictObject({
  project_id: z.string(),
  sha256: z.string(),
  type: z.string(),
  size: z.number(),
});

/**
 * A stored file as a response, or the requested range of its bytes; "not found" if there is no file. Its headers
 * prevent the file from running as a page of its own. Only the range is read from the database.
 */
export async function createMediaResponse(
  request: Request,
  file: z.infer<typeof mediaRow> | undefined,
): Promise<Response> {
  if (!file) throw notFoundError();
  const range = readRange(request.headers.get("range"), file.size);
  const headers = {
    "Content-Type": file.type,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, max-age=3600",
    "Accept-Ranges": "bytes",
    ETag: `"${file.sha256}"`,
  };
  if (range === "unsatisfiable")
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${file.size}` } });
  const bytes = await readBytes(file, range ?? { start: 0, end: file.size - 1 });
  const length = { "Content-Length": `${bytes.byteLength}` };
  if (range === null) return new Response(bytes, { headers: { ...headers, ...length } });
  const rangeHeaders = { "Content-Range": `bytes ${range.start}-${range.end}/${file.size}` };
  return new Response(bytes, { status: 206, headers: { ...headers, ...length, ...rangeHeaders } });
}

const bytesRow = z.strictObject({ bytes: z.instanceof(Uint8Array) });

async function readBytes({ project_id, sha256 }: z.infer<typeof mediaRow>, { start, end }: ByteRange) {
  const { bytes } = await oneRow(
    pool(),
    bytesRow,
    sql`SELECT substring(bytes FROM ${start + 1}::int FOR ${end - start + 1}::int) AS bytes FROM media
      WHERE project_id = ${project_id} AND sha256 = ${sha256}`,
  );
  return Buffer.from(bytes);
}
