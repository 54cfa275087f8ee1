import type { Readable } from "node:stream";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, fromFdPromise, openPromise, type ZipFile } from "yauzl";
import type { Schema } from "@/lib/domain/schema.ts";
import {
  BackupError,
  type BackupManifest,
  backupManifestSchema,
  manifestName,
  tableEntryPath,
} from "./backup-manifest.ts";
import { tallyStream } from "./copy-table.ts";

/** A backup file: its path, or an unlinked decrypted copy, open under the file descriptor `fd`. */
export type BackupSource = string | { name: string; fd: number };

/** A backup, or another archive of tables, that is open for reading. */
export interface OpenBackup<Manifest = BackupManifest> {
  manifest: Manifest;
  /** The rows of a table of the manifest in COPY format. */
  readTable: (name: string) => Promise<Readable>;
  /** The text of another file of the archive, of at most 16 MB; null if it is absent. */
  readDocument: (path: string) => Promise<string | null>;
  close: () => void;
}

const maxManifestBytes = 16 * 1024 * 1024;

/** Opens a backup file; throws a `BackupError` if it is not a backup, is truncated, or has a newer format. */
export function openBackup(source: BackupSource): Promise<OpenBackup> {
  return openTableArchive(source, backupManifestSchema, "backup");
}

/**
 * Opens a zip of tables with a manifest. Throws a `BackupError` if the file is something else, is truncated, or has a
 * newer format.
 *
 * @param noun the kind of file that is expected, as named in messages
 */
export async function openTableArchive<Manifest>(
  source: BackupSource,
  schema: Schema<Manifest>,
  noun: string,
): Promise<OpenBackup<Manifest>> {
  const file = typeof source === "string" ? source : source.name;
  const options = { lazyEntries: true, autoClose: false };
  const opening = typeof source === "string" ? openPromise(source, options) : fromFdPromise(source.fd, options);
  const zip = await opening.catch((cause) => {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT")
      throw new BackupError(`There is no file ${file}.`, { cause });
    throw new BackupError(
      `${file} is not a valid ${noun}, or it is truncated: ${(cause as Error).message.replace(/\.+$/, "")}.`,
      { cause },
    );
  });
  try {
    const entries = await listEntries(zip);
    const manifestEntry = entries.get(manifestName);
    if (!manifestEntry || manifestEntry.uncompressedSize > maxManifestBytes)
      throw new BackupError(`${file} is not a valid ${noun}: it has no ${manifestName}.`);
    const parsed = schema.safeParse(JSON.parse(await readText(await openEntry(zip, manifestEntry))));
    if (!parsed.success)
      throw new BackupError(
        `${file} is not a ${noun} that this version can read: its ${manifestName} is damaged or has another format.`,
      );
    return {
      manifest: parsed.data,
      readTable: async (name) => {
        const entry = entries.get(tableEntryPath(name));
        if (!entry) throw new BackupError(`The table ${name} is missing in the ${noun} ${file}.`);
        return await openEntry(zip, entry).catch((cause) => {
          throw new BackupError(`The ${noun} ${file} is damaged in the table ${name}.`, { cause });
        });
      },
      readDocument: async (path) => {
        const entry = entries.get(path);
        return entry && entry.uncompressedSize <= maxManifestBytes ? await readText(await openEntry(zip, entry)) : null;
      },
      close: () => (typeof source === "string" ? zip.close() : undefined),
    };
  } catch (cause) {
    if (typeof source === "string") zip.close();
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(`The ${noun} ${file} is damaged: ${(cause as Error).message}.`, { cause });
  }
}

/** Reads a whole backup and compares rows and hashes with its manifest; throws a `BackupError` at the first difference. */
export async function verifyBackup(source: BackupSource): Promise<BackupManifest> {
  const file = typeof source === "string" ? source : source.name;
  const backup = await openBackup(source);
  try {
    await verifyTables(backup, file);
    return backup.manifest;
  } finally {
    backup.close();
  }
}

/** Reads every table and compares rows and hashes with the manifest; throws a `BackupError` at the first difference. */
async function verifyTables(backup: OpenBackup, file: string): Promise<void> {
  for (const table of backup.manifest.tables) {
    const { stream, tally } = tallyStream();
    try {
      await pipeline(await backup.readTable(table.name), stream, createDiscardingStream());
    } catch (cause) {
      throw new BackupError(`The backup ${file} is damaged in the table ${table.name}.`, { cause });
    }
    const actual = tally();
    if (actual.rows !== table.rows || actual.sha256 !== table.sha256)
      throw new BackupError(`The backup ${file} is damaged: the table ${table.name} differs from its manifest.`);
  }
}

function createDiscardingStream(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once("end", resolve);
    zip.once("error", reject);
    zip.readEntry();
  });
  return entries;
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}

async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
