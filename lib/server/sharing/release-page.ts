import * as z from "zod";
import { type ReleaseRequest, releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { recordPublicPageView } from "../studies/interim-views.ts";
import { isId, lockStudy } from "../studies/study-where.ts";
import { countNetworkRequest, type SharedAccess, viewerOfProject } from "./open-shared-view.ts";

const changedRow = z.strictObject({ version: z.string(), level: z.string(), isWithdrawn: z.boolean() });

/**
 * Switches the public page of one version of a release on or off; it is off by default. Only a version of the level
 * "public" that was not withdrawn can have a page. If a version is withdrawn later, its page stays and states this.
 */
export async function setReleasePage(
  actor: Actor,
  studyId: string,
  releaseId: string,
  isPublic: boolean,
): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const release = await maybeRow(
      client,
      changedRow,
      sql`UPDATE release SET
            page_since = CASE WHEN ${isPublic}::boolean THEN coalesce(page_since, clock_timestamp()) END,
            page_by_id = CASE WHEN ${isPublic}::boolean THEN coalesce(page_by_id, ${actor.userId}::uuid) END
          WHERE id = ${releaseId}::uuid AND study_id = ${studyId}::uuid
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
      projectId: study.project_id,
      action: isPublic ? "study.publish-release-page" : "study.remove-release-page",
      subjectType: "study",
      subjectId: studyId,
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
  slug: string;
  request: ReleaseRequest;
  /** The other versions of the study that have a public page, newest first. */
  others: { id: string; version: string }[];
  access: SharedAccess;
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
  slug: z.string(),
  studyId: z.string(),
  projectId: z.string(),
  stage: z.enum(stages),
});

const otherRow = z.strictObject({ id: z.string(), version: z.string() });

/**
 * Opens the public page of a version, or one of its files. Views are recorded like those of a shared view, except for a
 * withdrawn version, which shows no results. Null if the version has no public page.
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
              release.withdrawn_reason AS "withdrawnReason", release.request, study.slug, study.id AS "studyId",
              study.project_id AS "projectId", study.stage::text AS stage
            FROM release JOIN study ON study.id = release.study_id
            WHERE release.id = ${releaseId}::uuid AND release.page_since IS NOT NULL AND release.level = 'public'`,
      )
    : null;
  if (!row) return null;
  const { studyId, projectId, stage, request, ...release } = row;
  if (!release.withdrawnAt)
    await recordPublicPageView(
      { id: studyId, projectId, stage },
      { id: release.id, by: `public page of version ${release.version}` },
    );
  const otherStudies = await manyRows(
    pool(),
    otherRow,
    sql`SELECT id, version FROM release
        WHERE study_id = ${studyId}::uuid AND level = 'public' AND page_since IS NOT NULL AND id <> ${release.id}::uuid
        ORDER BY created_at DESC, id`,
  );
  return {
    ...release,
    request: releaseRequestSchema.parse(request),
    others: otherStudies,
    access: { studyId, actor: viewerOfProject(projectId), isBlinded: false },
  };
}
