import { adjacentLevels } from "../../statistics/adjacent-levels.ts";
import { adjustPValues } from "../../statistics/adjust-p-values.ts";
import { fewestClusters } from "../../statistics/clustered-estimate.ts";
import { clusteredRegression, coefficient, waldTest } from "../../statistics/clustered-regression.ts";
import type { ResultCell } from "../cells.ts";
import { groupItems } from "../prepare-depth.ts";
import { clusterOf } from "../share.ts";
import type { CellMaterial, Subject } from "./cell-material.ts";
import { shareOf } from "./cell-material.ts";
import { count, estimate, mark, refusedView, shownView, test, text, type View } from "./view.ts";

const accuracyHead = {
  id: "accuracy",
  title: "Accuracy by order and level",
  lead: "Everybody's accuracy, overall and for each group of items: the main table and figure of a paper about orders of theory of mind.",
};

/** One row for each subject: overall and every group of items. */
export function accuracyView({ results, cells, subjects, by }: CellMaterial): View {
  const panels = groupItems(results.items, by);
  const groups = panels.flatMap(({ title, labels, groupOf }) =>
    labels.map((label) => ({
      title: `${title} ${label}`,
      cells: cells.filter(({ item }) => groupOf(item) === label),
    })),
  );
  if (subjects.length === 0) return refusedView(accuracyHead, "Nobody has answered an item with a key.");
  return shownView(accuracyHead, {
    sentences: [
      "Shares of cells (one item under one condition), every cell with the same weight; 95% intervals over stories where there are five, else Wilson's over cells taken as independent.",
    ],
    tables: [
      {
        name: "accuracy",
        caption: `Accuracy of ${subjects.length} subjects, overall and by group of items`,
        columns: ["Who", "Overall", ...groups.map(({ title }) => title)],
        rows: subjects.map((subject) => [
          text(subject.label),
          estimate(shareOf(subject, cells)),
          ...groups.map((group) => estimate(shareOf(subject, group.cells))),
        ]),
      },
    ],
    figures: panels.map(({ title, labels, groupOf }, index) => ({
      name: `accuracy-${index + 1}`,
      title,
      unit: "share" as const,
      marks: labels.flatMap((label) =>
        subjects.map((subject) =>
          mark(
            `${label} · ${subject.label}`,
            subject.side,
            shareOf(
              subject,
              cells.filter(({ item }) => groupOf(item) === label),
            ),
          ),
        ),
      ),
      lines: [],
    })),
  });
}

const levelsHead = {
  id: "levels",
  title: "Levels against each other, within each subject",
  lead: "Does a subject fall from one level to the next? Differences within stories, so that easy stories cannot make hard levels look easy.",
};

/** Every pair of neighbouring levels within every subject; Holm over all of them. */
export function levelsView({ results, cells, subjects, by }: CellMaterial): View {
  const rows = groupItems(results.items, by).flatMap(({ title, labels, groupOf }) =>
    subjects.flatMap((subject) =>
      labels.slice(1).map((high, index) => {
        const own = cells.filter(({ item }) => groupOf(item) !== null);
        const found = adjacentLevels(
          {
            subject: own.map(() => subject.label),
            story: own.map(({ item }) => clusterOf(item).id),
            level: own.map(({ item }) => groupOf(item)),
            correct: own.map((cell) => subject.score(cell)),
          },
          labels[index]!,
          high,
        );
        return { says: `${title}: ${high} less ${labels[index]}`, subject, found };
      }),
    ),
  );
  if (rows.length === 0)
    return refusedView(levelsHead, "The items have no order or level with two values; choose an attribute.");
  const usable = rows.map(({ found }) => found.nClusters >= fewestClusters);
  const adjusted = adjustPValues(
    rows.map(({ found }, index) => (usable[index] ? found.pvalue : null)),
    "holm",
  );
  const reasonOf = (clusters: number, hasSpread: boolean) =>
    clusters < fewestClusters
      ? `With ${clusters} stories that have both levels there is no interval for new ones; it takes ${fewestClusters}.`
      : hasSpread
        ? null
        : "There is no spread from which an interval could be computed.";
  return shownView(levelsHead, {
    sentences: [
      `CR2 with Satterthwaite degrees of freedom over stories; Holm over ${rows.length} tests. Positive: the higher level is answered right more often.`,
    ],
    tables: [
      {
        name: "levels",
        caption: `Neighbouring levels within each subject; n is the number of stories with both levels`,
        columns: ["Who", "Levels", "Lower", "Higher", "Difference", "Test"],
        rows: rows.map(({ says, subject, found }, index) => {
          const reason = reasonOf(found.nClusters, found.low !== null);
          const limits = usable[index] ? { low: found.low, high: found.high } : { low: null, high: null };
          const level = (value: number | null) =>
            estimate({ value, low: null, high: null, n: found.nPairs, reason: "Part of the difference beside it." });
          return [
            text(subject.label),
            text(says),
            level(found.meanLow),
            level(found.meanHigh),
            estimate({ value: found.estimate, ...limits, n: found.nPairs, reason }, "points"),
            test(usable[index] ? found.pvalue : null, found.nPairs, reason, adjusted[index] ?? null),
          ];
        }),
      },
    ],
  });
}

