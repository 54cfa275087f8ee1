import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { type Readable, Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import type { Encrypter } from "age-encryption";
import type pg from "pg";
import { ZipFile } from "yazl";
import * as z from "zod";
import { manyRows } from "../platform/database/rows.ts";
import { BackupError, type BackupManifest, type BackupTable, tableEntryPath } from "./backup-manifest.ts";
import { readTable, type TableShape, tallyStream } from "./copy-table.ts";
import { encryptStream, hashStream } from "./encrypted-backup.ts";

/** The files that follow the tables in an archive: texts by path, written in order. */
interface ArchiveDocuments<Result> {
  result: Result;
  documents: readonly (readonly [path: string, text: string])[];
}

/**
 * Writes tables in COPY format into a zip, one after another, in the transaction of `client`. Memory does not grow with
 * the tables. Returns the result of `end`, which is called with the number of rows and the hash of each table.
 */
export async function writeTableArchive<Result>(
  client: pg.Client,
  file: string,
  shapes: readonly TableShape[],
  encrypter: Encrypter | null,
  end: (tables: BackupTable[]) => Promise<ArchiveDocuments<Result>>,
  onTable: (done: number) => void | Promise<void> = () => undefined,
): Promise<Result> {
  const zip = new ZipFile();
  const output = createWriteStream(file, { mode: 0o600, flags: "w" });
  const archive = zip.outputStream as Readable;
  const { stream: hashed, sha256 } = hashStream();
  const writing = pipeline(encrypter ? await encryptStream(encrypter, archive) : archive, hashed, output);
  // This promise is awaited at the end. Its error handler is attached now, so that a full disk does not end the
  // process.
  const writeError = writing.then(
    () => new Promise<never>(() => undefined),
    (error: Error) => Promise.reject(error),
  );
  writeError.catch(() => undefined);
  const tables: BackupTable[] = [];
  for (const shape of shapes) {
    tables.push(await Promise.race([addTable(client, zip, shape), writeError]));
    await onTable(tables.length);
  }
  const { result, documents } = await end(tables);
  for (const [path, text] of documents) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  await writing;
  // An encrypted file cannot be verified by its manifest, so its hash is compared with that of the written bytes.
  if (encrypter && (await hashOfFile(file)) !== sha256())
    throw new BackupError("The encrypted backup on the disk differs from the written bytes and was deleted.");
  return result;
}

async function addTable(client: pg.Client, zip: ZipFile, table: TableShape): Promise<BackupTable> {
  const { stream, tally } = tallyStream();
  zip.addReadStream(stream, tableEntryPath(table.name));
  // Both streams are awaited. Otherwise the archive would wait forever for the rest of the table after a failed query.
  await Promise.all([pipeline(readTable(client, table), stream), finished(stream)]);
  return { name: table.name, columns: table.columns, ...tally() };
}

const migrationRow = z.strictObject({ name: z.string(), checksum: z.string() });

/** The applied migrations, oldest first. */
export function listAppliedMigrations(client: pg.Client): Promise<BackupManifest["migrations"]> {
  return manyRows(
    client,
    migrationRow,
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
}

/** SHA-256 of a file, read in chunks. */
export async function hashOfFile(path: string): Promise<string> {
  const { stream, sha256 } = hashStream();
  await pipeline(createReadStream(path), stream, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return sha256();
}

/** Flushes a file to disk, so that it survives a power failure. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
