import * as z from "zod";
import { checkMindgamesRow, type RowCheck } from "@/lib/domain/epistemic/mindgames/check-row.ts";
import type { Problem } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { readProblem } from "@/lib/domain/epistemic/mindgames/read-english.ts";
import { readFormalProblem } from "@/lib/domain/epistemic/mindgames/read-formula.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { rowOfItem } from "@/lib/domain/items/kinds/mindgames/row-of-item.ts";
import type { Actor } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { isId } from "../studies/study-where.ts";

/** One problem for its page. */
export interface ProblemView {
  externalId: string;
  benchmark: { id: string; name: string };
  row: MindgamesRow;
  check: RowCheck;
  /** The English text as a formula, and the stated formula. Each is null if it cannot be parsed. */
  byText: Problem | null;
  byFormula: Problem | null;
  /** The previous and the next problem in the order of the file. */
  previous: string | null;
  next: string | null;
}

const problemRow = z.strictObject({
  external_id: z.string(),
  kind: z.string(),
  text: z.string(),
  attributes: json<Record<string, unknown>>(),
  ordinal: z.number(),
  story: z.string(),
  benchmark_id: z.string(),
  benchmark_name: z.string(),
  gold: json().nullable(),
});

/** A problem by the ID of its item version; null for users who may not see it and for other items. */
export async function getProblem(actor: Actor, itemVersionId: string): Promise<ProblemView | null> {
  if (!isId(itemVersionId)) return null;
  const storedProblem = await maybeRow(
    pool(),
    problemRow,
    sql`
    SELECT item.external_id, item.kind, item.text, item.attributes, item.ordinal, story.text AS story,
      benchmark.id AS benchmark_id, benchmark.name AS benchmark_name, key.gold
    FROM item_version AS item
    JOIN story_version AS story ON story.id = item.story_version_id
    JOIN benchmark ON benchmark.id = item.benchmark_id
    LEFT JOIN LATERAL (
      SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
    ) AS key ON true
    WHERE item.id = ${itemVersionId}
      AND (${projectScope(actor, "research.read")}::uuid[] IS NULL
        OR benchmark.project_id = ANY (${projectScope(actor, "research.read")}::uuid[]))
  `,
  );
  const row =
    storedProblem &&
    rowOfItem({
      kind: storedProblem.kind,
      premise: storedProblem.story,
      hypothesis: storedProblem.text,
      gold: storedProblem.gold,
      attributes: storedProblem.attributes,
    });
  if (!row) return null;
  const text = readProblem(row.premise, row.hypothesis, row.names);
  const formula = readFormalProblem(row.smcdel_problem, row.names, row.setup);
  return {
    externalId: storedProblem.external_id,
    benchmark: { id: storedProblem.benchmark_id, name: storedProblem.benchmark_name },
    row,
    check: checkMindgamesRow(row),
    byText: text.ok ? text.problem : null,
    byFormula: formula.ok ? formula.problem : null,
    ...(await readNeighbours(storedProblem.benchmark_id, storedProblem.ordinal, storedProblem.external_id)),
  };
}

const neighbourRow = z.strictObject({ previous: z.string().nullable(), next: z.string().nullable() });

async function readNeighbours(
  benchmarkId: string,
  ordinal: number,
  externalId: string,
): Promise<Pick<ProblemView, "previous" | "next">> {
  const row = await oneRow(
    pool(),
    neighbourRow,
    sql`
    WITH newest AS (
      SELECT DISTINCT ON (external_id) id, external_id, ordinal FROM item_version
      WHERE benchmark_id = ${benchmarkId} ORDER BY external_id, version DESC
    )
    SELECT
      (SELECT id FROM newest WHERE (ordinal, external_id) < (${ordinal}::int, ${externalId})
       ORDER BY ordinal DESC, external_id DESC LIMIT 1) AS previous,
      (SELECT id FROM newest WHERE (ordinal, external_id) > (${ordinal}::int, ${externalId})
       ORDER BY ordinal, external_id LIMIT 1) AS next
  `,
  );
  return { previous: row.previous, next: row.next };
}
