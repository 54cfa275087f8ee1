import {
  correlation,
  distributionAgreement,
  divergence,
} from "../../../statistics/agreement/distribution-agreement.ts";
import { normalTwoSidedQuantile } from "../../../statistics/basics/distributions.ts";
import { doubledRanks } from "../../../statistics/basics/ranks.ts";
import { clusteredCorrelation } from "../../../statistics/clustered/clustered-correlation.ts";
import { clusteredEstimate, minClusters } from "../../../statistics/clustered/clustered-estimate.ts";
import { mcnemarTest } from "../../../statistics/proportions/mcnemar.ts";
import type { ResultCell } from "../../model/cells.ts";
import { clusteringOf, clusterOf, shareOfCells } from "../../model/share.ts";
import { meanDifference } from "../cell-material.ts";
import { testTogether } from "../family-tests.ts";
import type { Material } from "../material.ts";
import {
  descriptiveNumber,
  estimate,
  refusedView,
  shownView,
  test,
  textCell,
  type View,
  type ViewCell,
} from "../view.ts";

const head = {
  id: "distributions",
  title: "Shares of people and probabilities of models",
  lead: "Where people disagree, a model that predicts people is unsure too. The share of people who say “true”, the model's P(true), and the calibration of P(true) against the key.",
};

const minCells = 5;
const minRepeats = 5;

interface CellProbabilities {
  cell: ResultCell;
  human: number | null;
  p: number;
  gold: number | null;
  summed: string | null;
  argmax: string | null;
}

/**
 * Agreement of distributions, calibration, and argmax against summed probability, for each model with probabilities.
 */
export function distributionsView(material: Material): View {
  const all = material.models.map((model) => ({ model, rows: distributionRows(material, model.id) }));
  const modelsWithEnoughCells = all.filter(({ rows }) => rows.length >= minCells);
  if (modelsWithEnoughCells.length === 0)
    return refusedView(
      head,
      `No model has probabilities for ${minCells} cells of items with “true” and “false”: import log probabilities, or ${minRepeats} repeats of each cell.`,
    );
  const argmaxComparison = compareArgmax(modelsWithEnoughCells);
  return shownView(head, {
    findings: argmaxComparison.findings,
    checks: all.map(({ model, rows }) => ({
      says: `${model.label} gives probabilities`,
      holds: rows.length >= minCells,
      found: `${rows.length} cells with log probabilities or at least ${minRepeats} repeats`,
    })),
    sentences: [
      "The divergence is 0 only if the people’s shares equal the model’s probabilities, so human disagreement counts as signal. A probability is summed over the spellings of an answer; without log probabilities, the share of repeats with that answer is used.",
    ],
    tables: [
      {
        name: "agreement-of-distributions",
        caption: "Shares of people who say “true” and the model's P(true), over cells",
        columns: ["Model", "Pearson", "Spearman", "Mean absolute difference", "Jensen-Shannon, bits"],
        rows: modelsWithEnoughCells.map(({ model, rows }) => agreementRow(model.label, rows)),
      },
      {
        name: "calibration",
        caption: "P(true) against the key, over cells; lower is better",
        columns: ["Model", "Brier", "Calibration error, ten bins", "Log loss"],
        rows: modelsWithEnoughCells.map(({ model, rows }) => calibrationRow(model.label, rows)),
      },
      {
        name: "disagreement",
        caption: "Disagreement of people: mean entropy of a cell in bits (0: all agree, 1: half and half)",
        columns: ["Who", "Entropy"],
        rows: [[textCell("People"), estimate(meanOver(entropies(material.cells)), "number")]],
      },
      ...argmaxComparison.tables,
    ],
  });
}

