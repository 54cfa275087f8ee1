import type { Parity } from "../../models/decide-parity.ts";
import { percentileOfSorted } from "../../statistics/basics/percentiles.ts";
import type { ModelCell, ResultCell } from "../model/cells.ts";
import { clusterOf, personScore, type Share, shareOfCells } from "../model/share.ts";

// The cells on which people and a model are compared: those that both answered, the number of people, and how the
// model's answers could be parsed.

/** How a model's answers could be parsed. */
export interface ReadingSummary {
  /** Single answers to these cells, parsed or not. */
  asked: number;
  right: number;
  unparsed: number;
  /** unparsed / asked; null without answers. */
  share: number | null;
  /**
   * The share of right answers if every unparsed answer had been wrong, and if every one had been right; null if all
   * answers were parsed.
   */
  worstCase: { low: number; high: number } | null;
  /** Number of single answers that the model should have given to the cells of people. */
  called: number;
  /**
   * Missing answers: unparsed answers, questions that were never asked and, if mismatches are excluded, answers about a
   * text that people did not read.
   */
  absent: number;
  /** absent / called; null without cells. */
  missing: number | null;
}

/** People per cell: smallest, median, largest. */
export interface Voters {
  least: number;
  median: number;
  most: number;
}

/** The answer of a model's series in a cell. */
export function modelOf(cell: ResultCell, seriesId: string): ModelCell | undefined {
  return cell.models.get(seriesId);
}

/** Whether a cell has an answer of the series that is not counted in an earlier cell of the item. */
export function hasUncountedAnswer(cell: ResultCell, seriesId: string): boolean {
  return modelOf(cell, seriesId)?.isRepeated === false;
}

/** Groups cells by the model's answer: cells that share one answer are one unit, all others are separate units. */
export function groupByAnswer(cells: readonly ResultCell[], seriesId: string): ResultCell[][] {
  const units = new Map<string, ResultCell[]>();
  for (const cell of cells) {
    const name = `${cell.item.id}/${modelOf(cell, seriesId)?.shared ?? `cell ${cell.condition.id}`}`;
    const unit = units.get(name);
    if (unit) unit.push(cell);
    else units.set(name, [cell]);
  }
  return [...units.values()];
}

/** Whether the model's text differs from the one that people read. */
export function modelReadOtherText(cell: ResultCell, seriesId: string): boolean {
  return modelOf(cell, seriesId)?.parity === "mismatch";
}

/** The cells that people and the model answered; those with a different text only on request. */
export function sharedCells(cells: readonly ResultCell[], seriesId: string, withMismatches: boolean): ResultCell[] {
  return cells.filter(
    (cell) =>
      personScore(cell) !== null &&
      (modelOf(cell, seriesId)?.mean ?? null) !== null &&
      (withMismatches || !modelReadOtherText(cell, seriesId)),
  );
}

/** Smallest, median and largest number of people per cell; null without cells. */
export function countVoters(cells: readonly ResultCell[]): Voters | null {
  const sizes = cells.map(({ vote }) => vote.n).sort((left, right) => left - right);
  if (sizes.length === 0) return null;
  return { least: sizes[0]!, median: percentileOfSorted(sizes, 0.5), most: sizes.at(-1)! };
}

/** Counts the answers of a series by parity with the stimulus of people. */
export function countParity(cells: readonly ResultCell[], seriesId: string): Record<Parity, number> {
  const parity = { verified: 0, mismatch: 0, unverified: 0 };
  for (const cell of cells) {
    const answer = modelOf(cell, seriesId);
    if (answer && !answer.isRepeated) parity[answer.parity] += 1;
  }
  return parity;
}

