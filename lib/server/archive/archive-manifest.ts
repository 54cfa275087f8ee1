import * as z from "zod";
import { backupManifestSchema } from "../backup/backup-manifest.ts";

/** The content of `manifest.json` in an archive of a project. */
export const archiveManifestSchema = z.strictObject({
  format: z.literal("parallax-project"),
  version: z.literal(1),
  /** When the snapshot was taken, by the database's clock. */
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  level: z.literal("coded"),
  project: z.strictObject({ id: z.uuid(), name: z.string(), slug: z.string() }),
  migrations: backupManifestSchema.shape.migrations,
  tables: backupManifestSchema.shape.tables,
});

export type ArchiveManifest = z.infer<typeof archiveManifestSchema>;

/** The name of an archive in messages. */
export const archiveNoun = "project archive";
