import type { Fold } from "../../fold.ts";
import type { RunDifference } from "../../models/registry-view.ts";
import { clusteredEstimate, testEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { findApproximateNote } from "../../statistics/clustered/interval-note.ts";
import { signPatterns } from "../../statistics/clustered/wild-cluster-test.ts";
import { mcnemarTest } from "../../statistics/proportions/mcnemar.ts";
import { clustersOfScored, type ScoredItem } from "./score-run.ts";

const maxListedItems = 50;

/** Two answers to compare, or one answer without a counterpart. */
export interface RunPair {
  item: string;
  version: string;
  condition: string;
  first: string | null;
  second: string | null;
  both: boolean;
  isOtherVersion: boolean;
}

/** An item that one of the runs answered, or a pair of answers; items come first. */
export type RunPairRow = { id: string; scored: ScoredItem } | RunPair;

/** Compares two runs answer by answer, under their display names. */
export function foldRunPairs([first, second]: readonly [string, string]): Fold<RunPairRow, RunDifference> {
  const items = new Map<string, ScoredItem>();
  const counts = { bothRight: 0, firstOnly: 0, secondOnly: 0, neither: 0 };
  const listedItems: RunDifference["items"] = [];
  const differences: number[] = [];
  const versions: string[] = [];
  let answers = 0;
  let otherVersions = 0;

  const addPair = (pair: RunPair) => {
    answers += 1;
    if (pair.isOtherVersion) otherVersions += 1;
    const scoredItem = items.get(pair.version);
    if (!pair.both || !scoredItem?.rightKeys) return;
    const isRight = (key: string | null) => key !== null && scoredItem.rightKeys?.includes(key) === true;
    const [isFirstRight, isSecondRight] = [isRight(pair.first), isRight(pair.second)];
    counts[isFirstRight ? (isSecondRight ? "bothRight" : "firstOnly") : isSecondRight ? "secondOnly" : "neither"] += 1;
    differences.push(Number(isFirstRight) - Number(isSecondRight));
    versions.push(pair.version);
    if (isFirstRight === isSecondRight || listedItems.length >= maxListedItems) return;
    listedItems.push({
      item: pair.item,
      condition: pair.condition,
      first: pair.first,
      second: pair.second,
      isFirstRight: isFirstRight,
    });
  };

  return {
    add(rows) {
      for (const row of rows) {
        if ("scored" in row) items.set(row.id, row.scored);
        else addPair(row);
      }
    },
    finish() {
      const { ids: clusterOf, ...words } = clustersOfScored(items);
      const ids = versions.map((version) => clusterOf.get(version)!);
      const estimate = clusteredEstimate(differences, [{ one: words.one, many: words.many, ids }], {
        range: [-1, 1],
        unit: "answers",
      });
      const n = differences.length;
      return {
        first,
        second,
        n,
        unmatched: answers - n,
        otherVersions,
        ...counts,
        difference: estimate.value,
        low: estimate.low,
        high: estimate.high,
        reason: estimate.reason ?? findApproximateNote(estimate),
        clusteredP: testEstimate(estimate)?.pvalue ?? null,
        signPatterns: signPatterns(differences, ids)?.pvalue ?? null,
        clusters: new Set(ids).size,
        clusterWords: words,
        p: n === 0 ? null : mcnemarTest(counts.firstOnly, counts.secondOnly, "exact").pvalue,
        items: listedItems,
      };
    },
  };
}
