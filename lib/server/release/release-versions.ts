import { join } from "node:path";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { ReleaseChanges } from "@/lib/domain/release/change-log.ts";
import { type ReleaseLevel, releaseLevels } from "@/lib/domain/release/release-dataset.ts";
import type { ReleaseReport } from "@/lib/domain/release/release-finding.ts";
import { type ReleaseRequest, releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import { type ReleaseSubject, releaseSubjectTypes } from "@/lib/domain/release/release-subject.ts";
import { type Actor, can } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { type Connection, json, manyRows, maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { withTemporaryFolder } from "../platform/files/temporary-folder.ts";
import { isId, studyAddressSql } from "../studies/study-where.ts";
import { packRelease, storeArchive } from "./release-archive.ts";
import type { ReleaseResults } from "./release-results.ts";
import {
  auditTypes,
  isReleaseOf,
  lockSubject,
  releaseOwner,
  type SubjectFacts,
  subjectColumns,
  subjectRights,
} from "./release-subject.ts";

/** One version of a release, as listed on pages. */
export interface ReleaseVersion {
  id: string;
  level: ReleaseLevel;
  version: string;
  changes: string;
  bytes: number;
  sha256: string;
  createdAt: Date;
  createdBy: string | null;
  withdrawnAt: Date | null;
  withdrawnReason: string;
  /** The time since which the version has a public page; null if it has none. */
  pageSince: Date | null;
}

const versionColumns = fragment`release.id, release.level, release.version, release.changes,
  release.bytes::float8 AS bytes, release.sha256, release.created_at AS "createdAt", author.name AS "createdBy",
  release.withdrawn_at AS "withdrawnAt", release.withdrawn_reason AS "withdrawnReason", release.page_since AS "pageSince"`;

const versionRow = z.strictObject({
  id: z.string(),
  level: z.enum(releaseLevels),
  version: z.string(),
  changes: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  createdAt: z.date(),
  createdBy: z.string().nullable(),
  withdrawnAt: z.date().nullable(),
  withdrawnReason: z.string(),
  pageSince: z.date().nullable(),
}) satisfies z.ZodType<ReleaseVersion>;

/** The versions of a subject, newest first. The caller must check the right to read it. */
export async function listReleases(subject: ReleaseSubject): Promise<ReleaseVersion[]> {
  return manyRows(
    pool(),
    versionRow,
    sql`SELECT ${versionColumns} FROM release LEFT JOIN app_user AS author ON author.id = release.created_by_id
        WHERE ${isReleaseOf(subject)} ORDER BY release.created_at DESC, release.id`,
  );
}

const changeRow = z.strictObject({
  version: z.string(),
  date: z.string(),
  changes: z.string(),
}) satisfies z.ZodType<ReleaseChanges>;

/** The changelog of the stored versions of one level, newest first. */
export async function readChanges(
  client: PoolClient,
  subject: ReleaseSubject,
  level: ReleaseLevel,
): Promise<ReleaseChanges[]> {
  return manyRows(
    client,
    changeRow,
    sql`SELECT version, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
          changes || CASE WHEN withdrawn_at IS NULL THEN '' ELSE E'\n\nWithdrawn: ' || withdrawn_reason END AS changes
        FROM release WHERE ${isReleaseOf(subject)} AND level = ${level} ORDER BY created_at DESC, id`,
  );
}

const reportRow = z.strictObject({ report: json<ReleaseReport>() });

/** The report of a version; null if it is not stored. */
export async function getStoredReport(releaseId: string): Promise<ReleaseReport | null> {
  const row = await maybeRow(pool(), reportRow, sql`SELECT report FROM release WHERE id = ${releaseId}::uuid`);
  return row?.report ?? null;
}

/** Packs the folder of a release and stores it as a version. */
export async function storeRelease(
  folder: string,
  subject: SubjectFacts,
  release: {
    id: string;
    request: ReleaseRequest;
    report: ReleaseReport;
    /** What the public page of the version shows; null for other levels than “public”. */
    results: ReleaseResults | null;
    actorId: string | null;
  },
): Promise<void> {
  const { id, request, report, results, actorId } = release;
  const { description, level } = request;
  const name = `${subject.slug}-${description.version}`;
  await withTemporaryFolder(async (parent) => {
    const path = join(parent, "release.zip");
    const { sha256, bytes } = await packRelease(folder, name, new Date(description.published), path);
    await withTx(async (client) => {
      await client.query(sql`
        INSERT INTO release (id, ${subjectColumns[subject.type]}, level, version, changes, request, report, results, bytes,
          sha256, created_by_id)
        VALUES (${id}, ${subject.id}, ${level}, ${description.version}, ${description.changes ?? ""},
          ${JSON.stringify(request)}, ${JSON.stringify(report)}, ${results && JSON.stringify(results)}, ${bytes},
          ${sha256}, ${actorId})
      `);
      await storeArchive(client, id, path);
    });
  });
}

/** Throws if the subject already has this version of this level, withdrawn or not. */
export async function requireNewVersion(
  subject: ReleaseSubject,
  { level, description: { version } }: ReleaseRequest,
  client: Connection = pool(),
): Promise<void> {
  const existingCount = await rowCountOf(
    client,
    sql`SELECT FROM release WHERE ${isReleaseOf(subject)} AND level = ${level} AND version = ${version}`,
  );
  if (existingCount > 0) throw new AppError("invalid", `Version ${version} of this level already exists.`, "version");
}

const storedRow = z.strictObject({
  id: z.string(),
  type: z.enum(releaseSubjectTypes),
  subject_id: z.string(),
  project_id: z.string(),
  slug: z.string(),
  level: z.enum(releaseLevels),
  version: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  withdrawn_at: z.date().nullable(),
  withdrawn_reason: z.string(),
  request: json(),
});

/** A version whose archive can be read, with the request that created it. */
export interface OpenRelease {
  id: string;
  subject: ReleaseSubject;
  projectId: string;
  slug: string;
  version: string;
  bytes: number;
  sha256: string;
  /** `SUBJECT-VERSION.zip`, with the level unless it is public. */
  fileName: string;
  request: ReleaseRequest;
}

/**
 * A version, for people who may export its subject at its level. Throws the reason if the version was withdrawn;
 * recorded in the audit log as an export.
 *
 * @param access required in addition to the right for its level
 * @param study the ID or slug of the study of which it must be a version; null for any subject
 */
export async function requireRelease(
  actor: Actor,
  releaseId: string,
  access: "read" | "write" = "read",
  study: string | null = null,
): Promise<OpenRelease> {
  const row = isId(releaseId)
    ? await maybeRow(
        pool(),
        storedRow,
        sql`SELECT release.id, owner.type, owner.id AS subject_id, owner.project_id, owner.slug, release.level,
              release.version, release.bytes::float8 AS bytes, release.sha256, release.withdrawn_at,
              release.withdrawn_reason, release.request
            FROM release, ${releaseOwner}
            WHERE release.id = ${releaseId}::uuid AND ${
              study === null
                ? fragment`true`
                : fragment`EXISTS (SELECT FROM study WHERE study.id = release.study_id AND ${studyAddressSql(study)})`
            }`,
      )
    : null;
  if (!row || !can(actor, subjectRights[row.type][access], row.project_id)) throw notFoundError();
  if (row.level === "identified" && !can(actor, "identities.read", row.project_id)) throw notFoundError();
  if (row.withdrawn_at) throw new AppError("gone", `Version ${row.version} was withdrawn: ${row.withdrawn_reason}`);
  const { level, version, slug } = row;
  await recordAudit(pool(), {
    actorId: actor.userId,
    projectId: row.project_id,
    action: `${auditTypes[row.type]}.export`,
    subjectType: auditTypes[row.type],
    subjectId: row.subject_id,
    after: { level, release: version },
  });
  return {
    id: row.id,
    subject: { type: row.type, id: row.subject_id },
    projectId: row.project_id,
    slug,
    version,
    bytes: row.bytes,
    sha256: row.sha256,
    fileName: `${slug}-${version}${level === "public" ? "" : `-${level}`}.zip`,
    request: releaseRequestSchema.parse(row.request),
  };
}

const withdrawnRow = z.strictObject({ level: z.string(), version: z.string() });

/**
 * Withdraws a version: its archive and results are deleted, and its entry is kept with the reason. This cannot be undone.
 */
export async function withdrawRelease(
  actor: Actor,
  subject: ReleaseSubject,
  releaseId: string,
  reason: string,
): Promise<void> {
  await withTx(async (client) => {
    const { projectId } = await lockSubject(client, actor, "write", subject);
    const withdrawnVersion = await maybeRow(
      client,
      withdrawnRow,
      sql`UPDATE release SET withdrawn_at = clock_timestamp(), withdrawn_by_id = ${actor.userId},
            withdrawn_reason = ${reason}, results = NULL
          WHERE id = ${releaseId}::uuid AND ${isReleaseOf(subject)} AND withdrawn_at IS NULL RETURNING level, version`,
    );
    if (!withdrawnVersion) throw notFoundError();
    await client.query(sql`DELETE FROM release_part WHERE release_id = ${releaseId}::uuid`);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: `${auditTypes[subject.type]}.withdraw-release`,
      subjectType: auditTypes[subject.type],
      subjectId: subject.id,
      after: withdrawnVersion,
      reason,
    });
  });
}