function distributionRows({ cells, probabilities }: Material, seriesId: string): CellProbabilities[] {
  const storedProbabilities = new Map(
    probabilities.filter((one) => one.seriesId === seriesId).map((one) => [`${one.itemId}/${one.conditionId}`, one]),
  );
  return cells.flatMap((cell): CellProbabilities[] => {
    const { item, condition, vote } = cell;
    if (item.options.length !== 2 || !item.options.some(({ value }) => value === "true")) return [];
    const answer = cell.models.get(seriesId);
    const storedProbability = storedProbabilities.get(`${item.id}/${condition.id}`);
    const p = storedProbability?.pTrue ?? (answer && answer.repeats >= minRepeats ? repeatShare(cell, seriesId) : null);
    if (p === null || !answer) return [];
    const trueCount = vote.counts.find(({ value }) => value === "true")?.count ?? 0;
    return [
      {
        cell,
        p,
        human: vote.n === 0 ? null : trueCount / vote.n,
        gold: item.rightAnswers.length === 1 ? Number(item.rightAnswers[0] === "true") : null,
        summed: storedProbability?.answerSummed ?? null,
        argmax: storedProbability?.answerArgmax ?? null,
      },
    ];
  });
}

/** The share of “true” among repeats, derived from the number that were right. */
function repeatShare({ item, models }: ResultCell, seriesId: string): number | null {
  const answer = models.get(seriesId)!;
  if (item.rightAnswers.length !== 1) return null;
  const right = answer.right / answer.repeats;
  return item.rightAnswers[0] === "true" ? right : 1 - right;
}

function agreementRow(label: string, rows: readonly CellProbabilities[]): ViewCell[] {
  const agreement = distributionAgreement(
    rows.map(({ human }) => human),
    rows.map(({ p }) => p),
    rows.map(({ gold }) => gold),
  );
  const comparableRows = rows.filter(({ human }) => human !== null);
  return [
    textCell(label),
    estimate(estimateCorrelation(agreement.pearson, comparableRows), "number"),
    estimate(
      estimateCorrelation(agreement.spearman, comparableRows, (a, b) =>
        correlation(toDoubledRanks(a), toDoubledRanks(b)),
      ),
      "number",
    ),
    estimate(meanOver(comparableRows.map(({ cell, human, p }) => ({ cell, value: Math.abs(human! - p) }))), "number"),
    estimate(meanOver(comparableRows.map(({ cell, human, p }) => ({ cell, value: divergence(human!, p) }))), "number"),
  ];
}

/** Twice the ranks, which give the same correlation as ranks. */
function toDoubledRanks(values: readonly number[]): number[] {
  return doubledRanks(values).flatMap((rank) => rank ?? []);
}

function calibrationRow(label: string, rows: readonly CellProbabilities[]): ViewCell[] {
  const rowsWithKey = rows.filter(({ gold }) => gold !== null);
  const agreement = distributionAgreement(
    rowsWithKey.map(({ human }) => human),
    rowsWithKey.map(({ p }) => p),
    rowsWithKey.map(({ gold }) => gold),
  );
  const loss = ({ p, gold }: CellProbabilities) => {
    const clippedProbability = Math.min(1 - 1e-6, Math.max(1e-6, p));
    return -Math.log(gold === 1 ? clippedProbability : 1 - clippedProbability);
  };
  return [
    textCell(label),
    estimate(meanOver(rowsWithKey.map((row) => ({ cell: row.cell, value: (row.p - row.gold!) ** 2 }))), "number"),
    estimate(
      {
        value: agreement.ece,
        low: null,
        high: null,
        n: agreement.nGold,
        reason: "No interval, because the values are binned.",
      },
      "number",
    ),
    estimate(meanOver(rowsWithKey.map((row) => ({ cell: row.cell, value: loss(row) }))), "number"),
  ];
}

/**
 * A correlation over cells, with an interval over stories or source groups if there are at least five; otherwise
 * Fisher's.
 */
