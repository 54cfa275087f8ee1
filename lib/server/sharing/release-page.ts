import * as z from "zod";
import { type ReleaseRequest, releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import { type ReleaseSubject, releaseSubjectTypes } from "@/lib/domain/release/release-subject.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import type { ReleaseResults } from "../release/release-results.ts";
import { auditTypes, isReleaseOf, lockSubject, releaseOwner } from "../release/release-subject.ts";
import { recordPublicPageView } from "../studies/interim-views.ts";
import { isId } from "../studies/study-where.ts";
import { countNetworkRequest } from "./open-shared-view.ts";

const changedRow = z.strictObject({ version: z.string(), level: z.string(), isWithdrawn: z.boolean() });

/**
 * Switches the public page of one version of a release on or off; it is off by default. Only a version of the level
 * "public" that was not withdrawn can have a page. If a version is withdrawn later, its page stays and states this.
 */
export async function setReleasePage(
  actor: Actor,
  subject: ReleaseSubject,
  releaseId: string,
  isPublic: boolean,
): Promise<void> {
  await withTx(async (client) => {
    const { projectId } = await lockSubject(client, actor, "write", subject);
    const release = await maybeRow(
      client,
      changedRow,
      sql`UPDATE release SET
            page_since = CASE WHEN ${isPublic}::boolean THEN coalesce(page_since, clock_timestamp()) END,
            page_by_id = CASE WHEN ${isPublic}::boolean THEN coalesce(page_by_id, ${actor.userId}::uuid) END
          WHERE id = ${releaseId}::uuid AND ${isReleaseOf(subject)}
          RETURNING version, level, withdrawn_at IS NOT NULL AS "isWithdrawn"`,
    );
    if (!release) throw notFoundError();
    const { version, level, isWithdrawn } = release;
    if (isPublic && level !== "public")
      throw new AppError("conflict", "Only a version of the level “public” can have a public page.");
    if (isPublic && isWithdrawn)
      throw new AppError("conflict", "This version was withdrawn, so it cannot be published.");
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: `${auditTypes[subject.type]}.${isPublic ? "publish" : "remove"}-release-page`,
      subjectType: auditTypes[subject.type],
      subjectId: subject.id,
      after: { release: releaseId, version },
    });
  });
}

/** One version of a release on its public page. */
export interface ReleasePage {
  id: string;
  version: string;
  bytes: number;
  sha256: string;
  createdAt: Date;
  withdrawnAt: Date | null;
  withdrawnReason: string;
  type: ReleaseSubject["type"];
  slug: string;
  request: ReleaseRequest;
  /** The results of the version; null if it was written before results were stored with versions. */
  results: ReleaseResults | null;
  /** The other versions of its subject that have a public page, newest first. */
  others: { id: string; version: string }[];
}

const pageRow = z.strictObject({
  id: z.string(),
  version: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  createdAt: z.date(),
  withdrawnAt: z.date().nullable(),
  withdrawnReason: z.string(),
  request: json(),
  results: json<ReleaseResults>().nullable(),
  type: z.enum(releaseSubjectTypes),
  subjectId: z.string(),
  slug: z.string(),
  projectId: z.string(),
  stage: z.enum(stages).nullable(),
});

const otherRow = z.strictObject({ id: z.string(), version: z.string() });

/**
 * Opens the public page of a version, or one of its files. Views are recorded like those of a shared view, except for a
 * withdrawn version and a version of a benchmark or a collection, which show no answers of participants. Null if the
 * version has no public page.
 *
 * @throws AppError `too-many` above the limit for the network
 */
export async function openReleasePage(releaseId: string, headers: Headers): Promise<ReleasePage | null> {
  await countNetworkRequest(headers);
  const row = isId(releaseId)
    ? await maybeRow(
        pool(),
        pageRow,
        sql`SELECT release.id, release.version, release.bytes::float8 AS bytes, release.sha256,
              release.created_at AS "createdAt", release.withdrawn_at AS "withdrawnAt",
              release.withdrawn_reason AS "withdrawnReason", release.request, release.results, owner.type,
              owner.id AS "subjectId", owner.slug, owner.project_id AS "projectId", study.stage::text AS stage
            FROM release LEFT JOIN study ON study.id = release.study_id, ${releaseOwner}
            WHERE release.id = ${releaseId}::uuid AND release.page_since IS NOT NULL AND release.level = 'public'`,
      )
    : null;
  if (!row) return null;
  const { subjectId, projectId, stage, request, ...release } = row;
  if (!release.withdrawnAt && stage !== null)
    await recordPublicPageView(
      { id: subjectId, projectId, stage },
      { id: release.id, by: `public page of version ${release.version}` },
    );
  const others = await manyRows(
    pool(),
    otherRow,
    sql`SELECT id, version FROM release
        WHERE ${isReleaseOf({ type: release.type, id: subjectId })} AND level = 'public' AND page_since IS NOT NULL AND id <> ${release.id}::uuid
        ORDER BY created_at DESC, id`,
  );
  return {
    ...release,
    request: releaseRequestSchema.parse(request),
    others,
  };
}