const kindsHead = {
  id: "tom-factual",
  title: "Theory of mind against factual controls",
  lead: "The same stories, once asked about minds and once about facts: what is lost by having to think of what others think.",
};

/** Items of one type less those of the other, within each subject, clustered by story; Holm over the subjects. */
export function kindsView({ cells, subjects }: CellMaterial): View {
  const types = [
    ...new Set(cells.flatMap(({ item }) => (typeof item.attributes.type === "string" ? item.attributes.type : []))),
  ];
  const [first, second] = types.includes("tom") && types.includes("factual") ? ["tom", "factual"] : types.sort();
  if (!first || !second || types.length !== 2)
    return refusedView(kindsHead, "The items have no attribute “type” with two values, such as tom and factual.");
  const rows = subjects.map((subject) => ({ subject, ...betweenTypes(subject, cells, first, second) }));
  const adjusted = adjustPValues(
    rows.map(({ p }) => p),
    "holm",
  );
  return shownView(kindsHead, {
    sentences: [
      `Different items, so the two shares are unpaired; a story with items of both types is one cluster. Positive: “${first}” is answered right more often. Holm over ${rows.length} subjects.`,
    ],
    tables: [
      {
        name: "types",
        caption: `Items of type “${first}” and “${second}”`,
        columns: ["Who", first, second, "Difference", "Test", "Stories"],
        rows: rows.map(({ subject, shares, difference, p, reason, stories }, index) => [
          text(subject.label),
          estimate(shares[0]),
          estimate(shares[1]),
          estimate({ ...difference, reason }, "points"),
          test(p, difference.n, p === null ? reason : null, adjusted[index] ?? null),
          count(stories),
        ]),
      },
    ],
    figures: [
      {
        name: "types",
        title: `“${first}” less “${second}”, points`,
        unit: "points",
        marks: rows.map(({ subject, difference }) => mark(subject.label, subject.side, difference)),
        lines: [{ label: "no difference", value: 0 }],
      },
    ],
  });
}

function betweenTypes(subject: Subject, cells: readonly ResultCell[], first: string, second: string) {
  const of = (type: string) => cells.filter(({ item }) => item.attributes.type === type);
  const scored = cells.flatMap((cell) => {
    const score = subject.score(cell);
    const type = cell.item.attributes.type;
    return score === null || (type !== first && type !== second)
      ? []
      : [{ score, isFirst: type === first, story: clusterOf(cell.item).id }];
  });
  const stories = new Set(scored.map(({ story }) => story)).size;
  const isClustered = stories >= fewestClusters;
  const fit = clusteredRegression(
    scored.map(({ score }) => score),
    scored.map(({ isFirst }) => [1, Number(isFirst)]),
    isClustered ? [scored.map(({ story }) => story)] : [],
  );
  const found = fit && coefficient(fit, 1);
  const few = isClustered
    ? null
    : `With ${stories} stories cells are taken as independent; an interval over stories takes ${fewestClusters}.`;
  return {
    shares: [shareOf(subject, of(first)), shareOf(subject, of(second))] as const,
    difference: { value: found?.value ?? null, low: found?.low ?? null, high: found?.high ?? null, n: scored.length },
    p: (fit && waldTest(fit, [1])?.pvalue) ?? null,
    reason: found?.low == null ? (few ?? "There is no spread, or items of one type only.") : few,
    stories,
  };
}
