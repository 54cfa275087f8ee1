import { formatCount, formatPercent } from "../../../format/figures.ts";
import { seededRandom } from "../../../random.ts";
import { minClusters } from "../../../statistics/clustered/clustered-estimate.ts";
import type { ResultCell } from "../../model/cells.ts";
import { majorityCurve } from "../../model/majority-curve.ts";
import { type CellGroup, cellGroups } from "../cell-groups.ts";
import type { Material } from "../material.ts";
import { estimate, mark, refusedView, shownView, textCell, type View, type ViewCell, type ViewTable } from "../view.ts";
import {
  drawMajorities,
  hasTwoOptions,
  listVotedCells,
  type MajorityMean,
  type ResampledEstimate,
  type ResampledNumber,
  resamples,
} from "./draw-majorities.ts";

const head = {
  id: "resampling",
  title: "Majority: bootstrap over people and stories",
  lead: "A majority is not a mean of its voters, so formulas for means do not apply. Here stories are resampled with all their cells, and people with all their answers, and every quantity with a majority is recomputed in each resample.",
};

type TableName = "resampled" | "resampled-groups" | "resampled-differences" | "resampled-sizes";

/** A number of one of the tables, with its label. */
interface LabelledNumber extends ResampledNumber {
  table: TableName;
  /** The first columns of its row. */
  labels: string[];
  /** Whether it is a difference instead of a share. */
  isDifference: boolean;
}

/** Above this total number of cells, groups are resampled for the majority only and not for each model. */
const maxEntries = 500_000;

/**
 * Two-level resampling of every number that is based on people's majority: its accuracy overall, under each condition,
 * at each level and for k people; the difference from each model in each of these; and the differences between levels
 * and conditions.
 */
export function* resamplingView(material: Material): Generator<number, View> {
  const { single, seed, perPerson } = material;
  const votes = listVotedCells(material.scored);
  const { voted, stories } = votes;
  if (voted.length === 0) return refusedView(head, "No item with a key has been answered.");
  if (stories < minClusters)
    return refusedView(
      head,
      `There are ${stories} stories; resampling fewer than ${minClusters} gives no information about new stories.`,
    );
  const cells = voted.map(({ cell }) => cell);
  const numbers = numbersOf(material, cells);
  const answeredOnce = perPerson.every((count) => count <= 1);
  const steps = drawMajorities(
    votes,
    numbers,
    { people: single.people, once: answeredOnce, ties: material.rules.ties },
    seededRandom(seed),
  );
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield step.value;
  const rows = numbers.map((named, index) => ({ named, found: step.value[index]! }));
  const overall = rows.filter(({ named }) => named.table === "resampled").map(({ found }) => found);
  return shownView(head, {
    checks: [
      {
        says: "There are enough stories to resample",
        holds: stories >= 10,
        found: `${stories} stories${stories >= 10 ? "" : "; with fewer than ten, the limits are too narrow"}`,
      },
      {
        says: "Resampling people does not change the majority itself",
        holds: overall.every(({ bias, se }) => Math.abs(bias) <= se / 4 + 1e-12),
        found: `largest mean shift ${formatPercent(Math.max(...overall.map(({ bias }) => Math.abs(bias))))} points over n = ${formatCount(resamples)} draws (descriptive, without an interval); a resample contains fewer distinct people than the sample`,
      },
    ],
    sentences: [
      `${formatCount(resamples)} draws, seed “${seed}”. ${
        answeredOnce
          ? "Each person answered once: people are resampled within each cell, as many as answered it."
          : "People are resampled with all their answers; a cell that loses all of them is excluded from that resample."
      } Limits contain the middle 95% of the draws; they generalise to new people and new stories. A positive difference means that the majority is right more often than the model, or in the group that is named first.`,
    ],
    tables: tables.flatMap(({ name, caption, columns }): ViewTable[] => {
      const namedRows = rows.filter(({ named }) => named.table === name);
      return namedRows.length === 0
        ? []
        : [{ name, caption, columns: [...columns, "Estimate", "Mean shift of the draws"], rows: namedRows.map(rowOf) }];
    }),
    figures: figuresOf(rows),
    findings: rows.map(({ named, found }) => findingOf(named, found)),
  });
}

interface Row {
  named: LabelledNumber;
  found: ResampledEstimate;
}

function figuresOf(rows: readonly Row[]): View["figures"] {
  const marksOf = (table: TableName, isDifference: boolean, side: "model" | "majority") =>
    rows.flatMap(({ named, found }) =>
      named.table === table && named.isDifference === isDifference
        ? [mark(named.labels[0]!, side, { ...found, value: found.observed })]
        : [],
    );
  const modelDifferences = marksOf("resampled", true, "model");
  const shares = marksOf("resampled-groups", false, "majority");
  return [
    ...(modelDifferences.length === 0
      ? []
      : [
          {
            name: "resampled",
            title: "People's majority minus each model, points, bootstrap over people and stories",
            unit: "points" as const,
            marks: modelDifferences,
            lines: [{ label: "no difference", value: 0 }],
          },
        ]),
    ...(shares.length === 0
      ? []
      : [
          {
            name: "resampled-groups",
            title: "The majority by condition and level, bootstrap over people and stories",
            unit: "share" as const,
            marks: shares,
            lines: [],
          },
        ]),
  ];
}

