import { spreadTies } from "../../items/tied-answer.ts";
import { clusteredEstimate } from "../../statistics/clustered-estimate.ts";
import { layCells, type ResultCell } from "../cells.ts";
import type { ResultTiePolicy } from "../majority.ts";
import { seriesLabel } from "../series-label.ts";
import { clusteringOf, clusterOf, personScore, shareOfCells } from "../share.ts";
import type { ItemCluster, ModelSeries, StudyResults } from "../study-results.ts";
import type { UnparsedPolicy } from "../unparsed-policy.ts";

/** What the tables of a paper are computed from: counts of people and answers of models, cell by cell. */
export interface CellMaterial {
  results: StudyResults;
  cells: readonly ResultCell[];
  /** People's majority first, then the mean person, then every model. */
  subjects: readonly Subject[];
  /** Facts of models by model id, for comparisons within a family. */
  details: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The attribute of items that divides them; null for order and level. */
  by: string | null;
}

/** Whoever answered, with how right they were in a cell: 1, 0, a part, or null for no answer or no key. */
export interface Subject {
  label: string;
  side: "majority" | "person" | "model";
  series: ModelSeries | null;
  score: (cell: ResultCell) => number | null;
  /** The share of answers that say this option; null without answers. */
  shareSaying: (cell: ResultCell, option: string) => number | null;
}

/** Cells of a study with everybody who answered them; mismatched cells of models are left out unless asked for. */
export function prepareCells(
  results: StudyResults,
  details: CellMaterial["details"],
  by: string | null,
  rules: { ties: ResultTiePolicy; unparsed: UnparsedPolicy; withMismatches: boolean },
): CellMaterial {
  const cells = layCells(results, rules.ties, rules.unparsed);
  const given = new Map(
    results.answers.map((answer) => [`${answer.seriesId}/${answer.itemId}/${answer.conditionId}`, answer]),
  );
  const models = results.series.map((series): Subject => {
    const own = (cell: ResultCell) => {
      const answer = cell.models.get(series.id);
      return !answer || (answer.parity === "mismatch" && !rules.withMismatches) ? null : answer;
    };
    return {
      label: seriesLabel(series, results.series),
      side: "model",
      series,
      score: (cell) => own(cell)?.mean ?? null,
      shareSaying: (cell, option) => {
        const answer = own(cell) && given.get(`${series.id}/${cell.item.id}/${cell.condition.id}`);
        if (!answer || answer.repeats + answer.unparsed === 0) return null;
        const said = spreadTies(answer.given).get(option) ?? 0;
        return said / (answer.repeats + answer.unparsed);
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
      shareSaying: ({ vote }, option) => (vote.n === 0 ? null : vote.isTie ? 0.5 : Number(vote.majority === option)),
    },
    { label: "People, mean person", side: "person", series: null, score: personScore, shareSaying },
  ];
  const present = [...people, ...models].filter(({ score }) => cells.some((cell) => score(cell) !== null));
  return { results, cells, subjects: present, details, by };
}

/** A subject's accuracy over cells, with an interval over stories or source groups. */
export function shareOf({ score }: Pick<Subject, "score">, cells: readonly ResultCell[]) {
  return shareOfCells(cells.map((cell) => ({ score: score(cell), cluster: clusterOf(cell.item) })));
}

/** The mean of differences, each of one story or source group. */
export function meanDifference(differences: readonly { value: number; cluster: ItemCluster }[], unit: string) {
  return clusteredEstimate(
    differences.map(({ value }) => value),
    [clusteringOf(differences.map(({ cluster }) => cluster))],
    { range: [-1, 1], unit },
  );
}
