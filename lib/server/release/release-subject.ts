import type { PoolClient } from "pg";
import * as z from "zod";
import {
  type ReleaseSubject,
  type ReleaseSubjectType,
  releaseSubjectTypes,
} from "@/lib/domain/release/release-subject.ts";
import type { Actor, Right } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { pool } from "../platform/database/pool.ts";
import { type Connection, maybeRow } from "../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../platform/database/sql.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { isId } from "../studies/study-where.ts";

/** What releases need to know of a study, a benchmark or a collection. */
export interface SubjectFacts extends ReleaseSubject {
  projectId: string;
  slug: string;
  name: string;
}

const subjectRow = z.strictObject({
  type: z.enum(releaseSubjectTypes),
  id: z.string(),
  projectId: z.string(),
  slug: z.string(),
  name: z.string(),
}) satisfies z.ZodType<SubjectFacts>;

const tables = {
  study: fragment`study`,
  benchmark: fragment`benchmark`,
  collection: fragment`annotation_collection`,
} satisfies Record<ReleaseSubjectType, SqlFragment>;

/** The column of the tables `release` and `release_deposit` that refers to the subject. */
export const subjectColumns = {
  study: fragment`study_id`,
  benchmark: fragment`benchmark_id`,
  collection: fragment`collection_id`,
} satisfies Record<ReleaseSubjectType, SqlFragment>;

/** The subject types of the audit log, which are also the prefixes of its actions. */
export const auditTypes = {
  study: "study",
  benchmark: "benchmark",
  collection: "annotation-collection",
} satisfies Record<ReleaseSubjectType, string>;

/**
 * The right to see the releases of a subject, and to change them. The pages of a collection need the right to manage it.
 */
export const subjectRights = {
  study: { read: "research.read", write: "research.write" },
  benchmark: { read: "research.read", write: "research.write" },
  collection: { read: "annotation.manage", write: "annotation.manage" },
} satisfies Record<ReleaseSubjectType, Record<"read" | "write", Right>>;

/** SQL: the condition on `release` that it is a version of this subject. */
export function isReleaseOf({ type, id }: ReleaseSubject): SqlFragment {
  return fragment`release.${subjectColumns[type]} = ${id}::uuid`;
}

/** SQL, to be joined with the table `release`: the subject of a version. */
export const releaseOwner = fragment`LATERAL (
  SELECT 'study' AS type, id, project_id, slug, name FROM study WHERE study.id = release.study_id
  UNION ALL SELECT 'benchmark', id, project_id, slug, name FROM benchmark WHERE benchmark.id = release.benchmark_id
  UNION ALL SELECT 'collection', id, project_id, slug, name FROM annotation_collection AS collection
    WHERE collection.id = release.collection_id
) AS owner`;

/** The subject of releases, for users with the right. Throws “not found” for everyone else. */
export async function requireSubject(
  actor: Actor,
  access: "read" | "write",
  subject: ReleaseSubject,
): Promise<SubjectFacts> {
  return findSubject(pool(), actor, access, subject, fragment``);
}

/** Like `requireSubject`, and locks the subject, so that decisions about its releases are serialized. */
export async function lockSubject(
  client: PoolClient,
  actor: Actor,
  access: "read" | "write",
  subject: ReleaseSubject,
): Promise<SubjectFacts> {
  return findSubject(client, actor, access, subject, fragment`FOR NO KEY UPDATE`);
}

async function findSubject(
  client: Connection,
  actor: Actor,
  access: "read" | "write",
  { type, id }: ReleaseSubject,
  lock: SqlFragment,
): Promise<SubjectFacts> {
  const scope = projectScope(actor, subjectRights[type][access]);
  const row = isId(id)
    ? await maybeRow(
        client,
        subjectRow,
        sql`SELECT ${type}::text AS type, id, project_id AS "projectId", slug, name FROM ${tables[type]}
            WHERE id = ${id}::uuid AND (${scope}::uuid[] IS NULL OR project_id = ANY (${scope})) ${lock}`,
      )
    : null;
  if (!row) throw notFoundError();
  return row;
}
