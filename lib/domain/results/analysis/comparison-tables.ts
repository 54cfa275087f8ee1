import { findIntervalNote } from "../../statistics/clustered/interval-note.ts";
import type { SideComparison, SideComparisons } from "../comparison/compare-sides.ts";
import { comparators } from "../comparison/side-test.ts";
import type { ResultCell } from "../model/cells.ts";
import type { ResultTiePolicy } from "../model/majority.ts";
import { scoreOfMajority } from "../model/majority-curve.ts";
import { seriesLabel } from "../model/series-label.ts";
import { clusterOf, personScore, type Share } from "../model/share.ts";
import type { StudyResults } from "../model/study-results.ts";
import { type ResultStatus, statusLabel } from "../plan/result-status.ts";
import { prepareConditions } from "../preparation/prepare-conditions.ts";
import type { AnalysisTable } from "./analysis-table.ts";

const shareColumns = (name: string) => [name, `${name}_low`, `${name}_high`, `${name}_n`];
const shareCells = ({ value, low, high, n }: Share) => [value, low, high, n];

const marginTests = { equivalence: "equivalenceStatus", non_inferiority: "nonInferiorityStatus" } as const;

/** The statuses of the differences of each model under each comparator, and of the tests against the margin. */
export function sideStatuses(
  models: SideComparisons["models"],
  tests: readonly (keyof typeof marginTests)[],
): Pick<AnalysisTable, "status" | "statusesOf"> {
  const sides = models.flatMap((model) => comparators.map((comparator) => model.sides[comparator]));
  return {
    status: sides.map(({ status }) => status),
    statusesOf: tests.map((test) => ({
      test,
      statuses: sides.map((side) => (side.equivalence === null ? null : side[marginTests[test]])),
    })),
  };
}

/** Each model compared with the majority and the mean person, with every number of both tests. */
export function comparisonTable({ models }: SideComparisons, answer: string | null): AnalysisTable {
  const outcomePhrase = answer === null ? "are right" : `say “${answer}”`;
  return {
    name: "comparisons",
    ...sideStatuses(models, ["equivalence"]),
    caption: `People minus each model on the cells that both answered; a positive difference means people ${outcomePhrase} more often`,
    columns: [
      "model",
      "comparator",
      "cells",
      "stories",
      ...shareColumns("people"),
      "people_right",
      ...shareColumns("model_share"),
      "model_right",
      "difference",
      "low",
      "high",
      "simultaneous_low",
      "simultaneous_high",
      "test",
      "p",
      "p_adjusted",
      "p_sign_patterns",
      "p_equivalence",
      "equivalent",
      "interval_note",
    ],
    rows: models.flatMap(({ label, shared, sides }) =>
      comparators.map((comparator) => {
        const side = sides[comparator];
        const { difference, simultaneous, equivalence } = side;
        return [
          label,
          comparator,
          shared,
          difference.clusters[0]?.count ?? null,
          ...shareCells(side.people),
          side.people.correct,
          ...shareCells(side.model),
          side.model.correct,
          difference.value,
          difference.low,
          difference.high,
          simultaneous?.low ?? null,
          simultaneous?.high ?? null,
          side.decidedBy,
          side.pvalue,
          side.adjusted,
          side.wild?.pvalue ?? null,
          equivalence?.pvalue ?? null,
          equivalence?.equivalent == null ? null : String(equivalence.equivalent),
          findIntervalNote(difference),
        ];
      }),
    ),
  };
}

/** Accuracies under each condition, one side per row. */
export function conditionTable(
  cells: readonly ResultCell[],
  { models }: SideComparisons,
  results: StudyResults,
  { answer, status }: { answer: string | null; status: ResultStatus },
): AnalysisTable {
  const rows = prepareConditions(
    cells,
    models.map(({ series }) => series),
  );
  const listSides = (row: (typeof rows)[number]): [string, Share][] => [
    ["majority", row.majority],
    ["one person", row.people],
    ...models.map(({ series }, index): [string, Share] => [seriesLabel(series, results.series), row.models[index]!]),
  ];
  return {
    name: "conditions",
    status,
    caption: `${answer === null ? "Accuracy" : `Share of “${answer}”`} under each condition, with 95% intervals`,
    columns: ["condition", "side", ...shareColumns("share"), "right", "ties", "interval_note"],
    rows: rows.flatMap((row) =>
      listSides(row).map(([side, share]) => [
        row.condition.label,
        side,
        ...shareCells(share),
        share.correct,
        side === "majority" ? row.ties : null,
        share.reason,
      ]),
    ),
  };
}

/** How the answers of each model could be parsed. */
export function readingTable({ models }: SideComparisons, status: ResultStatus): AnalysisTable {
  return {
    name: "unparsed",
    status,
    caption: "Unparsed model answers, with worst-case bounds; the analysis plan determines how they are counted",
    columns: ["model", "asked", "right", "unparsed", "unparsed_share", "worst_low", "worst_high", "missing_share"],
    rows: models.map(({ label, reading }) => [
      label,
      reading.asked,
      reading.right,
      reading.unparsed,
      reading.share,
      reading.worstCase?.low ?? null,
      reading.worstCase?.high ?? null,
      reading.missing,
    ]),
  };
}

/** The majority of k people, for each k. */
export function majorityTable(
  points: readonly { k: number; accuracy: number; cells: number }[],
  status: ResultStatus,
): AnalysisTable {
  return {
    name: "crowd",
    status,
    caption: "Expected accuracy of the majority of k people; exact over all draws",
    columns: ["k", "accuracy", "cells"],
    rows: points.map(({ k, accuracy, cells }) => [k, accuracy, cells]),
  };
}

/** The status of a difference for the scripts, which then do not test a secondary difference that is not tested. */
function statusOfDifference({ status, pvalue }: SideComparison["sides"]["person"]): string {
  return status.kind === "secondary" && pvalue === null ? `${statusLabel(status)}, not tested` : statusLabel(status);
}

/** The data from which scripts recompute the headline; `counted` marks the rows that the tests of the headline use. */
export function cellTable(
  cells: readonly ResultCell[],
  { models }: SideComparisons,
  { withMismatches, ties }: { withMismatches: boolean; ties: ResultTiePolicy },
): AnalysisTable {
  const majorityOf = models[0]?.majorityOf ?? null;
  return {
    name: "cells",
    status: null,
    caption: "",
    columns: [
      "item",
      "condition",
      "story",
      "people_n",
      "people_right",
      "person_share",
      "majority",
      "model",
      "model_mean",
      "model_unparsed",
      "parity",
      "cluster",
      "counted",
      "answer",
      "status_majority",
      "status_person_share",
    ],
    rows: cells.flatMap((cell) =>
      models.map(({ series, label, sides }: SideComparison) => {
        const answer = cell.models.get(series.id);
        const isShared = personScore(cell) !== null && (answer?.mean ?? null) !== null;
        return [
          cell.item.name,
          cell.condition.id,
          cell.item.storyId,
          cell.vote.n,
          cell.correct,
          personScore(cell),
          majorityOf === null ? cell.majority : scoreOfMajority(cell, majorityOf, ties),
          label,
          answer?.mean ?? null,
          answer?.unparsed ?? null,
          answer?.parity ?? null,
          clusterOf(cell.item).id,
          String(isShared && (withMismatches || answer?.parity !== "mismatch")),
          answer?.shared ?? cell.condition.id,
          statusOfDifference(sides.majority),
          statusOfDifference(sides.person),
        ];
      }),
    ),
  };
}
