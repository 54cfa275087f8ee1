import type { CollectionFigures, CountedShare, NumbersRow } from "../annotation/figures/prepare-collection-figures.ts";
import { codedDecisions, type ReasonRow } from "../annotation/figures/prepare-reasons.ts";
import type { ExportRecord, ExportTable } from "./export-table.ts";

/**
 * The numbers of a collection as a table with one measure per row, so that the columns are the same for all
 * collections.
 */
export const numbersTable: ExportTable = {
  name: "annotation-numbers",
  description: "The figures that a paper reports about the construction of a data set.",
  columns: [
    {
      name: "by",
      type: "text",
      description: "What the items are grouped by: all, kind, genre, knowledge type or reason.",
    },
    { name: "group", type: "text", description: "The group." },
    { name: "measure", type: "text", description: "What was measured." },
    { name: "value", type: "number", description: "The value of the measure; empty if there is none." },
    { name: "low", type: "number", description: "Lower limit of the 95% interval (Wilson)." },
    { name: "high", type: "number", description: "Upper limit of the 95% interval (Wilson)." },
    { name: "k", type: "integer", description: "The numerator of a share." },
    { name: "n", type: "integer", description: "The denominator of a share, or the number of observations." },
    { name: "unit", type: "text", description: "share, seconds, count, or none for coefficients." },
    { name: "of", type: "text", description: "What n counts, such as items, reviewed items or finished copies." },
  ],
};

/** All numbers of the page as records. `rejected` is the share of items that the blind re-solve rejected. */
export function listNumberRecords(numbers: CollectionFigures, rejected: CountedShare): ExportRecord[] {
  const { agreement } = numbers;
  const coefficient = (measure: string, value: number | null, n: number, of = "items of two or more people") => ({
    ...{ by: "all", group: "All", measure, value, n },
    ...{ unit: "none", of },
  });
  return [
    ...rowRecords("all", numbers.all),
    shareRecord("all", "All", "rejected in the blind re-solve", rejected, "items decided"),
    ...numbers.byKind.flatMap((row) => rowRecords("kind", row)),
    ...numbers.byGenre.flatMap((row) => rowRecords("genre", row)),
    ...numbers.byKnowledgeType.flatMap((row) => rowRecords("knowledge type", row)),
    coefficient("raw agreement", agreement.raw, agreement.items),
    coefficient("Cohen's kappa", agreement.kappa?.kappa ?? null, agreement.kappa?.n ?? 0),
    coefficient("Krippendorff's alpha", agreement.alpha.alpha, agreement.alpha.nUnits),
    coefficient(
      "word overlap of marked errors (IoU)",
      agreement.spans.meanIou,
      agreement.spans.pairs,
      "pairs of copies",
    ),
  ];
}

/** The reasons as records. Each share refers to the items with any reason. */
export function listReasonRecords(reasons: readonly ReasonRow[]): ExportRecord[] {
  return reasons.flatMap(({ code, shares }) =>
    codedDecisions.map((of) =>
      shareRecord("reason", code, `reason of items ${decisionLabels[of]}`, shares[of], "items with a reason"),
    ),
  );
}

const decisionLabels = {
  refined: "refined by annotators",
  marks: "whose marks alone annotators moved",
  unusable: "called irreparable",
  changed: "changed in review",
  returned: "returned by review",
} as const;

function rowRecords(by: string, row: NumbersRow): ExportRecord[] {
  const { label: group, seconds } = row;
  const secondsRecord = (measure: string, value: number | null): ExportRecord => ({
    by,
    group,
    measure,
    value,
    n: seconds.n,
    unit: "seconds",
    of: "finished copies",
  });
  return [
    { by, group, measure: "items finished", value: row.items, n: row.items, unit: "count", of: "items" },
    { by, group, measure: "sources", value: row.groups, n: row.groups, unit: "count", of: "sources" },
    shareRecord(by, group, "refined", row.refined, "items"),
    shareRecord(by, group, "only marks moved", row.marksOnly, "items"),
    shareRecord(by, group, "irreparable", row.irreparable, "items"),
    shareRecord(by, group, "reviewed items returned at least once", row.returned, "items reviewed"),
    shareRecord(by, group, "refined items changed or returned in review", row.changedInReview, "such items reviewed"),
    shareRecord(
      by,
      group,
      "only marks moved, changed or returned in review",
      row.marksChangedInReview,
      "such items reviewed",
    ),
    shareRecord(by, group, "defects in the untouched sample", row.untouchedDefects, "sampled items"),
    secondsRecord("active time a copy, mean", seconds.mean),
    secondsRecord("active time a copy, median", seconds.median),
    secondsRecord("active time a copy, lower quartile", seconds.lowerQuartile),
    secondsRecord("active time a copy, upper quartile", seconds.upperQuartile),
  ];
}

function shareRecord(by: string, group: string, measure: string, share: CountedShare, of: string): ExportRecord {
  const { k, n, estimate, low, high } = share;
  const limits = n === 0 ? {} : { low, high };
  return { by, group, measure, value: n === 0 ? null : estimate, ...limits, k, n, unit: "share", of };
}
