import { rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Encrypter } from "age-encryption";
import pg from "pg";
import * as z from "zod";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { readSecretFacts } from "../platform/settings/installation-secret.ts";
import { type BackupManifest, type BackupTable, manifestName, transientTables } from "./backup-manifest.ts";
import { fixTextFormat, listTables } from "./copy-table.ts";
import { createEncrypter } from "./encrypted-backup.ts";
import { readErasures, summarizeErasures } from "./erasure-ledger.ts";
import { listAppliedMigrations, syncFile, writeTableArchive } from "./table-archive.ts";

/** The action of the audit log for a written backup; its subject is the name of the file. */
export const backupAction = "installation.backup";

export interface BackupOptions {
  /** The erasure ledger of the installation; the manifest records its number of entries. */
  erasureLedger?: string;
  /** age recipients. The file is encrypted for them and cannot be read on this machine afterwards. */
  encryptTo?: readonly string[];
}

/**
 * Writes the whole database to one file while people continue to work: all tables are read from one snapshot, over a
 * separate connection. The file is a zip of tables in COPY format with a manifest of rows and hashes. It is written
 * under a temporary name and renamed when it is complete, so a file with the final name is always complete. Only its
 * owner may read it. The audit log records the file name, because later erasures do not change the file.
 */
export async function writeBackup(
  connectionString: string,
  file: string,
  options: BackupOptions = {},
): Promise<BackupManifest> {
  const encrypter = options.encryptTo?.length ? createEncrypter(options.encryptTo) : null;
  const client = new pg.Client({ connectionString, application_name: "parallax/backup" });
  client.on("error", () => undefined);
  await client.connect();
  const draft = `${file}.partial`;
  try {
    await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await fixTextFormat(client);
    const erasures = options.erasureLedger && summarizeErasures(await readErasures(options.erasureLedger));
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
  const shapes = (await listTables(client)).filter(({ name }) => !transientTables.includes(name));
  return await writeTableArchive(client, draft, shapes, encrypter, async (tables) => {
    const manifest = { ...(await createManifest(client, tables)), ...added };
    return { result: manifest, documents: [[manifestName, `${JSON.stringify(manifest, null, 1)}\n`]] };
  });
}

const standbyRow = z.strictObject({ is_standby: z.boolean() });

const serverRow = z.strictObject({ made_at: z.string(), postgres: z.string().nullable() });

const sequenceRow = z.strictObject({ name: z.string(), last: z.string().nullable() });

async function createManifest(client: pg.Client, tables: BackupTable[]): Promise<BackupManifest> {
  const about = await oneRow(
    client,
    serverRow,
    `SELECT to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS made_at,
            current_setting('server_version') AS postgres`,
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
    migrations: await listAppliedMigrations(client),
    tables,
    secretDigest: (await readSecretFacts(client)).digest,
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  };
}