const tables: readonly { name: TableName; caption: string; columns: string[] }[] = [
  {
    name: "resampled",
    caption:
      "The majority of all people who answered, and people's majority minus each model on the cells that both answered",
    columns: ["Measure"],
  },
  {
    name: "resampled-groups",
    caption: "The majority, and people's majority minus each model, by condition and level",
    columns: ["Cells", "Measure"],
  },
  {
    name: "resampled-differences",
    caption: "The majority's differences between neighbouring levels, conditions and types; shares over cells",
    columns: ["Measure"],
  },
  {
    name: "resampled-sizes",
    caption:
      "The majority of k people drawn from those who answered a cell, on the cells of items with two options that k people answered",
    columns: ["k"],
  },
];

function rowOf({ named, found }: Row): ViewCell[] {
  const unit = named.isDifference ? ("points" as const) : ("share" as const);
  const { observed: value, low, high, reason, n, bias } = found;
  return [
    ...named.labels.map(textCell),
    estimate({ value, low, high, n, reason }, unit),
    estimate({ value: bias, low: null, high: null, n: resamples, reason: "Descriptive; no interval." }, "points"),
  ];
}

function findingOf({ labels, isDifference }: LabelledNumber, { observed, low, high, n }: ResampledEstimate): string {
  const says = labels.join(", ");
  if (observed === null || low === null || high === null) return `${says}: no interval (n = ${formatCount(n)} cells).`;
  return `${says}: ${formatPercent(observed)}${isDifference ? " points" : "%"} (95% interval ${formatPercent(low)} to ${formatPercent(high)} by bootstrap over people and stories; n = ${formatCount(n)} cells).`;
}

interface Group {
  label: string;
  cells: number[];
}

function numbersOf({ results, models }: Material, cells: readonly ResultCell[]): LabelledNumber[] {
  const all: Group = { label: "All cells", cells: cells.map((_, index) => index) };
  const cellDivision = cellGroups(results);
  const indicesOf = ({ label, has }: CellGroup): Group => ({
    label,
    cells: all.cells.filter((index) => has(cells[index]!)),
  });
  const groups = cellDivision.groups.map(indicesOf).filter((one) => one.cells.length > 0);
  const entries = groups.reduce((sum, one) => sum + one.cells.length, 0) * models.length;
  const shownModels = entries > maxEntries ? [] : models;
  const neighbours = cellDivision.neighbours.map(({ first, second }) => ({
    first: indicesOf(first),
    second: indicesOf(second),
  }));
  return [
    ...numbersOfGroup(all, models, cells).map(
      (one): LabelledNumber => ({ ...one, table: "resampled", labels: [one.what] }),
    ),
    ...groups.flatMap((group) =>
      numbersOfGroup(group, shownModels, cells).map(
        (one): LabelledNumber => ({ ...one, table: "resampled-groups", labels: [group.label, one.what] }),
      ),
    ),
    ...neighbours.flatMap(({ first, second }): LabelledNumber[] =>
      first.cells.length === 0 || second.cells.length === 0
        ? []
        : [
            {
              table: "resampled-differences",
              labels: [`${first.label} minus ${second.label}`],
              isDifference: true,
              mean: plainMean(first.cells),
              lessMean: plainMean(second.cells),
            },
          ],
    ),
    ...majorityCurve(cells, "half")
      .points.filter(({ k }) => k % 2 === 1)
      .map(
        ({ k }): LabelledNumber => ({
          table: "resampled-sizes",
          labels: [String(k)],
          isDifference: false,
          mean: { ...plainMean(all.cells.filter((index) => hasTwoOptions(cells[index]!))), majorityOf: k },
          lessMean: null,
        }),
      ),
  ];
}

function plainMean(cells: readonly number[]): MajorityMean {
  return { cells, less: null, majorityOf: null };
}

/** The majority in a group of cells, and its difference to each model with answers to the same text. */
function numbersOfGroup(group: Group, models: Material["models"], cells: readonly ResultCell[]) {
  const majorityNumber = {
    what: "People's majority",
    isDifference: false,
    mean: plainMean(group.cells),
    lessMean: null,
  };
  const modelNumbers = models.flatMap(({ id, label }) => {
    const answeredCells: number[] = [];
    const less: number[] = [];
    for (const index of group.cells) {
      const answer = cells[index]!.models.get(id);
      if (!answer || answer.mean === null) continue;
      answeredCells.push(index);
      less.push(answer.mean);
    }
    return answeredCells.length === 0
      ? []
      : [
          {
            what: `People's majority minus ${label}`,
            isDifference: true,
            mean: { cells: answeredCells, less, majorityOf: null },
            lessMean: null,
          },
        ];
  });
  return [majorityNumber, ...modelNumbers];
}
