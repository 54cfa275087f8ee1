import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { ZipFile } from "yazl";
import { sql } from "../platform/database/sql.ts";
import { readParts, storeParts } from "../platform/database/stored-parts.ts";
import { streamParts } from "../platform/http/stream-parts.ts";
import { listFiles } from "./list-files.ts";
import { hashFile } from "./write-table.ts";

/**
 * Packs the folder of a release as a zip file, with one folder inside and fixed times, so that the same files
 * produce the same archive.
 *
 * @param name the folder inside the archive
 * @param at the time of every file in it
 * @param path the zip file
 */
export async function packRelease(
  folder: string,
  name: string,
  at: Date,
  path: string,
): Promise<{ sha256: string; bytes: number }> {
  const zip = new ZipFile();
  for (const file of await listFiles(folder))
    zip.addFile(join(folder, file), `${name}/${file}`, { mtime: at, mode: 0o100644 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  const { sha256, bytes } = await hashFile("", path);
  return { sha256, bytes };
}

/** Stores an archive in parts. */
export async function storeArchive(client: PoolClient, releaseId: string, path: string): Promise<void> {
  await storeParts(
    client,
    path,
    (number, bytes) =>
      sql`INSERT INTO release_part (release_id, number, bytes) VALUES (${releaseId}, ${number}, ${bytes})`,
  );
}

/** The archive of a version as a stream that reads one part at a time. Throws if too many other downloads are running. */
export function openStoredArchive(releaseId: string): ReadableStream<Uint8Array> {
  return streamParts(storedParts(releaseId));
}

/** The parts of an archive, in order; none if it was deleted. */
export function storedParts(releaseId: string): AsyncGenerator<Buffer> {
  return readParts(
    (number) => sql`SELECT bytes FROM release_part WHERE release_id = ${releaseId}::uuid AND number = ${number}`,
  );
}
