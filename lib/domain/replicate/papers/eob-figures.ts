import { prepareBaseAgainstInstruct, type TuningRow } from "../../beliefs/prepare/base-against-instruct.ts";
import { guessModelProfile } from "../../beliefs/prepare/model-profile.ts";
import { prepareSizeLines } from "../../beliefs/prepare/size-lines.ts";
import type { FollowRate } from "../../beliefs/scoring/follow-rate.ts";
import type { BeliefScore } from "../../beliefs/scoring/model-score.ts";
import type { BeliefPair } from "../../beliefs/scoring/pair-table.ts";
import { dimensions } from "../../beliefs/typology.ts";
import { type MeasuredValue, meaninglessValue, missingValue, unavailableValue } from "../measure.ts";
import type { PaperRow, PaperTable, Printed } from "../paper-table.ts";

/**
 * The value of a rate with its interval.
 * @param why the reason to report if there is no rate
 */
export function measuredRate(
  rate: Pick<FollowRate, "rate" | "low" | "high" | "context" | "memory"> | undefined,
  why: string,
): MeasuredValue {
  if (!rate) return missingValue(why);
  if (rate.rate === null) return missingValue("no pair of answers about a known fact is decided");
  const { context, memory, low, high } = rate;
  return {
    ours: rate.rate,
    n: context + memory,
    interval: low === null || high === null ? null : [low, high],
    why: null,
  };
}

/** The only difference of Figure 3 that the text states (section 6.2): the tuned version has the higher rate. */
const statedDifference = { pair: "Qwen3-8B", all: -0.106 };

const allColumn = "all";
const tuningColumns = [
  { name: allColumn, label: "All" },
  ...dimensions.map(({ id, label }) => ({ name: id as string, label })),
  { name: "paired", label: "All, same expressions" },
];

/**
 * Figure 3: the rate of a base model minus the rate of its tuned version. As in the paper, each rate is over the facts
 * that the model itself knows.
 */
export function tuningTable(
  scores: readonly BeliefScore[],
  pairsOf: (model: string) => readonly BeliefPair[] | null,
): PaperTable {
  const profiles = scores.map(({ observer }) => guessModelProfile(observer));
  const rows = prepareBaseAgainstInstruct(scores, profiles, pairsOf).map(
    ({ family, sizeBillions, base, missing, rows: tuningRows }): PaperRow => {
      const pair = `${family}-${sizeBillions}B`;
      const printedDifference: Printed = pair === statedDifference.pair ? statedDifference.all : null;
      // The rules of the paper exclude a model that knows too few facts.
      const createMissing = printedDifference === null ? unavailableValue : missingValue;
      const why = `${missing === "baseDropped" ? base : "the tuned model"} knows less than a tenth of the facts`;
      const measuredValues = tuningColumns.map(({ name }) =>
        missing ? createMissing(why) : measureDifference(tuningRows, name),
      );
      return {
        row: pair,
        hasPeople: false,
        cells: measuredValues.map((one, columnIndex) => ({
          ...one,
          printed: columnIndex === 0 ? printedDifference : null,
        })),
      };
    },
  );
  const statedRow: PaperRow = {
    row: statedDifference.pair,
    hasPeople: false,
    cells: tuningColumns.map((_, at) => ({
      ...missingValue("no endpoint or log is the base model or the tuned model"),
      printed: at === 0 ? statedDifference.all : null,
    })),
  };
  return {
    table: "figure-3",
    title:
      "Rate of following of base models minus tuned models (section 6.2), each on its own known facts; the last column on the expressions that both models decided",
    head: "Models",
    columns: tuningColumns,
    rows: rows.some(({ row }) => row === statedRow.row) ? rows : [...rows, statedRow],
    unit: "share",
    figure: null,
  };
}

function measureDifference(rows: readonly TuningRow[], column: string): MeasuredValue {
  const row = rows.find(({ dimension }) => (dimension ?? allColumn) === (column === "paired" ? allColumn : column));
  const noRate = missingValue("one of the two models has no decided pair of answers");
  if (!row) return noRate;
  const { plainDifference, paired, base, instruct } = row;
  if (column !== "paired")
    return plainDifference === null
      ? noRate
      : { ours: plainDifference, n: base.n + instruct.n, interval: null, why: null };
  if (!paired || paired.difference === null) return missingValue("no expression was decided by both models");
  const { difference, matched, low, high } = paired;
  return { ours: difference, n: matched, interval: low === null || high === null ? null : [low, high], why: null };
}

/** Figure 4: the rate over all types by size, one line for each family and tuning. */
export function paperSizeTable(scores: readonly BeliefScore[]): PaperTable {
  const { lines } = prepareSizeLines(
    scores,
    scores.map(({ observer }) => guessModelProfile(observer)),
  );
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ sizeBillions }) => sizeBillions)))].sort(
    (left, right) => left - right,
  );
  const columns = sizes.map((size) => ({ name: `${size}B`, label: `${size}B` }));
  return {
    table: "figure-4",
    title: "Rate of following the expression by size (section 6.3)",
    head: "Family",
    columns,
    rows: lines.map(({ family, tuning, points }) => ({
      row: `${family} ${tuning}`,
      hasPeople: false,
      cells: sizes.map((size) => {
        const point = points.find(({ sizeBillions }) => sizeBillions === size);
        return { ...(point ? measuredRate(point, "") : meaninglessValue), printed: null };
      }),
    })),
    unit: "share",
    figure: { columns: columns.map(({ name }) => name), across: "parameters", up: "rate of following" },
  };
}
