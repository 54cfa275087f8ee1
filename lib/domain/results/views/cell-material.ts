import { levelsOfKey } from "../../items/stimulus.ts";
import { clusteredEstimate, minClusters } from "../../statistics/clustered/clustered-estimate.ts";
import { signPatterns } from "../../statistics/clustered/wild-cluster-test.ts";
import type { PlannedModelTests } from "../comparison/compare-models.ts";
import { buildCells, type ResultCell } from "../model/cells.ts";
import type { ResultTiePolicy } from "../model/majority.ts";
import type { SeriesFacts } from "../model/series-facts.ts";
import { seriesLabel } from "../model/series-label.ts";
import { clusteringOf, clusterOf, personScore, shareOfCells } from "../model/share.ts";
import type { ItemCluster, ModelSeries, ResultItem, StudyResults } from "../model/study-results.ts";
import type { UnparsedPolicy } from "../model/unparsed-policy.ts";
import type { TestedDifference } from "./family-tests.ts";

/** The input of the tables of a paper: counts of people and answers of models, by cell. */
export interface CellMaterial {
  results: StudyResults;
  cells: readonly ResultCell[];
  /** People's majority first, then the mean person, then every model. */
  subjects: readonly Subject[];
  /** Details by series ID, for comparisons within a family. */
  details: ReadonlyMap<string, SeriesFacts>;
  /** The attribute that divides the items; null for order and level. */
  by: string | null;
  /** The score of a tie. */
  ties: ResultTiePolicy;
  /** How unparsed answers of models count. */
  unparsed: UnparsedPolicy;
  /** Whether to include cells in which a model's text differed from people's. */
  withMismatches: boolean;
  /** The planned tests among models and against chance; null or omitted for none. */
  plannedModels?: PlannedModelTests | null;
}

/** A subject, with its score in a cell: 1, 0, a fraction, or null for no answer or no key. */
export interface Subject {
  label: string;
  side: "majority" | "person" | "model";
  series: ModelSeries | null;
  score: (cell: ResultCell) => number | null;
  /** The prompt of the subject in a cell; empty for people and if unknown. */
  promptOf: (cell: ResultCell) => string;
  /** The share of answers with this option; null without answers. */
  shareSaying: (cell: ResultCell, option: string) => number | null;
}

/**
 * The cells of a study with all subjects. Mismatched cells of models are excluded unless requested.
 *
 * @param cells the cells, if already computed by the same rules
 */
export function prepareCellMaterial(
  results: StudyResults,
  details: CellMaterial["details"],
  by: string | null,
  rules: { ties: ResultTiePolicy; unparsed: UnparsedPolicy; withMismatches: boolean },
  cells: readonly ResultCell[] = buildCells(results, rules.ties, rules.unparsed),
): CellMaterial {
  const models = results.series.map((series): Subject => {
    // An answer used in several cells of an item is scored once, in the first of these cells.
    const answerIn = (cell: ResultCell) => {
      const answer = cell.models.get(series.id);
      return !answer || answer.isRepeated || (answer.parity === "mismatch" && !rules.withMismatches) ? null : answer;
    };
    return {
      label: seriesLabel(series, results.series),
      side: "model",
      series,
      score: (cell) => answerIn(cell)?.mean ?? null,
      promptOf: (cell) => levelsOfKey(cell.models.get(series.id)?.asked ?? "").prompt ?? "",
      shareSaying: (cell, option) => {
        const answer = answerIn(cell);
        const total = answer ? answer.repeats + answer.unparsed : 0;
        return total === 0 ? null : (answer?.said.get(option) ?? 0) / total;
      },
    };
  });
  const shareSaying = (cell: ResultCell, option: string) =>
    cell.vote.n === 0 ? null : (cell.vote.counts.find(({ value }) => value === option)?.count ?? 0) / cell.vote.n;
  const people: Subject[] = [
    {
      label: "People, majority",
      side: "majority",
      series: null,
      score: ({ majority }) => majority,
      promptOf: () => "",
      shareSaying: ({ vote }, option) => (vote.n === 0 ? null : vote.isTie ? 0.5 : Number(vote.majority === option)),
    },
    { label: "People, mean person", side: "person", series: null, score: personScore, promptOf: () => "", shareSaying },
  ];
  const answeringSubjects = [...people, ...models].filter(({ score }) => cells.some((cell) => score(cell) !== null));
  return { results, cells, subjects: answeringSubjects, details, by, ...rules };
}

/** A subject's accuracy over cells, with an interval over stories or source groups. */
export function subjectShare({ score }: Pick<Subject, "score">, cells: readonly ResultCell[]) {
  return shareOfCells(cells.map((cell) => ({ score: score(cell), cluster: clusterOf(cell.item) })));
}

/** The mean of differences, one per story or source group, with the sign-pattern test if there are few clusters. */
export function meanDifference(
  differences: readonly { value: number; cluster: ItemCluster }[],
  unit: string,
): TestedDifference {
  const values = differences.map(({ value }) => value);
  const clustering = clusteringOf(differences.map(({ cluster }) => cluster));
  return {
    ...clusteredEstimate(values, [clustering], { range: [-1, 1], unit }),
    signPatterns: signPatterns(values, clustering.ids)?.pvalue ?? null,
  };
}

/**
 * One group of items minus another within a subject, paired by story: the mean over stories with both groups, so that
 * easy stories cannot make hard items look easy. The numbers equal those of `adjacent_levels` for one subject.
 */
export function storyDifference(
  { score }: Pick<Subject, "score">,
  cells: readonly ResultCell[],
  groupOf: (item: ResultItem) => string | null,
  [first, second]: readonly [first: string, second: string],
) {
  const stories = new Map<string, { cluster: ItemCluster; first: number[]; second: number[] }>();
  for (const cell of cells) {
    const group = groupOf(cell.item);
    const right = group === first || group === second ? score(cell) : null;
    if (right === null) continue;
    const cluster = clusterOf(cell.item);
    const story = stories.get(cluster.id) ?? { cluster, first: [], second: [] };
    stories.set(cluster.id, story);
    story[group === first ? "first" : "second"].push(right);
  }
  const pairedStories = [...stories.values()].filter((one) => one.first.length > 0 && one.second.length > 0);
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = pairedStories.map((one) => ({
    first: meanOf(one.first),
    second: meanOf(one.second),
    cluster: one.cluster,
  }));
  const pairedDifference = meanDifference(
    means.map((one) => ({ value: one.first - one.second, cluster: one.cluster })),
    "stories",
  );
  const { one, many } = clusteringOf(means.map(({ cluster }) => cluster));
  const isEnough = means.length >= minClusters;
  return {
    first: means.length === 0 ? null : meanOf(means.map((each) => each.first)),
    second: means.length === 0 ? null : meanOf(means.map((each) => each.second)),
    /** Each value belongs to one story, so the clusters are the values themselves. */
    difference: {
      ...pairedDifference,
      basis: pairedDifference.basis === "items" ? ("clusters" as const) : pairedDifference.basis,
      clusters: isEnough ? [{ one, many, count: means.length }] : [],
      ...(isEnough ? {} : { se: null, low: null, high: null, basis: null, reason: formatTooFew(means.length, many) }),
    },
  };
}

function formatTooFew(count: number, many: string): string {
  return `An interval requires at least ${minClusters} ${many} that have both; there are ${count}.`;
}
