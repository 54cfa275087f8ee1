import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type Readable, Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import type { Encrypter } from "age-encryption";
import pg from "pg";
import { ZipFile } from "yazl";
import * as z from "zod";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { readSecretFacts } from "../platform/settings/installation-secret.ts";
import {
  BackupError,
  type BackupManifest,
  type BackupTable,
  manifestName,
  tableEntryPath,
  transientTables,
} from "./backup-manifest.ts";
import { fixTextFormat, listTables, readTable, type TableShape, tallyStream } from "./copy-table.ts";
import { encrypterTo, encryptStream, hashStream } from "./encrypted-backup.ts";
import { describeErasures, readErasures } from "./erasure-ledger.ts";

/** The action of the audit log for a written backup; its subject is the name of the file. */
export const backupAction = "installation.backup";

export interface BackupOptions {
  /** The erasure ledger of the installation; the manifest records its number of entries. */
  erasureLedger?: string;
  /** age recipients. The file is encrypted for them and cannot be read here afterwards. */
  encryptTo?: readonly string[];
}

/**
 * Writes the whole database to one file, while people continue to work: all tables are read from one snapshot, over a
 * separate connection. The file is a zip of COPY texts with a manifest of rows and hashes. It is written under a
 * temporary name and renamed when it is complete, so a file with the final name is always complete; only its owner may
 * read it. The audit log records the file name, because later erasures do not change the file.
 */
export async function writeBackup(
  connectionString: string,
  file: string,
  options: BackupOptions = {},
): Promise<BackupManifest> {
  const encrypter = options.encryptTo?.length ? encrypterTo(options.encryptTo) : null;
  const client = new pg.Client({ connectionString, application_name: "parallax/backup" });
  client.on("error", () => undefined);
  await client.connect();
  const draft = `${file}.partial`;
  try {
    await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await fixTextFormat(client);
    const erasures = options.erasureLedger && describeErasures(await readErasures(options.erasureLedger));
    const manifest = await writeArchive(client, draft, encrypter, erasures ? { erasures } : {});
    await client.query("ROLLBACK");
    await syncFile(draft);
    await rename(draft, file);
    await syncFile(dirname(file));
    await recordBackup(client, basename(file), encrypter !== null);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Records the backup in the audit log. A standby cannot be written to, so a backup of a standby is not recorded. */
async function recordBackup(client: pg.Client, name: string, isEncrypted: boolean): Promise<void> {
  const { is_standby } = await oneRow(client, standbyRow, sql`SELECT pg_is_in_recovery() AS is_standby`);
  if (is_standby) return;
  await recordAudit(client, {
    actorId: null,
    action: backupAction,
    subjectType: "backup",
    subjectId: name,
    after: { isEncrypted },
  });
}

async function writeArchive(
  client: pg.Client,
  draft: string,
  encrypter: Encrypter | null,
  added: Pick<BackupManifest, "erasures">,
): Promise<BackupManifest> {
  const zip = new ZipFile();
  const output = createWriteStream(draft, { mode: 0o600, flags: "w" });
  const archive = zip.outputStream as Readable;
  const { stream: hashed, sha256 } = hashStream();
  const written = pipeline(encrypter ? await encryptStream(encrypter, archive) : archive, hashed, output);
  // Awaited at the end; the error handler is attached now, so that a full disk does not end the process.
  const failed = written.then(
    () => new Promise<never>(() => undefined),
    (error: Error) => Promise.reject(error),
  );
  failed.catch(() => undefined);
  const tables: BackupTable[] = [];
  for (const table of await listTables(client)) {
    if (transientTables.includes(table.name)) continue;
    tables.push(await Promise.race([addTable(client, zip, table), failed]));
  }
  const manifest = { ...(await describeBackup(client, tables)), ...added };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), manifestName);
  zip.end();
  await written;
  // An encrypted file cannot be verified by its manifest, so its hash is compared with that of the written bytes.
  if (encrypter && (await hashOfFile(draft)) !== sha256())
    throw new BackupError("The encrypted backup on the disk differs from what was written; nothing was kept.");
  return manifest;
}

async function addTable(client: pg.Client, zip: ZipFile, table: TableShape): Promise<BackupTable> {
  const { stream, tally } = tallyStream();
  zip.addReadStream(stream, tableEntryPath(table.name));
  // Both streams are awaited, because a failed query must not leave the archive waiting for the rest of the table.
  await Promise.all([pipeline(readTable(client, table), stream), finished(stream)]);
  return { name: table.name, columns: table.columns, ...tally() };
}

const standbyRow = z.strictObject({ is_standby: z.boolean() });

const aboutRow = z.strictObject({ made_at: z.string(), postgres: z.string().nullable() });

const migrationRow = z.strictObject({ name: z.string(), checksum: z.string() });

const sequenceRow = z.strictObject({ name: z.string(), last: z.string().nullable() });

async function describeBackup(client: pg.Client, tables: BackupTable[]): Promise<BackupManifest> {
  const about = await oneRow(
    client,
    aboutRow,
    `SELECT to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS made_at,
            current_setting('server_version') AS postgres`,
  );
  const migrations = await manyRows(
    client,
    migrationRow,
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const sequences = await manyRows(
    client,
    sequenceRow,
    "SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1",
  );
  return {
    format: "parallax-backup",
    version: 1,
    madeAt: about.made_at,
    postgres: String(about.postgres).split(" ")[0] ?? "",
    migrations: migrations,
    tables,
    secretDigest: (await readSecretFacts(client)).digest,
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  };
}

async function hashOfFile(path: string): Promise<string> {
  const { stream, sha256 } = hashStream();
  await pipeline(createReadStream(path), stream, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return sha256();
}

/** Flushes a file to disk: it must survive a power failure before it counts as a backup. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
