import * as z from "zod";

/** The content of `manifest.json` inside a backup. */
export const backupManifestSchema = z.strictObject({
  format: z.literal("parallax-backup"),
  version: z.literal(1),
  /** When the snapshot was taken, by the database's clock. */
  madeAt: z.iso.datetime(),
  /** The version of the database server, e.g. "18.4". */
  postgres: z.string(),
  /** The applied migrations, oldest first. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
      columns: z.array(z.string().regex(/^[a-z_][a-z0-9_]*$/)).min(1),
      rows: z.int().min(0),
      /** SHA-256 of the table's rows in COPY format, in the order of its primary key. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  /** The last value of each sequence; null if it was never used. */
  sequences: z.record(
    z.string(),
    z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
  ),
  /** The erasures in the installation's ledger: their number and their hash. Absent in older backups. */
  erasures: z.strictObject({ count: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
  /** A digest of the installation secret that encrypts stored secrets; null before a secret was recorded. */
  secretDigest: z.string().nullable().optional(),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

export type BackupTable = BackupManifest["tables"][number];

/** A file that is not a backup, or that cannot be restored here. The message is one sentence with the remedy. */
export class BackupError extends Error {}

export const manifestName = "manifest.json";

/** The path of a table's rows in the archive. */
export function tableEntryPath(table: string): string {
  return `tables/${table}.copy`;
}

/**
 * Tables whose rows belong to the running installation and not to the data: sign-in sessions, counted attempts and the
 * network keys of the day. They are not backed up, so no one is signed in after a restore.
 */
export const transientTables: readonly string[] = ["auth_session", "rate_limit", "network_key", "readiness_probe"];