function estimateCorrelation(r: number | null, rows: readonly CellProbabilities[], of = correlation) {
  const n = rows.length;
  if (r === null || Math.abs(r) >= 1 || n <= 3)
    return { value: r, low: null, high: null, n, reason: "One side does not vary, or there are too few cells." };
  const { many, ids } = clusteringOf(rows.map(({ cell }) => clusterOf(cell.item)));
  const count = new Set(ids).size;
  if (count >= minClusters) {
    const [shares, probabilities] = [rows.map(({ human }) => human!), rows.map(({ p }) => p)];
    const { low, high } = clusteredCorrelation(shares, probabilities, ids, of);
    const reason = low === null ? `If one of the ${many} is omitted, a side does not vary.` : null;
    return { value: r, low, high, n, reason: reason ?? `Jackknife over ${count} ${many}.` };
  }
  const half = normalTwoSidedQuantile(0.95) / Math.sqrt(n - 3);
  return {
    value: r,
    low: Math.tanh(Math.atanh(r) - half),
    high: Math.tanh(Math.atanh(r) + half),
    n,
    reason: `With ${count} ${many}, cells are treated as independent; an interval over ${many} requires ${minClusters}.`,
  };
}

function meanOver(values: readonly { cell: ResultCell; value: number }[]) {
  return clusteredEstimate(
    values.map(({ value }) => value),
    [clusteringOf(values.map(({ cell }) => clusterOf(cell.item)))],
    { unit: "cells" },
  );
}

function entropies(cells: readonly ResultCell[]) {
  return cells.flatMap((cell) => {
    if (cell.vote.n === 0) return [];
    const value = cell.vote.counts.reduce((sum, { count }) => {
      const share = count / cell.vote.n;
      return share === 0 ? sum : sum - share * Math.log2(share);
    }, 0);
    return [{ cell, value }];
  });
}

/** Argmax against summed probability: the same log probabilities read with two rules, on the same cells. */
function compareArgmax(
  shown: readonly { model: { label: string }; rows: readonly CellProbabilities[] }[],
): Pick<View, "tables" | "findings"> {
  const comparedModels = shown.flatMap(({ model, rows }) => {
    const both = rows.filter(({ argmax, gold }) => argmax !== null && gold !== null);
    return both.length === 0 ? [] : [{ model, both }];
  });
  if (comparedModels.length === 0) return { tables: [], findings: [] };
  const isRight = (answer: string | null, gold: number | null) => Number((answer === "true") === (gold === 1));
  const differences = comparedModels.map(({ both }) =>
    meanDifference(
      both.map(({ summed, argmax, gold, cell }) => ({
        value: isRight(summed, gold) - isRight(argmax, gold),
        cluster: clusterOf(cell.item),
      })),
      "cells",
    ),
  );
  const testedFamily = testTogether(
    comparedModels.map(({ model }, index) => ({
      says: `${model.label}, summed minus argmax`,
      difference: differences[index]!,
      unit: "cells",
    })),
  );
  const table = {
    name: "argmax",
    caption: `The likeliest single spelling (argmax) against probabilities summed over spellings; positive: summing is right more often; Holm correction, ${comparedModels.length} tests`,
    columns: ["Model", "Summed", "Argmax", "Summed minus argmax", "Only one of them right", "Test", "McNemar, mid-p"],
    rows: comparedModels.map(({ model, both }, index) => {
      const shareOf = (of: (row: CellProbabilities) => string | null) =>
        shareOfCells(both.map((row) => ({ score: isRight(of(row), row.gold), cluster: clusterOf(row.cell.item) })));
      const onlySummed = both.filter((row) => isRight(row.summed, row.gold) > isRight(row.argmax, row.gold)).length;
      const onlyArgmax = both.filter((row) => isRight(row.summed, row.gold) < isRight(row.argmax, row.gold)).length;
      return [
        textCell(model.label),
        estimate(shareOf(({ summed }) => summed)),
        estimate(shareOf(({ argmax }) => argmax)),
        estimate(differences[index]!, "points"),
        descriptiveNumber((onlySummed + onlyArgmax) / both.length, both.length, "share"),
        testedFamily.cells[index]!,
        test(mcnemarTest(onlySummed, onlyArgmax, "midp").pvalue, both.length),
      ];
    }),
  };
  return { tables: [table], findings: testedFamily.findings };
}
