import type { PoolClient } from "pg";
import { rightKeys } from "@/lib/domain/items/right-keys.ts";
import type { AnswerCount, ScoredItem } from "@/lib/domain/results/score-run.ts";

/** The items that runs answered, each in the version answered and with its newest key. */
export async function readScoredItems(client: PoolClient, runIds: readonly string[]): Promise<Map<string, ScoredItem>> {
  const { rows } = await client.query(
    `SELECT item.id, item.kind, item.text, item.options, item.attributes, story.external_id AS story_id,
       story.title, story.genre, story.text AS story, key.gold, key.version
     FROM item_version AS item
     JOIN story_version AS story ON story.id = item.story_version_id
     LEFT JOIN LATERAL (
       SELECT gold, version FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
     ) AS key ON true
     WHERE item.id IN (SELECT DISTINCT item_version_id FROM prediction WHERE run_id = ANY($1::uuid[]))`,
    [runIds],
  );
  return new Map(
    rows.map(({ id, kind, text, options, attributes, story_id, title, genre, story, gold, version }) => [
      id as string,
      {
        story: story_id,
        attributes,
        rightKeys:
          version === null
            ? null
            : rightKeys({ kind, text, options, attributes, story: { title, genre, text: story } }, gold),
      },
    ]),
  );
}

/** How often each run gave which answer to which item, by run. Rows are counted by the database. */
export async function readAnswerCounts(
  client: PoolClient,
  runIds: readonly string[],
): Promise<Map<string, AnswerCount[]>> {
  const { rows } = await client.query(
    `SELECT run_id, item_version_id AS item, condition_key AS condition, answer_key AS "answerKey", count(*)::int AS count
     FROM prediction WHERE run_id = ANY($1::uuid[]) GROUP BY 1, 2, 3, 4`,
    [runIds],
  );
  const counts = new Map<string, AnswerCount[]>(runIds.map((id) => [id, []]));
  for (const { run_id, ...count } of rows) counts.get(run_id)?.push(count);
  return counts;
}
