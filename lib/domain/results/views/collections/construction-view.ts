import type {
  Agreement,
  CollectionFigures,
  CountedShare,
  NumbersRow,
} from "../../../annotation/figures/prepare-collection-figures.ts";
import type { PairQuality, PersonQuality } from "../../../annotation/figures/prepare-people.ts";
import { codedDecisions, type ReasonRow } from "../../../annotation/figures/prepare-reasons.ts";
import { type PersonWeek, weekFlagLabels } from "../../../annotation/figures/prepare-weeks.ts";
import { kappaEstimate } from "../../figures/format-kappa.ts";
import {
  count,
  descriptiveNumber,
  estimate,
  shownView,
  textCell,
  type View,
  type ViewCell,
  type ViewTable,
} from "../view.ts";
import { labelTables } from "./label-view-tables.ts";

const head = {
  id: "construction",
  title: "Report",
  lead: "The figures that a paper reports about the construction of a data set. Shares are of items, with 95% Wilson intervals.",
};

/** The content of the page of a collection's report. */
export interface ConstructionReport {
  numbers: CollectionFigures;
  /** The share of rejected items among those that a blind re-solve decided. */
  rejected: CountedShare;
  reasons: readonly ReasonRow[];
  people: readonly (PersonQuality & { name: string })[];
  pairs: readonly (PairQuality & { leftName: string; rightName: string })[];
  weeks: readonly (PersonWeek & { name: string })[];
  labels: Parameters<typeof labelTables>[0];
}

/** A table of groups of items: `name` is the name of its file, `by` the filter of the item list. */
export interface ItemGroups {
  by: "kind" | "genre" | "knowledgeType";
  name: string;
  caption: string;
  rows: readonly NumbersRow[];
}

