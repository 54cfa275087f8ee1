import type { PoolClient } from "pg";
import type { RunDifference } from "@/lib/domain/models/registry-view.ts";
import { clusteredMean } from "@/lib/domain/statistics/clustered-mean.ts";
import { mcnemarTest } from "@/lib/domain/statistics/mcnemar.ts";
import { type Actor, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { readScoredItems } from "./read-scored-items.ts";

const mostItemsNamed = 50;

interface PairRow {
  item: string;
  version: string;
  condition: string;
  first: string | null;
  second: string | null;
  both: boolean;
  other_version: boolean;
}

/**
 * The differences between two runs on one benchmark, answer for answer: those to one version of an item under one
 * condition, repeats apart; another version is another question, with a key of its own. Where each run has one condition
 * only, the two stand beside each other whatever they are called. Null for runs that one may not see, or of two benchmarks.
 */
export async function compareRuns(actor: Actor, firstId: string, secondId: string): Promise<RunDifference | null> {
  const runs = await db().run.findMany({
    where: { id: { in: [firstId, secondId] }, model: inProjectsWith(actor, "research.read") },
    select: { id: true, source: true, benchmarkId: true, model: { select: { name: true } } },
  });
  const [first, second] = [firstId, secondId].map((id) => runs.find((run) => run.id === id));
  if (!first || !second || first.id === second.id || first.benchmarkId !== second.benchmarkId) return null;
  return withSnapshot(async (client) => {
    const items = await readScoredItems(client, [firstId, secondId]);
    const label = (run: NonNullable<typeof first>) => `${run.model.name}, ${run.source}`;
    return compare(readPairs(client, firstId, secondId), items, [label(first), label(second)]);
  });
}

function readPairs(client: PoolClient, firstId: string, secondId: string): AsyncGenerator<PairRow> {
  return readCursor<PairRow>(
    client,
    `WITH answer AS (
       SELECT run_id, item.external_id, item.id AS version, condition_key, repeat, answer_key,
         min(condition_key) OVER (PARTITION BY run_id) = max(condition_key) OVER (PARTITION BY run_id) AS is_only,
         count(*) OVER (PARTITION BY item.external_id) > count(*) OVER (PARTITION BY item.external_id, run_id)
           AND count(*) OVER (PARTITION BY item.id) = count(*) OVER (PARTITION BY item.id, run_id) AS other_version
       FROM prediction JOIN item_version AS item ON item.id = item_version_id WHERE run_id IN ($1, $2)
     ), one AS (SELECT * FROM answer WHERE run_id = $1), other AS (SELECT * FROM answer WHERE run_id = $2)
     SELECT coalesce(one.external_id, other.external_id) AS item, coalesce(one.version, other.version) AS version,
       coalesce(one.condition_key, other.condition_key) AS condition, one.answer_key AS first,
       other.answer_key AS second, one.run_id IS NOT NULL AND other.run_id IS NOT NULL AS both,
       coalesce(one.other_version, other.other_version) AS other_version
     FROM one FULL JOIN other ON one.version = other.version AND one.repeat = other.repeat
       AND (one.condition_key = other.condition_key OR (one.is_only AND other.is_only))
     ORDER BY 1, 3`,
    [firstId, secondId],
  );
}

async function compare(
  rows: AsyncIterable<PairRow>,
  items: Awaited<ReturnType<typeof readScoredItems>>,
  [first, second]: [string, string],
): Promise<RunDifference> {
  const counts = { bothRight: 0, firstOnly: 0, secondOnly: 0, neither: 0 };
  const named: RunDifference["items"] = [];
  const [differences, stories]: [number[], string[]] = [[], []];
  let [answers, otherVersions] = [0, 0];
  for await (const row of rows) {
    answers += 1;
    if (row.other_version) otherVersions += 1;
    const scored = items.get(row.version);
    if (!row.both || !scored?.rightKeys) continue;
    const [one, other] = [row.first, row.second].map((key) => key !== null && scored.rightKeys?.includes(key) === true);
    counts[one ? (other ? "bothRight" : "firstOnly") : other ? "secondOnly" : "neither"] += 1;
    differences.push(Number(one) - Number(other));
    stories.push(scored.story);
    if (one !== other && named.length < mostItemsNamed) {
      const { item, condition, first, second } = row;
      named.push({ item, condition, first, second, isFirstRight: one === true });
    }
  }
  const { n, mean, ciLow, ciHigh, nClusters } = clusteredMean(differences, stories);
  return {
    first,
    second,
    n,
    unmatched: answers - n,
    otherVersions,
    ...counts,
    difference: mean,
    low: ciLow,
    high: ciHigh,
    clusters: nClusters,
    p: n === 0 ? null : mcnemarTest(counts.firstOnly, counts.secondOnly, "exact").pvalue,
    items: named,
  };
}