/** Counts the cells that only people or only the model answered. */
export function countUnshared(cells: readonly ResultCell[], seriesId: string) {
  let onlyPeopleAnswered = 0;
  let onlyModelAnswered = 0;
  for (const cell of cells) {
    const hasPeople = personScore(cell) !== null;
    const hasModel = (modelOf(cell, seriesId)?.mean ?? null) !== null;
    if (hasPeople && !hasModel) onlyPeopleAnswered += 1;
    if (hasModel && !hasPeople && hasUncountedAnswer(cell, seriesId)) onlyModelAnswered += 1;
  }
  return { onlyPeopleAnswered, onlyModelAnswered };
}

/** A model's answer in a cell, unless it is counted in an earlier cell or excluded as an answer to another text. */
export function getCountedAnswer({ models }: ResultCell, seriesId: string, withMismatches: boolean): ModelCell | null {
  const answer = models.get(seriesId);
  return !answer || answer.isRepeated || (answer.parity === "mismatch" && !withMismatches) ? null : answer;
}

/** How a model is scored: by the share of its right answers, or by the majority of its repeats. */
export type ModelScore = "mean" | "majority";

/** The scores of a model in each cell; null without a counted answer. */
export function modelScores(
  cells: readonly ResultCell[],
  seriesId: string,
  score: ModelScore,
  withMismatches: boolean,
): (number | null)[] {
  return cells.map((cell) => getCountedAnswer(cell, seriesId, withMismatches)?.[score] ?? null);
}

/** Whether the same question was asked more than once. */
export function hasRepeats(answer: ModelCell | null): boolean {
  return answer !== null && answer.repeats + answer.unparsed > 1;
}

/** The majority of repeats, if any cell was asked more than once. */
export function repeatsOf(shared: readonly ResultCell[], seriesId: string): Share | null {
  const answers = groupByAnswer(shared, seriesId).map(([cell]) => ({
    answer: modelOf(cell!, seriesId)!,
    cluster: clusterOf(cell!.item),
  }));
  if (!answers.some(({ answer }) => hasRepeats(answer))) return null;
  return shareOfCells(answers.map(({ answer, cluster }) => ({ score: answer.majority, cluster })));
}

/**
 * Summarizes how a model's answers to these cells could be parsed, and how many are missing. Every cell of people has a
 * counterpart among the conditions of models (`findCounterpart`). A cell without an answer of the model is therefore
 * missing, even if the model was asked only under other conditions.
 */
export function summarizeReading(
  cells: readonly ResultCell[],
  seriesId: string,
  withMismatches: boolean,
): ReadingSummary {
  const cellsWithKey = cells.filter(({ item }) => item.rightAnswers.length > 0);
  const answers = cellsWithKey.flatMap((cell) => (hasUncountedAnswer(cell, seriesId) ? modelOf(cell, seriesId)! : []));
  const unparsedCount = answers.reduce((sum, answer) => sum + answer.unparsed, 0);
  const answerCount = answers.reduce((sum, answer) => sum + answer.repeats + answer.unparsed, 0);
  const right = answers.reduce((sum, answer) => sum + answer.right, 0);
  const neverAsked = cellsWithKey.filter((cell) => !modelOf(cell, seriesId) && personScore(cell) !== null).length;
  const mismatchedCount = withMismatches
    ? 0
    : cellsWithKey.reduce((sum, cell) => {
        const isRemoved = modelReadOtherText(cell, seriesId) && hasUncountedAnswer(cell, seriesId);
        return isRemoved ? sum + modelOf(cell, seriesId)!.repeats : sum;
      }, 0);
  const calledCount = answerCount + neverAsked;
  const absentCount = unparsedCount + neverAsked + mismatchedCount;
  return {
    asked: answerCount,
    right,
    unparsed: unparsedCount,
    share: answerCount === 0 ? null : unparsedCount / answerCount,
    worstCase:
      answerCount === 0 || unparsedCount === 0
        ? null
        : { low: right / answerCount, high: (right + unparsedCount) / answerCount },
    called: calledCount,
    absent: absentCount,
    missing: calledCount === 0 ? null : absentCount / calledCount,
  };
}
