import {
  type ClusteredEstimate,
  describePopulation,
  minClusters,
} from "../../../statistics/clustered/clustered-estimate.ts";
import { wildWaldTest } from "../../../statistics/clustered/wild-wald-test.ts";
import { clusteredRegression, estimateCoefficient } from "../../../statistics/regression/clustered-regression.ts";
import type { ResultCell } from "../../model/cells.ts";
import { clusteringOf, clusterOf } from "../../model/share.ts";
import type { ResultItem } from "../../model/study-results.ts";
import { groupByDepth } from "../../preparation/prepare-depth.ts";
import { type CellMaterial, type Subject, storyDifference, subjectShare } from "../cell-material.ts";
import { type TestedDifference, testTogether } from "../family-tests.ts";
import { estimate, mark, refusedView, shownView, textCell, type View } from "../view.ts";
import { seriesOf, sideOfGroup, worstCase } from "../worst-case.ts";

const accuracyHead = {
  id: "accuracy",
  title: "Accuracy by order and level",
  lead: "Accuracy of people and models, overall and for each group of items: the main table and figure of a paper about orders of theory of mind.",
};

/** One row for each subject: overall and every group of items. */
export function accuracyView({ results, cells, subjects, by }: CellMaterial): View {
  const panels = groupByDepth(results.items, by);
  const groups = panels.flatMap(({ title, labels, groupOf }) =>
    labels.map((label) => ({
      title: `${title} ${label}`,
      cells: cells.filter(({ item }) => groupOf(item) === label),
    })),
  );
  if (subjects.length === 0) return refusedView(accuracyHead, "No item with a key has been answered.");
  return shownView(accuracyHead, {
    sentences: [
      "Shares of cells (one item under one condition), every cell with the same weight; 95% intervals over stories with five stories or more, otherwise Wilson's over cells treated as independent.",
    ],
    tables: [
      {
        name: "accuracy",
        caption: `Accuracy of ${subjects.length} subjects, overall and by group of items`,
        columns: ["Who", "Overall", ...groups.map(({ title }) => title)],
        rows: subjects.map((subject) => [
          textCell(subject.label),
          estimate(subjectShare(subject, cells)),
          ...groups.map((group) => estimate(subjectShare(subject, group.cells))),
        ]),
      },
    ],
    figures: panels.map(({ title, axis, labels, groupOf }, index) => ({
      name: `accuracy-${index + 1}`,
      title,
      unit: "share" as const,
      across: axis,
      marks: labels.flatMap((label) => {
        const group = cells.filter(({ item }) => groupOf(item) === label);
        return subjects.map((subject) => ({
          ...mark(label, subject.side, subjectShare(subject, group)),
          series: subject.label,
        }));
      }),
      lines: [],
    })),
  });
}

const levelsHead = {
  id: "levels",
  title: "Comparisons of levels within each subject",
  lead: "Whether accuracy falls from one level to the next. Differences are within stories, so that easy stories cannot make hard levels look easy.",
};

/** Every pair of neighbouring levels within every subject; Holm over all of them. */
export function levelsView({ results, cells, subjects, by, withMismatches }: CellMaterial): View {
  const rows = groupByDepth(results.items, by).flatMap(({ title, labels, groupOf }) =>
    subjects.flatMap((subject) =>
      labels.slice(1).map((high, index) => ({
        says: `${title}: ${high} minus ${labels[index]}`,
        subject,
        ...groupDifference({ cells, withMismatches }, subject, groupOf, [high, labels[index]!]),
      })),
    ),
  );
  if (rows.length === 0)
    return refusedView(levelsHead, "The items have no order or level with two values; choose an attribute.");
  const { cells: tests, findings } = testTogether(
    rows.map(({ says, subject, found, worst }) => ({
      says: `${subject.label}, ${says}`,
      difference: found.difference,
      unit: "stories",
      worst,
    })),
  );
  return shownView(levelsHead, {
    conclusions: [`t tests over stories, corrected together by Holm over ${rows.length} tests.`],
    sentences: [
      `Each story against itself, then the mean over stories that have both levels (Satterthwaite degrees of freedom). Positive: the higher level is answered right more often. ${storyGeneralisation(rows.map(({ found }) => found.difference))}`,
    ],
    findings,
    tables: [
      {
        name: "levels",
        caption:
          "Neighbouring levels within each subject, higher minus lower; n is the number of stories with both levels",
        columns: ["Who", "Levels", "Lower", "Higher", "Higher minus lower", "Test"],
        rows: rows.map(({ says, subject, found: { first, second, difference } }, index) => {
          const levelCell = (value: number | null) =>
            estimate({
              value,
              low: null,
              high: null,
              n: difference.n,
              reason: "Part of the difference in the same row.",
            });
          return [
            textCell(subject.label),
            textCell(says),
            levelCell(second),
            levelCell(first),
            estimate(difference, "points"),
            tests[index]!,
          ];
        }),
      },
    ],
  });
}

/** One group of items minus another within a subject (`storyDifference`), and its worst case for missing answers. */
export function groupDifference(
  { cells, withMismatches }: Pick<CellMaterial, "cells" | "withMismatches">,
  subject: Subject,
  groupOf: (item: ResultItem) => string | null,
  groups: readonly [first: string, second: string],
) {
  const storyComparison = storyDifference(subject, cells, groupOf, groups);
  const sideOf = ({ item }: ResultCell) => sideOfGroup(groupOf(item), groups);
  const recompute = (filled: readonly ResultCell[]) => storyDifference(subject, filled, groupOf, groups).difference;
  return {
    found: storyComparison,
    worst: worstCase(storyComparison.difference, cells, seriesOf(subject), { withMismatches, sideOf }, recompute),
  };
}

