import * as z from "zod";

/** A copy of participants' data outside the database, which an erasure does not change. */
export const outsideCopy = z.strictObject({
  kind: z.enum(["backup", "archive", "release", "deposit", "identified"]),
  at: z.date(),
  /**
   * The file of a backup, the project of an archive, the level and version of a study's release, the
   * collection and version of a collection's release, or the service of a deposit.
   */
  name: z.string(),
  /** Null for a backup and the archive of a project, which contain all studies, and for a copy of a collection. */
  study: z.string().nullable(),
  studyId: z.string().nullable(),
  /** The page of a deposit. */
  address: z.string().nullable(),
  /** Of a backup; else null. */
  isEncrypted: z.boolean().nullable(),
});

export type OutsideCopy = z.infer<typeof outsideCopy>;
