import * as z from "zod";
import {
  collectStoredExpressions,
  type StoredExpressions,
} from "@/lib/domain/beliefs/participants/stored-expressions.ts";
import type { BeliefItem } from "@/lib/domain/items/kinds/eob/belief-item.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const itemRow = z.strictObject({
  id: z.string(),
  story: z.string(),
  assertion: z.string(),
  text: z.string(),
  gold: z.enum(["yes", "no"]),
  attributes: z.looseObject({
    role: z.enum(["prior", "expression"]),
    fact: z.string(),
    query_type: z.enum(["prior_yes", "ctx_yes"]),
    dimension: z.string().nullish().default(null),
    category: z.string().nullish().default(null),
    subject: z.string(),
    object_pri: z.string(),
    object_ctx: z.string(),
  }),
});

/** More facts than the placements of a study. A release has 3,456 facts with 40 items each. */
const maxFacts = 1_000;

/** The facts of a benchmark's items, drawn if there are many. */
export async function readStoredExpressions(benchmarkId: string): Promise<StoredExpressions> {
  const rows = await manyRows(
    pool(),
    itemRow,
    sql`WITH item AS (
       SELECT DISTINCT ON (external_id) external_id, text, attributes, id, story_version_id FROM item_version
       WHERE benchmark_id = ${benchmarkId} AND kind = 'yes-no' AND attributes ->> 'role' IN ('prior', 'expression')
       ORDER BY external_id, version DESC
     ), drawn AS (
       SELECT attributes ->> 'fact' AS fact FROM item GROUP BY 1 ORDER BY md5(attributes ->> 'fact') LIMIT ${maxFacts}
     )
     SELECT item.external_id AS id, story.external_id AS story, story.text AS assertion, item.text, item.attributes,
       (SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1) AS gold
     FROM item JOIN drawn ON drawn.fact = item.attributes ->> 'fact'
     JOIN story_version AS story ON story.id = item.story_version_id
     ORDER BY item.external_id`,
  );
  return collectStoredExpressions(
    rows.map(
      ({ id, story, assertion, text, gold, attributes }): BeliefItem => ({
        id,
        kind: "yes-no",
        story: { id: story, title: "", genre: "", text: assertion },
        text,
        gold,
        attributes: { template_index: null, relation: "", ...attributes },
      }),
    ),
  );
}