/** The population to which the differences over stories generalise. */
function storyGeneralisation(differences: readonly ClusteredEstimate[]): string {
  const firstWithInterval = differences.find(({ low }) => low !== null);
  return firstWithInterval ? describePopulation(firstWithInterval, "stories") : "";
}

const kindsHead = {
  id: "tom-factual",
  title: "Theory of mind against factual controls",
  lead: "Accuracy on questions about minds and on questions about facts, for the same stories.",
};

/**
 * Items of one type minus items of the other type, within each subject: paired by story if five stories have both
 * types, otherwise unpaired. The tests are corrected by Holm over the subjects.
 */
export function kindsView({ cells, subjects, withMismatches }: CellMaterial): View {
  const typeOf = ({ attributes: { type } }: ResultItem) => (typeof type === "string" ? type : null);
  const types = [...new Set(cells.flatMap(({ item }) => typeOf(item) ?? []))];
  const [first, second] = types.includes("tom") && types.includes("factual") ? ["tom", "factual"] : types.sort();
  if (!first || !second || types.length !== 2)
    return refusedView(kindsHead, "The items have no attribute “type” with two values, such as tom and factual.");
  const rows = subjects.map((subject) => {
    const pairedDifference = storyDifference(subject, cells, typeOf, [first, second]).difference;
    const isPaired = pairedDifference.clusters.length > 0;
    const shares = [first, second].map((type) =>
      subjectShare(
        subject,
        cells.filter(({ item }) => typeOf(item) === type),
      ),
    );
    const unit = isPaired ? "stories" : "cells";
    const differenceOn = (someCells: readonly ResultCell[]) =>
      isPaired
        ? storyDifference(subject, someCells, typeOf, [first, second]).difference
        : compareUnpaired(subject, someCells, first, second);
    const difference = differenceOn(cells);
    const sideOf = ({ item }: ResultCell) => sideOfGroup(typeOf(item), [first, second]);
    const worst = worstCase(difference, cells, seriesOf(subject), { withMismatches, sideOf }, differenceOn);
    return { subject, shares, isPaired, difference, unit, worst };
  });
  const { cells: tests, findings } = testTogether(
    rows.map(({ subject, difference, unit, worst }) => ({
      says: `${subject.label}, “${first}” minus “${second}”`,
      difference,
      unit,
      worst,
    })),
  );
  return shownView(kindsHead, {
    conclusions: [
      `Where stories are compared with themselves, t tests over stories; all tests are corrected together by Holm over ${rows.length} subjects.`,
    ],
    sentences: [
      `Where five stories have items of both types, each story is compared with itself and n is the number of stories; elsewhere the two shares are unpaired and n is the number of cells. Positive: “${first}” is answered right more often. ${storyGeneralisation(rows.flatMap(({ isPaired, difference }) => (isPaired ? [difference] : [])))}`,
    ],
    findings,
    tables: [
      {
        name: "types",
        caption: `Items of type “${first}” and “${second}”; the difference is “${first}” minus “${second}”`,
        columns: ["Who", first, second, "Difference", "Test"],
        rows: rows.map(({ subject, shares, difference }, index) => [
          textCell(subject.label),
          ...shares.map((share) => estimate(share)),
          estimate(difference, "points"),
          tests[index]!,
        ]),
      },
    ],
    figures: [
      {
        name: "types",
        title: `“${first}” minus “${second}”, points`,
        unit: "points",
        marks: rows.map(({ subject, difference }) => mark(subject.label, subject.side, difference)),
        lines: [{ label: "no difference", value: 0 }],
      },
    ],
  });
}

/**
 * The difference of two shares of different items, if fewer than five stories have both types. It is clustered by story
 * if there are at least five stories, otherwise cells are treated as independent.
 */
function compareUnpaired(
  subject: Subject,
  cells: readonly ResultCell[],
  first: string,
  second: string,
): TestedDifference {
  const scoredCells = cells.flatMap((cell) => {
    const score = subject.score(cell);
    const { type } = cell.item.attributes;
    return score === null || (type !== first && type !== second)
      ? []
      : [{ score, isFirst: type === first, cluster: clusterOf(cell.item) }];
  });
  const clustering = clusteringOf(scoredCells.map(({ cluster }) => cluster));
  const count = new Set(clustering.ids).size;
  const isClustered = count >= minClusters;
  const scores = scoredCells.map(({ score }) => score);
  const indicators = scoredCells.map(({ isFirst }) => [1, Number(isFirst)]);
  const kinds = isClustered ? [clustering.ids] : [];
  const fit = clusteredRegression(scores, indicators, kinds);
  const firstCoefficient = fit && estimateCoefficient(fit, 1);
  const { one, many } = clustering;
  const independenceNote = isClustered
    ? null
    : `With ${count} ${count === 1 ? one : many} cells are treated as independent; an interval over ${many} requires ${minClusters}.`;
  return {
    n: scoredCells.length,
    value: firstCoefficient?.value ?? null,
    se: firstCoefficient?.se ?? null,
    df: firstCoefficient?.df ?? null,
    low: firstCoefficient?.low ?? null,
    high: firstCoefficient?.high ?? null,
    basis: firstCoefficient?.low == null ? null : isClustered ? "clusters" : "items",
    clusters: isClustered ? [{ one, many, count }] : [],
    reason:
      firstCoefficient?.low == null
        ? (independenceNote ?? "The scores do not vary, or all items are of one type.")
        : independenceNote,
    signPatterns: firstCoefficient?.low == null ? null : (wildWaldTest(scores, indicators, kinds, [1])?.pvalue ?? null),
  };
}
