import * as z from "zod";
import type { PooledStudies } from "@/lib/domain/results/sites/describe-pooled.ts";
import { minSharedKeyLength } from "@/lib/domain/shared-key.ts";
import type { Actor } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { enqueueRequestedJob, requireNoActiveJob } from "../platform/jobs/enqueue-job.ts";
import { PermanentJobError, type RunningJob } from "../platform/jobs/run-job.ts";
import { decryptStoredSecret, encryptStoredSecret } from "../platform/settings/stored-secret.ts";
import { getStudy } from "../studies/get-study.ts";
import { recordInterimView } from "../studies/interim-views.ts";
import { lockStudy } from "../studies/study-where.ts";
import { type ArchiveJobState, readArchiveJob } from "./archive-job.ts";
import { nameSites, poolStudies } from "./pool-studies.ts";

export const poolJobKind = "pool-studies";

const poolPayloadSchema = z.strictObject({
  studies: z.array(z.strictObject({ id: z.uuid(), site: z.string() })).min(2),
  /** The encrypted key of the sites; absent without a key, and after the job. */
  key: z.string().optional(),
});

const maxAttempts = 2;

/** Maximum number of sites that are pooled at once. */
export const maxSites = 50;

const siteRow = z.strictObject({ id: z.string(), slug: z.string(), name: z.string(), project: z.string() });

/**
 * Studies that can be pooled with a study: others that the user may read and that share an item with it. Studies of
 * other installations are among them after their project's archive was imported. At most 200.
 */
export async function listOtherSites(actor: Actor, studyId: string): Promise<z.infer<typeof siteRow>[]> {
  const scope = projectScope(actor, "research.read");
  return manyRows(
    pool(),
    siteRow,
    sql`WITH content AS (
          SELECT content_hash FROM study_item JOIN item_version ON item_version.id = item_version_id
          WHERE study_id = ${studyId}::uuid
        )
        SELECT study.id, study.slug, study.name, project.name AS project
        FROM study JOIN project ON project.id = study.project_id
        WHERE study.id <> ${studyId}::uuid AND stage <> 'preview' AND status <> 'draft'
          AND (${scope}::uuid[] IS NULL OR study.project_id = ANY (${scope}))
          AND EXISTS (
            SELECT FROM study_item JOIN item_version ON item_version.id = item_version_id
            WHERE study_id = study.id AND content_hash IN (SELECT content_hash FROM content))
        ORDER BY project.name, study.name, study.id LIMIT 200`,
  );
}

/**
 * Pools a study with others in the background, for users who may change the study and read the others. The pooled
 * accuracies are a view of the data of all studies, and are recorded as such.
 *
 * @param sharedKey the key with which sites match people; empty for none. It is stored encrypted until the job ends.
 */
export async function requestPool(
  actor: Actor,
  studyId: string,
  others: readonly string[],
  sharedKey: string,
): Promise<void> {
  // The right is checked first: users who may not change the study get no messages about the fields.
  const own = await getStudy(actor, studyId);
  if (!own?.canWrite) throw notFoundError();
  const ids = [...new Set([own.id, ...others])];
  if (ids.length < 2) throw new AppError("invalid", "Choose at least one other study.", "others");
  const key = sharedKey.trim();
  if (key !== "" && key.length < minSharedKeyLength)
    throw new AppError("invalid", `The key needs at least ${minSharedKeyLength} characters.`, "sharedKey");
  const studies = await Promise.all(ids.map((id) => getStudy(actor, id)));
  const readable = studies.filter((study) => study !== null);
  if (readable.length < studies.length) throw notFoundError();
  const sites = await nameSites(actor, readable);
  const encryptedKey = key === "" ? {} : { key: await encryptStoredSecret("pool-key", key) };
  await withTx(async (client) => {
    const { project_id: projectId } = await lockStudy(client, actor, "research.write", studyId);
    const dedupeKey = keyOf(studyId);
    await requireNoActiveJob(client, dedupeKey, "This study is already being pooled.");
    await enqueueRequestedJob(
      {
        kind: poolJobKind,
        payload: { studies: sites, ...encryptedKey },
        projectId,
        createdById: actor.userId,
        dedupeKey,
        maxAttempts,
      },
      client,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "study.pool",
      subjectType: "study",
      subjectId: studyId,
      after: { studies: ids, withSharedKey: key !== "" },
    });
  });
  for (const study of readable) await recordInterimView(actor, study);
}

/** Pools the studies of a request: the job. */
export async function poolInBackground(job: RunningJob): Promise<PooledStudies> {
  const { studies, key } = poolPayloadSchema.parse(job.payload);
  await job.progress({ doing: "Reading the answers" });
  const plainKey = key === undefined ? null : await decryptStoredSecret("pool-key", key);
  const deleteKey = async () => {
    await pool().query(sql`UPDATE job SET payload = payload - 'key' WHERE id = ${job.id}::uuid`);
  };
  try {
    const pooled = await poolStudies(studies, plainKey);
    await deleteKey();
    return pooled;
  } catch (error) {
    const isPermanent = error instanceof RangeError;
    if (isPermanent || job.attempt >= maxAttempts) await deleteKey();
    throw isPermanent ? new PermanentJobError(error.message) : error;
  }
}

/** The newest pooled result of a study. */
export interface PoolState extends Omit<ArchiveJobState, "result"> {
  /** The names of the sites. */
  sites: string[];
  report: PooledStudies | null;
}

const payloadRow = z.strictObject({ payload: json() });

/**
 * The newest pooled result of a study; null if there is none, or if it has data of a study that the user may not read.
 */
export async function getPoolState(actor: Actor, studyId: string): Promise<PoolState | null> {
  const job = await maybeRow(pool(), payloadRow, sql`SELECT payload FROM job WHERE dedupe_key = ${keyOf(studyId)}`);
  const state = job && (await readArchiveJob(keyOf(studyId)));
  if (!state) return null;
  const { studies } = poolPayloadSchema.parse(job.payload);
  const found = await Promise.all(studies.map(({ id }) => getStudy(actor, id)));
  if (found.includes(null)) return null;
  const { result, ...rest } = state;
  return { ...rest, sites: studies.map(({ site }) => site), report: result as PooledStudies | null };
}

function keyOf(studyId: string): string {
  return `${poolJobKind}/${studyId}`;
}
