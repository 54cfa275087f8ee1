import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { PoolClient } from "pg";
import * as z from "zod";
import { minSharedKeyLength } from "@/lib/domain/shared-key.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { readParts, storeParts } from "../platform/database/stored-parts.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { environment } from "../platform/environment.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { requireFreeSpace } from "../platform/files/free-space.ts";
import { withTemporaryFolder } from "../platform/files/temporary-folder.ts";
import { streamParts } from "../platform/http/stream-parts.ts";
import { enqueueRequestedJob, requireNoActiveJob } from "../platform/jobs/enqueue-job.ts";
import type { RunningJob } from "../platform/jobs/run-job.ts";
import { type ArchiveJobState, readArchiveJob } from "./archive-job.ts";
import { storePersonDigests } from "./match-people.ts";
import { writeProjectArchive } from "./write-archive.ts";

export const exportJobKind = "export-project-archive";

const exportPayloadSchema = z.strictObject({
  /** The ID of the stored file. */
  archive: z.uuid(),
});

/** The longest time for which a stored archive can be downloaded, in hours. */
export const archiveHours = 24;

const activeExport = "An archive of this project is already being written.";

/**
 * Writes the archive of a project in the background, for its administrators. It replaces the previous archive. A
 * project has at most one export in progress.
 *
 * @param sharedKey the key with which sites match people; empty for none. It is not stored.
 */
export async function requestArchive(actor: Actor, projectId: string, sharedKey: string): Promise<void> {
  requireRight(actor, "users.manage", projectId);
  const key = sharedKey.trim();
  if (key !== "" && key.length < minSharedKeyLength)
    throw new AppError("invalid", `The key needs at least ${minSharedKeyLength} characters.`, "sharedKey");
  await requireNoActiveJob(pool(), keyOf(projectId), activeExport);
  await storePersonDigests(projectId, key === "" ? null : key);
  await withTx(async (client) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${keyOf(projectId)}, 0))`);
    await requireNoActiveJob(client, keyOf(projectId), activeExport);
    await deleteArchive(client, projectId);
    await enqueueRequestedJob(
      {
        kind: exportJobKind,
        payload: { archive: randomUUID() },
        projectId,
        createdById: actor.userId,
        dedupeKey: keyOf(projectId),
        maxAttempts: 2,
      },
      client,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "project.request-archive",
      subjectType: "project",
      subjectId: projectId,
      after: { withSharedKey: key !== "" },
    });
  });
}

async function deleteArchive(client: PoolClient, projectId: string): Promise<void> {
  await client.query(
    sql`DELETE FROM upload_part USING job
        WHERE dedupe_key = ${keyOf(projectId)} AND upload_id::text = payload ->> 'archive'`,
  );
}

/** Writes and stores a requested archive: the job. */
export async function exportArchive(job: RunningJob): Promise<{ rows: number }> {
  const { archive } = exportPayloadSchema.parse(job.payload);
  const projectId = z.uuid().parse(job.projectId);
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, "archive.zip");
    const request = { projectId, file, actorId: job.createdById };
    const manifest = await writeProjectArchive(environment().databaseUrl, request, (doing, share) =>
      job.progress({ doing: `Writing ${doing}`, share }),
    );
    await requireFreeSpace(file, 2 * (await stat(file)).size);
    await withTx(async (client) => {
      // An earlier attempt may have stored parts.
      await deleteArchive(client, projectId);
      await storeParts(
        client,
        file,
        (number, bytes) =>
          sql`INSERT INTO upload_part (upload_id, number, project_id, file_name, bytes)
              VALUES (${archive}::uuid, ${number}, ${projectId}::uuid, ${`${manifest.project.slug}.zip`}, ${bytes})`,
      );
    });
    return { rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0) };
  });
}

/** The newest export of a project. */
export interface ArchiveExport extends ArchiveJobState {
  /** The stored file; null if there is none, or if it was deleted. */
  file: { name: string; bytes: number; at: Date } | null;
}

const fileRow = z.strictObject({ archive: z.string(), name: z.string(), bytes: z.number(), at: z.date() });

/** The newest export of a project, for its administrators; null if there was none. */
export async function getArchiveExport(actor: Actor, projectId: string): Promise<ArchiveExport | null> {
  requireRight(actor, "users.manage", projectId);
  const state = await readArchiveJob(keyOf(projectId));
  return state && { ...state, file: (await findFile(projectId)) ?? null };
}

function findFile(projectId: string) {
  return maybeRow(
    pool(),
    fileRow,
    sql`SELECT upload_id::text AS archive, min(file_name) AS name, sum(octet_length(bytes))::float8 AS bytes,
          min(upload_part.created_at) AS at
        FROM upload_part JOIN job ON upload_id::text = payload ->> 'archive'
        WHERE dedupe_key = ${keyOf(projectId)} AND job.state = 'done'
          AND upload_part.created_at > clock_timestamp() - make_interval(hours => ${archiveHours})
        GROUP BY upload_id`,
  );
}

/** The stored archive of a project as a stream, for its administrators. The download is recorded in the audit log. */
export async function openProjectArchive(actor: Actor, projectId: string) {
  requireRight(actor, "users.manage", projectId);
  const file = await findFile(projectId);
  if (!file) throw notFoundError();
  await recordAudit(pool(), {
    actorId: actor.userId,
    projectId,
    action: "project.download-archive",
    subjectType: "project",
    subjectId: projectId,
    after: { bytes: file.bytes },
  });
  const parts = readParts(
    (number) => sql`SELECT bytes FROM upload_part WHERE upload_id = ${file.archive}::uuid AND number = ${number}`,
  );
  return { stream: streamParts(parts), name: file.name, bytes: file.bytes };
}

function keyOf(projectId: string): string {
  return `${exportJobKind}/${projectId}`;
}
