import * as z from "zod";

/** What a backup says about itself: the file `manifest.json` inside it. */
export const backupManifestSchema = z.strictObject({
  format: z.literal("parallax-backup"),
  version: z.literal(1),
  /** When the snapshot was taken, by the database's clock. */
  madeAt: z.iso.datetime(),
  /** The version of the server that it was read from, e.g. "18.4". */
  postgres: z.string(),
  /** The migrations that the tables had, oldest first. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
      columns: z.array(z.string().regex(/^[a-z_][a-z0-9_]*$/)).min(1),
      rows: z.int().min(0),
      /** Of the table's rows in the form of COPY, in the order of its primary key. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  /** The last value of each sequence; null for one that was never asked. */
  sequences: z.record(
    z.string(),
    z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
  ),
  /** The erasures that the ledger of the installation had: how many, and the hash of them. Absent in older backups. */
  erasures: z.strictObject({ count: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
  /** A digest of the installation secret that stored secrets are encrypted with; null before one was recorded. */
  secretDigest: z.string().nullable().optional(),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

export type BackupTable = BackupManifest["tables"][number];

/** A file that is no backup, or cannot be restored here; the message is one sentence that says what to do. */
export class BackupError extends Error {}

export const manifestName = "manifest.json";

/** The path of a table's rows in the archive. */
export function entryOf(table: string): string {
  return `tables/${table}.copy`;
}

/**
 * Tables whose rows belong to the running installation and not to the data: who is signed in, counted attempts and the
 * network keys of the day. A backup keeps none of them, so a restored one signs no one in.
 */
export const passingTables: readonly string[] = ["auth_session", "rate_limit", "network_key", "readiness_probe"];
