import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { ReleaseReport } from "@/lib/domain/release/release-finding.ts";
import { type ReleaseRequest, releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import { type ReleaseSubject, releaseSubjectSchema } from "@/lib/domain/release/release-subject.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { JobState } from "../platform/database/generated/enums.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { enqueueRequestedJob, requireNoActiveJob } from "../platform/jobs/enqueue-job.ts";
import { releaseK } from "./project-k.ts";
import { auditTypes, lockSubject } from "./release-subject.ts";
import { requireNewVersion } from "./release-versions.ts";

export const releaseJobKind = "write-release";

export const releasePayloadSchema = z.strictObject({
  subject: releaseSubjectSchema,
  /** The ID of the future version, so that a repeated attempt finds what an earlier attempt stored. */
  releaseId: z.uuid(),
  isDryRun: z.boolean(),
  request: releaseRequestSchema,
});

/**
 * Checks a release in the background, and writes a version unless `isDryRun`. The checks require the right to export
 * the subject at that level; a version also requires the right to change it. A subject has at most one release in
 * progress. Benchmarks and collections have only the level “public”.
 */
export async function requestRelease(
  actor: Actor,
  subject: ReleaseSubject,
  request: ReleaseRequest,
  isDryRun: boolean,
): Promise<{ id: string }> {
  const releaseId = randomUUID();
  const { level, description } = request;
  await withTx(async (client) => {
    const { projectId } = await lockSubject(client, actor, isDryRun ? "read" : "write", subject);
    if (subject.type !== "study" && level !== "public")
      throw new AppError("invalid", "Benchmarks and collections have only the level “public”.", "level");
    if (level === "identified") requireRight(actor, "identities.read", projectId);
    const dedupeKey = keyOf(subject);
    await requireNoActiveJob(client, dedupeKey, `A release of this ${subject.type} is already in progress.`);
    if (!isDryRun) await requireNewVersion(subject, request, client);
    const k = await releaseK(client, projectId, request.k);
    await enqueueRequestedJob(
      {
        kind: releaseJobKind,
        payload: { subject, releaseId, isDryRun, request: { ...request, k } },
        projectId,
        createdById: actor.userId,
        dedupeKey,
        maxAttempts: 2,
      },
      client,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: `${auditTypes[subject.type]}.check-release`,
      subjectType: auditTypes[subject.type],
      subjectId: subject.id,
      after: { level, version: description.version },
    });
  });
  return { id: releaseId };
}

/** The newest request of a subject: the entered settings and the progress. */
export interface ReleaseState {
  id: string;
  isDryRun: boolean;
  request: ReleaseRequest;
  state: "working" | "done" | "failed";
  /** The current step of a running job. */
  doing: string;
  /** Why the request failed. */
  problem: string;
  /** The report; null until the request is done. */
  report: ReleaseReport | null;
  /** Whether a version was written; false after a dry run and if findings blocked the release. */
  isWritten: boolean;
}

export interface ReleaseOutcome {
  report: ReleaseReport;
  isWritten: boolean;
}

const stateRow = z.strictObject({
  state: z.enum(JobState),
  progress: json<{ doing?: unknown }>(),
  result: json<ReleaseOutcome>().nullable(),
  last_error: z.string().nullable(),
  payload: json(),
});

/** The newest request; null if there is none. The caller must check the right to read the subject. */
export async function getReleaseState(subject: ReleaseSubject): Promise<ReleaseState | null> {
  const job = await maybeRow(
    pool(),
    stateRow,
    sql`SELECT state::text AS state, progress, result, last_error, payload FROM job
        WHERE kind = ${releaseJobKind} AND dedupe_key = ${keyOf(subject)}`,
  );
  if (!job) return null;
  const { isDryRun, request, releaseId } = releasePayloadSchema.parse(job.payload);
  return {
    id: releaseId,
    isDryRun,
    request,
    state: job.state === "done" ? "done" : job.state === "dead" ? "failed" : "working",
    doing: String(job.progress.doing ?? ""),
    problem: job.state === "dead" ? (job.last_error ?? "") : "",
    report: job.state === "done" ? (job.result?.report ?? null) : null,
    isWritten: job.state === "done" && (job.result?.isWritten ?? false),
  };
}

function keyOf({ id }: ReleaseSubject): string {
  return `${releaseJobKind}/${id}`;
}
