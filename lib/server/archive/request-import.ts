import { randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import * as z from "zod";
import { slugSchema } from "@/lib/domain/survey/studies/slug.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { BackupError } from "../backup/backup-manifest.ts";
import { deleteUploads, storeUpload, uploadJobKinds, writeUpload } from "../imports/stored-upload.ts";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { sql } from "../platform/database/sql.ts";
import { environment } from "../platform/environment.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { withTemporaryFolder } from "../platform/files/temporary-folder.ts";
import { enqueueRequestedJob, requireNoActiveJob } from "../platform/jobs/enqueue-job.ts";
import { PermanentJobError, type RunningJob } from "../platform/jobs/run-job.ts";
import { type ArchiveJobState, readArchiveJob } from "./archive-job.ts";
import { importProjectArchive } from "./import-archive.ts";

export const importJobKind = uploadJobKinds.archive;

/** One import at a time: a project archive can have gigabytes. */
const dedupeKey = importJobKind;

export const archiveUploadSchema = z.strictObject({
  /** The project's name in addresses here; empty for the name in the archive. */
  slug: z.union([z.literal(""), slugSchema]).default(""),
  fileName: boundedText(300).default(""),
});

const importPayloadSchema = z.strictObject({ upload: z.uuid(), slug: z.string() });

/** Stores an uploaded project archive and imports it in the background. Only owners may create projects. */
export async function requestArchiveImport(
  actor: Actor,
  { slug, fileName }: z.infer<typeof archiveUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<{ id: string }> {
  const userId = requirePerson(actor);
  if (!actor.isOwner) throw notFoundError();
  const target = { projectId: null, fileName, command: "parallax import project" };
  return storeUpload(body, target, async (client, upload) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${dedupeKey}, 0))`);
    await requireNoActiveJob(client, dedupeKey, "Another project archive is being imported.");
    const id = await enqueueRequestedJob(
      {
        kind: importJobKind,
        payload: { upload, slug },
        projectId: null,
        createdById: userId,
        dedupeKey,
        // The import is one transaction. A repeated import would be refused, because the project exists then.
        maxAttempts: 1,
      },
      client,
    );
    await recordAudit(client, {
      actorId: userId,
      projectId: null,
      action: "project.request-import",
      subjectType: "upload",
      subjectId: upload,
      after: { fileName, slug },
    });
    return { id };
  });
}

export const importedArchiveSchema = z.strictObject({
  projectId: z.string(),
  name: z.string(),
  slug: z.string(),
  rows: z.number(),
  /** Sessions that were erased here earlier, and are erased again. */
  erased: z.number(),
});

/**
 * Imports an uploaded archive: the job.
 *
 * @param eraseAgain repeats the erasures of this installation; returns the number of erased sessions
 */
export async function importArchive(
  job: RunningJob,
  eraseAgain: () => Promise<number>,
): Promise<z.infer<typeof importedArchiveSchema>> {
  const { upload, slug } = importPayloadSchema.parse(job.payload);
  let file = "";
  try {
    return await withTemporaryFolder(async (folder) => {
      file = await writeUpload(upload, join(folder, randomUUID()));
      const request = {
        connectionString: environment().databaseUrl,
        file,
        migrationsFolder: join(process.cwd(), "prisma", "migrations"),
        slug: slug === "" ? null : slug,
        actorId: job.createdById,
      };
      const imported = await importProjectArchive(request, (doing, share) => job.progress({ doing, share }));
      const { projectId, rows, manifest } = imported;
      return { projectId, name: manifest.project.name, slug: imported.slug, rows, erased: await eraseAgain() };
    });
  } catch (error) {
    // Users see the name of their file without the server's folder.
    if (error instanceof BackupError || error instanceof AppError)
      throw new PermanentJobError(error.message.replaceAll(file, basename(file)));
    throw error;
  } finally {
    await deleteUploads([upload]);
  }
}

/** The newest import of an archive, for owners; null if there was none. */
export async function getArchiveImport(actor: Actor): Promise<ArchiveJobState | null> {
  if (!actor.isOwner) throw notFoundError();
  return readArchiveJob(dedupeKey);
}
