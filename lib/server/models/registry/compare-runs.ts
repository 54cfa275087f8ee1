import type { RunDifference } from "@/lib/domain/models/registry-view.ts";
import { clusteredMean } from "@/lib/domain/statistics/clustered-mean.ts";
import { mcnemarTest } from "@/lib/domain/statistics/mcnemar.ts";
import { type Actor, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
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
}

/**
 * The differences between two runs on one benchmark, answer for answer: those to one item under one condition, repeats
 * apart. Where each run has one condition only, the two stand beside each other whatever they are called. Null for runs
 * that one may not see, or of two benchmarks.
 */
export async function compareRuns(actor: Actor, firstId: string, secondId: string): Promise<RunDifference | null> {
  const runs = await db().run.findMany({
    where: { id: { in: [firstId, secondId] }, model: inProjectsWith(actor, "research.read") },
    select: { id: true, source: true, benchmarkId: true, model: { select: { name: true } } },
  });
  const [first, second] = [firstId, secondId].map((id) => runs.find((run) => run.id === id));
  if (!first || !second || first.id === second.id || first.benchmarkId !== second.benchmarkId) return null;
  return withSnapshot(async (client) => {
    const { rows } = await client.query<PairRow>(
      `WITH answer AS (
         SELECT run_id, item.external_id, item.id AS version, condition_key, repeat, answer_key,
           min(condition_key) OVER (PARTITION BY run_id) = max(condition_key) OVER (PARTITION BY run_id) AS is_only
         FROM prediction JOIN item_version AS item ON item.id = item_version_id WHERE run_id IN ($1, $2)
       ), one AS (SELECT * FROM answer WHERE run_id = $1), other AS (SELECT * FROM answer WHERE run_id = $2)
       SELECT coalesce(one.external_id, other.external_id) AS item, coalesce(one.version, other.version) AS version,
         coalesce(one.condition_key, other.condition_key) AS condition, one.answer_key AS first,
         other.answer_key AS second, one.run_id IS NOT NULL AND other.run_id IS NOT NULL AS both
       FROM one FULL JOIN other ON one.external_id = other.external_id AND one.repeat = other.repeat
         AND (one.condition_key = other.condition_key OR (one.is_only AND other.is_only))
       ORDER BY 1, 3`,
      [firstId, secondId],
    );
    const items = await readScoredItems(client, [firstId, secondId]);
    const label = (run: NonNullable<typeof first>) => `${run.model.name}, ${run.source}`;
    return compare(rows, items, [label(first), label(second)]);
  });
}

function compare(
  rows: readonly PairRow[],
  items: Awaited<ReturnType<typeof readScoredItems>>,
  [first, second]: [string, string],
): RunDifference {
  const counts = { bothRight: 0, firstOnly: 0, secondOnly: 0, neither: 0 };
  const named: RunDifference["items"] = [];
  const [differences, stories]: [number[], string[]] = [[], []];
  for (const row of rows) {
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
    unmatched: rows.length - n,
    ...counts,
    difference: mean,
    low: ciLow,
    high: ciHigh,
    clusters: nClusters,
    p: n === 0 ? null : mcnemarTest(counts.firstOnly, counts.secondOnly, "exact").pvalue,
    items: named,
  };
}
