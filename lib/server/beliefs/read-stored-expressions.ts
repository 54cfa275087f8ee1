import * as z from "zod";
import {
  collectStoredExpressions,
  type StoredExpressions,
} from "@/lib/domain/beliefs/participants/stored-expressions.ts";
import { categoryLabel, getCategory } from "@/lib/domain/beliefs/typology.ts";
import type { BeliefItem } from "@/lib/domain/items/kinds/eob/belief-item.ts";
import { yesNo } from "@/lib/domain/items/kinds/eob/yes-no.ts";
import { pool } from "../platform/database/pool.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { manyRows } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";

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

/** The newest version of each item, and the facts, drawn if there are many. */
const drawnItems = (benchmarkId: string) => fragment`
  item AS (
    SELECT DISTINCT ON (external_id) external_id, text, attributes, attributes ->> 'fact' AS fact, id, story_version_id
    FROM item_version
    WHERE benchmark_id = ${benchmarkId} AND kind = ${yesNo.name} AND attributes ->> 'role' IN ('prior', 'expression')
    ORDER BY external_id, version DESC
  ), drawn AS (
    SELECT fact FROM item GROUP BY fact ORDER BY md5(fact) LIMIT ${maxFacts}
  )`;

/** The facts of a benchmark's items, drawn if there are many. Other work continues while the items are read. */
export async function readStoredExpressions(benchmarkId: string): Promise<StoredExpressions> {
  const items: BeliefItem[] = [];
  await withSnapshot(async (client) => {
    const rows = readCursor(
      client,
      itemRow,
      sql`WITH ${drawnItems(benchmarkId)}
       SELECT item.external_id AS id, story.external_id AS story, story.text AS assertion, item.text, item.attributes,
         (SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1) AS gold
       FROM item JOIN drawn USING (fact)
       JOIN story_version AS story ON story.id = item.story_version_id
       ORDER BY item.external_id`,
    );
    for await (const { id, story, assertion, text, gold, attributes } of rows)
      items.push({
        id,
        kind: "yes-no",
        story: { id: story, title: "", genre: "", text: assertion },
        text,
        gold,
        attributes: { template_index: null, relation: "", ...attributes },
      });
  });
  return collectStoredExpressions(items);
}

const categoryRow = z.strictObject({ id: z.string().nullable(), dimension: z.string(), facts: z.number() });

/**
 * How many facts a study of a benchmark's items draws from, and the categories of the expressions. Facts are counted as
 * `collectStoredExpressions` selects them: both questions are stored without an expression and for each category.
 */
export async function summarizeStoredExpressions(benchmarkId: string) {
  const rows = await manyRows(
    pool(),
    categoryRow,
    sql`WITH ${drawnItems(benchmarkId)}, pair AS (
      SELECT DISTINCT ON (fact, category) fact, item.attributes ->> 'category' AS category,
        min(item.attributes ->> 'dimension') AS dimension,
        count(DISTINCT item.attributes ->> 'query_type') = 2 AS is_complete
      FROM item JOIN drawn USING (fact) JOIN story_version AS story ON story.id = item.story_version_id
      GROUP BY fact, item.attributes ->> 'category', story.external_id
      ORDER BY fact, category, min(item.external_id)
    ), complete AS (
      SELECT FROM pair WHERE is_complete GROUP BY fact HAVING count(*) > (SELECT count(DISTINCT category) FROM pair)
    )
    SELECT category AS id, coalesce(min(dimension), '') AS dimension, (SELECT count(*)::int FROM complete) AS facts
    FROM pair GROUP BY category ORDER BY category`,
  );
  const categories = rows.flatMap(({ id, dimension }) =>
    id === null ? [] : [{ id, label: categoryLabel(id), dimension: getCategory(id)?.dimension ?? dimension }],
  );
  return { facts: rows[0]?.facts ?? 0, categories };
}
