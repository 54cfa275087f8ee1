import type { PoolClient } from "pg";
import * as z from "zod";
import { stages } from "@/lib/domain/survey/stages.ts";
import { slugSchema } from "@/lib/domain/survey/studies/slug.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import { type Actor, inProjectsWith, type Right } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import type { Prisma } from "../platform/database/generated/client.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../platform/database/sql.ts";
import { notFoundError } from "../platform/errors/app-error.ts";

/** The condition for the study with this ID or slug, for users with the right. */
export function studyWhere(actor: Actor, right: Right, address: string): Prisma.StudyWhereInput {
  if (isId(address)) return { id: address, ...inProjectsWith(actor, right) };
  // An invalid address is not sent to the database.
  if (!slugSchema.safeParse(address).success) return { id: { in: [] } };
  return { slug: address, ...inProjectsWith(actor, right) };
}

/**
 * SQL: the condition on the table `study` for the study with this ID, in any case, or slug, as in `studyWhere`. The
 * caller must check the right to see the study.
 */
export function studyAddressSql(address: string): SqlFragment {
  if (isId(address)) return fragment`study.id = ${address}::uuid`;
  return slugSchema.safeParse(address).success ? fragment`study.slug = ${address}` : fragment`false`;
}

/** Whether a text is a valid ID. Any other text would cause a database error instead of an empty result. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

export interface LockedStudy {
  id: string;
  project_id: string;
  slug: string;
  name: string;
  description: string;
  status: "draft" | "open" | "paused" | "closed";
  stage: string;
  language: string;
  benchmark_id: string;
  protocol_version_id: string | null;
  design: unknown;
  /** Whether the design has been generated; it is then fixed. */
  is_frozen: boolean;
  is_archived: boolean;
}

const lockedStudyRow = z.strictObject({
  id: z.string(),
  project_id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(studyStatuses),
  stage: z.enum(stages),
  language: z.string(),
  benchmark_id: z.string(),
  protocol_version_id: z.string().nullable(),
  design: json(),
  is_frozen: z.boolean(),
  is_archived: z.boolean(),
});

/** Reads the study and locks it for the rest of the transaction, so that decisions about it are serialized. */
export async function lockStudy(client: PoolClient, actor: Actor, right: Right, studyId: string): Promise<LockedStudy> {
  if (!isId(studyId)) throw notFoundError();
  const row = await maybeRow(
    client,
    lockedStudyRow,
    sql`SELECT id, project_id, slug, name, description, status, stage, language, benchmark_id, protocol_version_id,
            design,
            EXISTS (SELECT 1 FROM stratum
            WHERE study_id = study.id) AS is_frozen, archived_at IS NOT NULL AS is_archived
     FROM study WHERE id = ${studyId} AND (${projectScope(actor, right)}::uuid[] IS NULL
     OR project_id = ANY (${projectScope(actor, right)})) FOR UPDATE`,
  );
  if (!row) throw notFoundError();
  return row;
}