/** The tables of groups of items; tables without rows are omitted. */
export function itemGroups(numbers: CollectionFigures): ItemGroups[] {
  const tables: ItemGroups[] = [
    { by: "kind", name: "by-kind", caption: "By kind of item", rows: numbers.byKind },
    { by: "genre", name: "by-genre", caption: "By genre", rows: numbers.byGenre },
    { by: "knowledgeType", name: "by-knowledge", caption: "By type of knowledge", rows: numbers.byKnowledgeType },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

const reasonHeads: Readonly<Record<(typeof codedDecisions)[number], string>> = {
  refined: "Refined",
  marks: "Only marks moved",
  unusable: "Marked as unusable",
  changed: "Changed in review",
  returned: "Returned by review",
};

/** The tables of a collection's report: all items, by kind, genre and knowledge, reasons, labels, people, and agreement. */
export function constructionView({
  numbers,
  rejected,
  reasons,
  people,
  pairs,
  weeks,
  labels,
}: ConstructionReport): View {
  return shownView(head, {
    tables: [
      {
        name: "report",
        caption: "All items",
        columns: ["Measure", "Share"],
        rows: [
          ...groupShares(numbers.all).map(([label, share]): ViewCell[] => [textCell(label), shareCell(share)]),
          [textCell("Rejected in the blind re-solve"), shareCell(rejected)],
          [textCell("Refined, as a share of all data (as in the paper)"), shareCell(numbers.paper.refined)],
          [textCell("Improved in review, as a share of all data (as in the paper)"), shareCell(numbers.paper.improved)],
        ],
      },
      agreementTable(numbers.agreement),
      ...itemGroups(numbers).map(({ name, caption, rows }) => groupTable(name, caption, rows)),
      ...(reasons.length > 0
        ? [
            {
              name: "reasons",
              caption: "Reasons, as shares of the items for which one was given",
              columns: ["Reason", ...codedDecisions.map((of) => reasonHeads[of])],
              rows: reasons.map(({ label, shares }) => [
                textCell(label),
                ...codedDecisions.map((of) => shareCell(shares[of])),
              ]),
            },
          ]
        : []),
      ...labelTables(labels),
      ...(people.length > 0 ? [peopleTable(people)] : []),
      ...(weeks.length > 0 ? [weekTable(weeks)] : []),
      ...(pairs.length > 0
        ? [
            {
              name: "pairs",
              caption: "Agreement of each pair of people",
              columns: ["One person", "Another", "Same verdict"],
              rows: pairs.map(({ leftName, rightName, agreement }) => [
                textCell(leftName),
                textCell(rightName),
                shareCell(agreement),
              ]),
            },
          ]
        : []),
    ],
  });
}

function groupShares(row: NumbersRow): [string, CountedShare][] {
  return [
    ["Refined", row.refined],
    ["Only marks moved", row.marksOnly],
    ["Unusable", row.irreparable],
    ["Returned by review", row.returned],
    ["Refined, then changed in review", row.changedInReview],
    ["Only marks moved, then changed in review", row.marksChangedInReview],
    ["Untouched, defective", row.untouchedDefects],
  ];
}

function groupTable(name: string, caption: string, rows: readonly NumbersRow[]): ViewTable {
  return {
    name,
    caption,
    columns: [
      "Group",
      "Items finished",
      "Sources",
      ...groupShares(rows[0]!).map(([label]) => label),
      "Median seconds per copy",
      "Lower quartile",
      "Upper quartile",
    ],
    rows: rows.map((row) => [
      textCell(row.label),
      count(row.items),
      count(row.groups),
      ...groupShares(row).map(([, share]) => shareCell(share)),
      descriptiveNumber(row.seconds.median, row.seconds.n),
      descriptiveNumber(row.seconds.lowerQuartile, row.seconds.n),
      descriptiveNumber(row.seconds.upperQuartile, row.seconds.n),
    ]),
  };
}

function agreementTable(agreement: Agreement): ViewTable {
  const { items, raw, rawLimits, kappa, alpha, alphaLimits, byVerdict, spans } = agreement;
  return {
    name: "agreement",
    caption: "Agreement of people who judged the same item independently",
    columns: ["Measure", "Value"],
    rows: [
      [textCell("Same verdict, mean share of agreeing pairs"), estimate({ value: raw, ...rawLimits, n: items })],
      [
        textCell("Cohen’s kappa, first against second copy"),
        estimate({ ...kappaEstimate(kappa ?? { kappa: null, se: null }), n: kappa?.n ?? 0 }, "number"),
      ],
      [textCell("Krippendorff’s alpha"), estimate({ value: alpha.alpha, ...alphaLimits, n: alpha.nUnits }, "number")],
      ...byVerdict.map((row): ViewCell[] => [
        textCell(`Krippendorff’s alpha, “${row.verdict}” or not`),
        estimate({ value: row.alpha, low: row.low, high: row.high, reason: row.reason, n: alpha.nUnits }, "number"),
      ]),
      [textCell("Word overlap of marked errors (IoU)"), descriptiveNumber(spans.meanIou, spans.pairs)],
    ],
  };
}

function peopleTable(people: ConstructionReport["people"]): ViewTable {
  return {
    name: "people",
    caption: "By person; for conversations with people, never a reason to withhold pay",
    columns: [
      "Person",
      "Copies judged",
      "Copies per working day",
      "Same verdict as others",
      "Same verdict on re-review",
      "Gold items right",
      "Faster than reading",
      "Returned by review",
      "Refined, first half of items",
      "Refined, second half of items",
      "Only marks moved, first half of items",
      "Only marks moved, second half of items",
    ],
    rows: people.map((person) => [
      textCell(person.name),
      count(person.items),
      descriptiveNumber(person.perDay, person.items),
      ...[
        person.agreement,
        person.selfAgreement,
        person.gold,
        person.fast,
        person.returned,
        person.firstHalf.refined,
        person.lastHalf.refined,
        person.firstHalf.marksOnly,
        person.lastHalf.marksOnly,
      ].map(shareCell),
    ]),
  };
}

function weekTable(weeks: ConstructionReport["weeks"]): ViewTable {
  return {
    name: "weeks",
    caption: "By person and week; for conversations with people, never a reason to withhold pay",
    columns: [
      "Week from",
      "Person",
      "Copies judged",
      "Median seconds per copy",
      "Faster than reading",
      "Same verdict as others",
      "Gold items right",
      "To check",
    ],
    rows: weeks.map((row) => [
      textCell(row.week),
      textCell(row.name),
      count(row.copies),
      descriptiveNumber(row.medianSeconds, row.copies),
      ...[row.fast, row.agreement, row.gold].map(shareCell),
      textCell(row.flags.map((flag) => weekFlagLabels[flag]).join(", ")),
    ]),
  };
}

function shareCell({ n, estimate: value, low, high }: CountedShare): ViewCell {
  return n === 0
    ? estimate({ value: null, low: null, high: null, n, reason: "There are no such items." })
    : estimate({ value, low, high, n });
}
