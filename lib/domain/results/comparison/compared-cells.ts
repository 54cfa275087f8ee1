import type { Parity } from "../../models/decide-parity.ts";
import { percentileOfSorted } from "../../statistics/basics/percentiles.ts";
import type { ModelCell, ResultCell } from "../model/cells.ts";
import { clusterOf, personScore, type Share, shareOfCells } from "../model/share.ts";

// The cells that people and a model are compared on: which both answered, by how many people, and how the model's answers
// could be read.

/** How a model's answers could be read. */
export interface ReadingSummary {
  /** Single answers to these cells, read or not. */
  asked: number;
  right: number;
  unparsed: number;
  /** unparsed / asked; null without answers. */
  share: number | null;
  /** The share right if every unparsed answer had been wrong, and if every one had been right; null when all were read. */
  worstCase: { low: number; high: number } | null;
  /** Single answers that the compared conditions call for. */
  called: number;
  /** Missing of all single answers that the compared conditions call for: unparsed, and cells that were never asked. */
  missing: number | null;
}

/** People in one of some cells: smallest, median, largest. */
export interface Voters {
  least: number;
  median: number;
  most: number;
}

/** What a series of a model answered in a cell. */
export function modelOf(cell: ResultCell, seriesId: string): ModelCell | undefined {
  return cell.models.get(seriesId);
}

/** Whether a cell has an answer of the series that no earlier cell of the item has. */
export function hasOwnAnswer(cell: ResultCell, seriesId: string): boolean {
  return modelOf(cell, seriesId)?.isRepeated === false;
}

/** Cells by the model's answer: those that one answer serves are one unit, all others are units of their own. */
export function unitsOf(cells: readonly ResultCell[], seriesId: string): ResultCell[][] {
  const units = new Map<string, ResultCell[]>();
  for (const cell of cells) {
    const name = `${cell.item.id}/${modelOf(cell, seriesId)?.shared ?? `cell ${cell.condition.id}`}`;
    const unit = units.get(name);
    if (unit) unit.push(cell);
    else units.set(name, [cell]);
  }
  return [...units.values()];
}

/** Whether the model read another text than people did. */
export function isMismatched(cell: ResultCell, seriesId: string): boolean {
  return modelOf(cell, seriesId)?.parity === "mismatch";
}

/** The cells that people and the model answered; those with another text only where they are asked for. */
export function sharedCells(cells: readonly ResultCell[], seriesId: string, withMismatches: boolean): ResultCell[] {
  return cells.filter(
    (cell) =>
      personScore(cell) !== null &&
      (modelOf(cell, seriesId)?.mean ?? null) !== null &&
      (withMismatches || !isMismatched(cell, seriesId)),
  );
}

/** How many people answered one of these cells; null where there are none. */
export function votersOf(cells: readonly ResultCell[]): Voters | null {
  const sizes = cells.map(({ vote }) => vote.n).sort((left, right) => left - right);
  if (sizes.length === 0) return null;
  return { least: sizes[0]!, median: percentileOfSorted(sizes, 0.5), most: sizes.at(-1)! };
}

/** The answers of a series by whether it was shown what people saw. */
export function countParity(cells: readonly ResultCell[], seriesId: string): Record<Parity, number> {
  const parity = { verified: 0, mismatch: 0, unverified: 0 };
  for (const cell of cells) {
    const answer = modelOf(cell, seriesId);
    if (answer && !answer.isRepeated) parity[answer.parity] += 1;
  }
  return parity;
}

/** Cells that only one of the two answered. */
export function countUnshared(cells: readonly ResultCell[], seriesId: string) {
  let onlyPeopleAnswered = 0;
  let onlyModelAnswered = 0;
  for (const cell of cells) {
    const hasPeople = personScore(cell) !== null;
    const hasModel = (modelOf(cell, seriesId)?.mean ?? null) !== null;
    if (hasPeople && !hasModel) onlyPeopleAnswered += 1;
    if (hasModel && !hasPeople && hasOwnAnswer(cell, seriesId)) onlyModelAnswered += 1;
  }
  return { onlyPeopleAnswered, onlyModelAnswered };
}

/** The majority of repeats, where any cell was asked more than once. */
export function repeatsOf(shared: readonly ResultCell[], seriesId: string): Share | null {
  const answers = unitsOf(shared, seriesId).map(([cell]) => ({
    answer: modelOf(cell!, seriesId)!,
    cluster: clusterOf(cell!.item),
  }));
  if (answers.every(({ answer }) => answer.repeats + answer.unparsed <= 1)) return null;
  return shareOfCells(answers.map(({ answer, cluster }) => ({ score: answer.majority, cluster })));
}

/** How a model's answers to these cells could be read, and how many are missing. */
export function readingOf(cells: readonly ResultCell[], seriesId: string): ReadingSummary {
  const decided = cells.filter(({ item }) => item.rightAnswers.length > 0);
  const answers = decided.flatMap((cell) => (hasOwnAnswer(cell, seriesId) ? modelOf(cell, seriesId)! : []));
  const unparsed = answers.reduce((sum, answer) => sum + answer.unparsed, 0);
  const asked = answers.reduce((sum, answer) => sum + answer.repeats + answer.unparsed, 0);
  const right = answers.reduce((sum, answer) => sum + answer.right, 0);
  // Conditions that the model was never asked under are another design, not missing answers.
  const conditions = new Set(decided.flatMap((cell) => (modelOf(cell, seriesId) ? [cell.condition.id] : [])));
  const never = decided.filter(
    (cell) => conditions.has(cell.condition.id) && !modelOf(cell, seriesId) && personScore(cell) !== null,
  ).length;
  const called = asked + never;
  return {
    asked,
    right,
    unparsed,
    share: asked === 0 ? null : unparsed / asked,
    worstCase: asked === 0 || unparsed === 0 ? null : { low: right / asked, high: (right + unparsed) / asked },
    called,
    missing: called === 0 ? null : (unparsed + never) / called,
  };
}
