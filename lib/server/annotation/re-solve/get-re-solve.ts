import * as z from "zod";
import type { GateResult } from "@/lib/domain/annotation/judge-gate.ts";
import type { ItemStatus } from "@/lib/domain/annotation/task.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { type ReSolveKind, reSolveKinds } from "@/lib/domain/survey/presets/re-solve.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import { type Actor, can } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { signLinks } from "../../studies/entry/sign-links.ts";

export interface ReSolveStudy {
  studyId: string;
  name: string;
  slug: string;
  status: "draft" | "open" | "paused" | "closed";
  createdAt: Date;
  items: number;
  passed: number;
  rejected: number;
  waiting: number;
  gates: {
    itemId: string;
    externalId: string;
    status: ItemStatus;
    passed: boolean | null;
    result: GateResult | null;
  }[];
}

const waitingCountsRow = z.strictObject({ kinds: json<Partial<Record<KsteKind, number>>>().nullable() });

const reSolveRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  status: z.enum(studyStatuses),
  created_at: z.date(),
  gates: json<ReSolveStudy["gates"]>(),
});

/** The blind re-solves of a collection, newest first, with every item's result, including rejections. */
export async function listReSolves(
  actor: Actor,
  collectionId: string,
): Promise<{ studies: ReSolveStudy[]; waitingToStart: Record<ReSolveKind, number> }> {
  const scope = projectScope(actor, "annotation.manage");
  const collection = await maybeRow(
    pool(),
    waitingCountsRow,
    sql`
    SELECT (SELECT json_object_agg(kind, n) FROM (
        SELECT item.kind, count(*) AS n FROM annotation_item AS item
        WHERE item.collection_id = collection.id AND item.status = 'reviewed'
          AND NOT EXISTS (SELECT FROM annotation_gate AS gate JOIN study ON study.id = gate.study_id
            WHERE gate.item_id = item.id AND gate.decided_at IS NULL AND study.status <> 'closed')
        GROUP BY item.kind) AS waiting) AS kinds
    FROM annotation_collection AS collection
    WHERE collection.id = ${collectionId}::uuid AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))
  `,
  );
  if (!collection) throw notFoundError();
  const rows = await manyRows(
    pool(),
    reSolveRow,
    sql`
    SELECT study.id, study.name, study.slug, study.status::text, study.created_at,
      json_agg(json_build_object('itemId', item.id, 'externalId', item.external_id, 'status', item.status,
        'passed', gate.passed, 'result', gate.result) ORDER BY item.ordinal) AS gates
    FROM annotation_gate AS gate
    JOIN annotation_item AS item ON item.id = gate.item_id
    JOIN study ON study.id = gate.study_id
    WHERE item.collection_id = ${collectionId}::uuid
    GROUP BY study.id ORDER BY study.created_at DESC
  `,
  );
  return {
    studies: rows.map((row) => {
      const { gates } = row;
      return {
        studyId: row.id,
        name: row.name,
        slug: row.slug,
        status: row.status,
        createdAt: row.created_at,
        items: gates.length,
        passed: gates.filter(({ passed }) => passed === true).length,
        rejected: gates.filter(({ passed }) => passed === false).length,
        waiting: gates.filter(({ passed }) => passed === null).length,
        gates,
      };
    }),
    waitingToStart: Object.values(storyKinds).reduce(
      (counts, { name, itemKind }) => {
        counts[itemKind] += collection.kinds?.[name] ?? 0;
        return counts;
      },
      Object.fromEntries(reSolveKinds.map((kind) => [kind, 0])) as Record<ReSolveKind, number>,
    ),
  };
}

const solverLinkRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  project_id: z.string(),
  has_seen: z.boolean(),
});

const projectIdRow = z.strictObject({ project_id: z.string() });

/**
 * Personal links for the raters of a project who have seen none of a re-solve's items. Other people get no link. If
 * they enter in another way, their answers do not count.
 */
export async function listSolverLinks(
  actor: Actor,
  studyId: string,
): Promise<{ links: { name: string; email: string; url: string }[]; barred: number }> {
  const scope = projectScope(actor, "annotation.manage");
  const rows = await manyRows(
    pool(),
    solverLinkRow,
    sql`
    SELECT DISTINCT app_user.id, app_user.name, app_user.email, study.project_id,
      EXISTS (SELECT FROM annotation_gate AS gate JOIN annotation_seen AS seen ON seen.item_id = gate.item_id
              WHERE gate.study_id = study.id AND seen.user_id = app_user.id) AS has_seen
    FROM study JOIN membership ON membership.project_id = study.project_id AND membership.role = 'rater'
    JOIN app_user ON app_user.id = membership.user_id AND app_user.disabled_at IS NULL
    WHERE study.id = ${studyId}::uuid AND study.stage = 're-solve'
      AND (${scope}::uuid[] IS NULL OR study.project_id = ANY(${scope}::uuid[]))
    ORDER BY app_user.name
  `,
  );
  const study = await maybeRow(
    pool(),
    projectIdRow,
    sql`SELECT project_id FROM study WHERE id = ${studyId}::uuid AND stage = 're-solve'`,
  );
  if (!study || !can(actor, "annotation.manage", study.project_id)) throw notFoundError();
  const unexposedPeople = rows.filter((row) => !row.has_seen);
  const signedLinks =
    unexposedPeople.length === 0
      ? []
      : await signLinks(actor, studyId, unexposedPeople.map((row) => row.id).join("\n"));
  const urls = new Map(signedLinks.map(({ externalId, url }) => [externalId, url]));
  return {
    links: unexposedPeople.map((row) => ({ name: row.name, email: row.email, url: urls.get(row.id) ?? "" })),
    barred: rows.length - unexposedPeople.length,
  };
}
