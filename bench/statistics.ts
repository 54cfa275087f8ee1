/**
 * Times the two heaviest computations of a results page: the full pairwise McNemar matrix with Holm for 25 models on
 * 1,000 items, and a cluster bootstrap of 10,000 resamples. Run with `npx tsx bench/statistics.ts [--json]`.
 */
import { performance } from "node:perf_hooks";
import { type Random, seededRandom } from "../lib/domain/random.ts";
import { adjustPValues } from "../lib/domain/statistics/basics/adjust-p-values.ts";
import { clusterBootstrap } from "../lib/domain/statistics/clustered/cluster-bootstrap.ts";
import { meanRankPermutation } from "../lib/domain/statistics/differences/mean-rank-permutation.ts";
import { mcnemarTest } from "../lib/domain/statistics/proportions/mcnemar.ts";
import { pairedCounts } from "../lib/domain/statistics/proportions/paired-counts.ts";
import { comparePaired } from "../lib/domain/statistics/referee/compare-paired.ts";

const models = 25;
const items = 1000;
const stories = 100;
const resamples = 10_000;
const rounds = 7;

const random = seededRandom("bench statistics");
const outcomes = simulatedOutcomes(random);
const columns = Array.from({ length: models }, (_, model) => outcomes.map((row) => Number(row[model])));
const labels = columns.map((_, model) => `model ${model + 1}`);
const clusters = outcomes.map((_, item) => `story ${item % stories}`);
const scores = Array.from({ length: 16 }, () => Array.from({ length: 19 }, () => random.next()));

const results = [
  timed(`McNemar matrix with Holm, ${models} models x ${items} items (300 tests)`, () => mcnemarMatrix(columns)),
  timed(`the same with clustered intervals, tie groups and sentences, ${stories} stories`, () =>
    comparePaired({ labels, outcomes, clusters }),
  ),
  timed(`cluster bootstrap, ${resamples} resamples of ${stories} stories (${items} answers)`, () =>
    clusterBootstrap(columns[0]!, clusters, { resamples, random: seededRandom(1) }),
  ),
  timed(`bootstrap by item, ${resamples} resamples of ${items} items`, () =>
    clusterBootstrap(
      columns[0]!,
      columns[0]!.map((_, item) => item),
      { resamples, random: seededRandom(1) },
    ),
  ),
  timed("exact mean-rank permutation test, 16 models x 19 types", () => meanRankPermutation(scores)),
];

if (process.argv.includes("--json")) console.log(JSON.stringify(results));
else
  for (const { what, medianMilliseconds, slowestMilliseconds } of results)
    console.log(`${what}: median ${medianMilliseconds} ms, slowest ${slowestMilliseconds} ms of ${rounds}`);

function mcnemarMatrix(answers: readonly number[][]): (number | null)[] {
  const p = answers.flatMap((first, index) =>
    answers.slice(index + 1).map((second) => {
      const { n10, n01 } = pairedCounts(first, second);
      return mcnemarTest(n10, n01, "midp").pvalue;
    }),
  );
  return adjustPValues(p, "holm");
}

/** Models of rising accuracy on items of differing difficulty. */
function simulatedOutcomes(chance: Random): boolean[][] {
  return Array.from({ length: items }, () => {
    const ease = 0.4 * (chance.next() - 0.5);
    return Array.from({ length: models }, (_, model) => chance.next() < 0.5 + (0.4 * model) / models + ease);
  });
}

/** Milliseconds of several runs after one that warms up. */
function timed(what: string, work: () => unknown) {
  work();
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((left, right) => left - right);
  const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
  return {
    what,
    medianMilliseconds: rounded(times[Math.floor(rounds / 2)]!),
    slowestMilliseconds: rounded(times.at(-1)!),
  };
}
