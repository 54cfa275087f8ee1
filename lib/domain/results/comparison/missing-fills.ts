import type { Steps } from "../../steps.ts";
import type { ModelCell, ResultCell } from "../model/cells.ts";
import { personScore } from "../model/share.ts";
import { isMismatched, modelOf } from "./compared-cells.ts";

/**
 * The cells as if every missing and unparsed answer of these models had been right (1) or wrong (0): a directional
 * conclusion must hold when they favour the other side (Manski 1990).
 *
 * @param scoreOf the score of such an answer; null leaves the cell as it is
 * @param withMismatches whether answers to a text that people did not read are kept; otherwise they are missing
 */
export function withMissingAs(
  cells: readonly ResultCell[],
  seriesIds: readonly string[],
  scoreOf: (cell: ResultCell, seriesId: string) => 0 | 1 | null,
  withMismatches: boolean,
): ResultCell[] {
  return cells.map((cell) => {
    if (cell.item.rightAnswers.length === 0) return cell;
    const models = new Map(cell.models);
    for (const id of seriesIds) {
      const answer = modelOf(cell, id);
      const score = scoreOf(cell, id);
      if (score === null || (!answer && personScore(cell) === null)) continue;
      const kept = answer && (withMismatches || !isMismatched(cell, id)) ? withUnparsedAs(answer, score) : null;
      models.set(id, kept ?? { ...absent(score), isRepeated: answer?.isRepeated ?? false });
    }
    return { ...cell, models };
  });
}

/**
 * Cells in which the missing answers of one group favour it and those of all other groups do not, and the reverse, for
 * each group: among them is the worst case of every test of one group against another.
 *
 * @param groupOf the side of a test to which a model's answer in a cell belongs; null for none
 */
export function* missingFills(
  cells: readonly ResultCell[],
  seriesIds: readonly string[],
  groupOf: (cell: ResultCell, seriesId: string) => string | null,
  withMismatches: boolean,
): Steps<ResultCell[][]> {
  const groups = new Set(cells.flatMap((cell) => seriesIds.flatMap((id) => groupOf(cell, id) ?? [])));
  const fills: ResultCell[][] = [];
  for (const group of groups) {
    for (const own of [0, 1] as const) {
      const scoreOf = (cell: ResultCell, id: string) => {
        const found = groupOf(cell, id);
        return found === null ? null : found === group ? own : own === 1 ? 0 : 1;
      };
      fills.push(withMissingAs(cells, seriesIds, scoreOf, withMismatches));
      yield;
    }
  }
  return fills;
}

function withUnparsedAs(answer: ModelCell, score: 0 | 1): ModelCell {
  if (answer.unparsed === 0) return answer;
  const n = answer.repeats + answer.unparsed;
  const mean = (answer.right + score * answer.unparsed) / n;
  const majority = mean === 0.5 ? 0.5 : Number(mean > 0.5);
  return { ...answer, repeats: n, unparsed: 0, right: mean * n, n, mean, majority };
}

function absent(score: 0 | 1): ModelCell {
  return {
    answerKey: null,
    isRight: score === 1,
    parity: "verified",
    repeats: 1,
    said: new Map(),
    unparsed: 0,
    right: score,
    n: 1,
    mean: score,
    majority: score,
    asked: "",
    shared: null,
    isRepeated: false,
  };
}
