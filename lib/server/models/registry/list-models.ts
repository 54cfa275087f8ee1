import * as z from "zod";
import { readStoredFacts } from "@/lib/domain/models/registry.ts";
import { type ListedModel, type ModelQuery, type ModelSort, modelsPerPage } from "@/lib/domain/models/registry-view.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";

const orders: Readonly<Record<ModelSort, SqlFragment>> = {
  name: fragment`name`,
  family: fragment`details ->> 'family' NULLS LAST, name`,
  size: fragment`CASE WHEN jsonb_typeof(details -> 'sizeBillions') = 'number' THEN (details ->> 'sizeBillions')::float8 END DESC NULLS LAST, name`,
  released: fragment`details ->> 'released' DESC NULLS LAST, name`,
  answers: fragment`answers DESC, name`,
};

const modelRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  is_demo: z.boolean(),
  is_archived: z.boolean(),
  details: json(),
  runs: z.number(),
  answers: z.number(),
  unparsed: z.number(),
  total: z.number(),
});

/** A page of the models of a project, filtered by name and properties. The numbers of answers come from counters. */
export async function listModels(
  actor: Actor,
  projectId: string,
  { search, sort, page, isArchived }: ModelQuery,
): Promise<{ total: number; models: ListedModel[] }> {
  requireRight(actor, "research.read", projectId);
  const rows = await manyRows(
    pool(),
    modelRow,
    sql`SELECT model.id, model.name, model.is_demo, model.archived_at IS NOT NULL AS is_archived, model.details,
       counted.*, count(*) OVER ()::int AS total
     FROM model CROSS JOIN LATERAL (
       SELECT count(DISTINCT run.id)::int AS runs, coalesce(sum(counted.answers), 0)::int AS answers,
         coalesce(sum(counted.unparsed), 0)::int AS unparsed
       FROM run LEFT JOIN prediction_change AS counted ON counted.run_id = run.id WHERE run.model_id = model.id
     ) AS counted
     WHERE model.project_id = ${projectId} AND (model.archived_at IS NOT NULL) = ${isArchived}
       AND (${search}::text = '' OR position(lower(${search}::text) IN lower(model.name || ' ' || model.details::text)) > 0)
     ORDER BY ${orders[sort]}, id LIMIT ${modelsPerPage} OFFSET ${(page - 1) * modelsPerPage}`,
  );
  const models = rows.map(({ id, name, is_demo, is_archived, details, runs, answers, unparsed }) => ({
    id,
    name,
    isDemo: is_demo,
    isArchived: is_archived,
    facts: readStoredFacts(details),
    runs,
    answers,
    unparsed,
  }));
  return { total: rows[0]?.total ?? 0, models };
}
