import { levelsOfKey } from "../../items/stimulus.ts";
import type { ModelCell, ResultCell } from "../model/cells.ts";
import { personScore } from "../model/share.ts";
import { modelOf, modelReadOtherText } from "./compared-cells.ts";

export interface FillOptions {
  /** Whether answers to a text that people did not read are kept; otherwise they are missing. */
  withMismatches: boolean;
  /** The answer that is filled in for a score of 1; by default, a score only means right or wrong. */
  option?: string | null;
}

/**
 * Fills in every missing and unparsed answer of these models as right (1) or wrong (0). A directional conclusion must
 * also hold if these answers favour the other side (Manski 1990).
 *
 * @param scoreOf the score to fill in; null leaves the cell unchanged
 */
export function fillMissingAnswers(
  cells: readonly ResultCell[],
  seriesIds: readonly string[],
  scoreOf: (cell: ResultCell, seriesId: string) => 0 | 1 | null,
  { withMismatches, option = null }: FillOptions,
): ResultCell[] {
  const prompts = new Map(seriesIds.map((id) => [id, findOnlyPrompt(cells, id)]));
  return cells.map((cell) => {
    if (cell.item.rightAnswers.length === 0) return cell;
    const models = new Map(cell.models);
    for (const id of seriesIds) {
      const answer = modelOf(cell, id);
      const score = scoreOf(cell, id);
      if (score === null || (!answer && personScore(cell) === null)) continue;
      const filledAnswer =
        answer && (withMismatches || !modelReadOtherText(cell, id)) ? fillUnparsed(answer, score, option) : null;
      const seriesPrompt = prompts.get(id) ?? "";
      models.set(
        id,
        filledAnswer ?? {
          ...createAnswer(score, option),
          asked: seriesPrompt,
          isRepeated: answer?.isRepeated ?? false,
        },
      );
    }
    return { ...cell, models };
  });
}

/** The prompt of all answers of a series; empty if there are several prompts or if the prompt is not known. */
function findOnlyPrompt(cells: readonly ResultCell[], seriesId: string): string {
  const prompts = new Set(cells.flatMap((cell) => levelsOfKey(modelOf(cell, seriesId)?.asked ?? "").prompt ?? []));
  const [prompt] = prompts;
  return prompts.size === 1 ? `prompt=${prompt}` : "";
}

function fillUnparsed(answer: ModelCell, score: 0 | 1, option: string | null): ModelCell {
  if (answer.unparsed === 0) return answer;
  const n = answer.repeats + answer.unparsed;
  const mean = (answer.right + score * answer.unparsed) / n;
  const majority = mean === 0.5 ? 0.5 : Number(mean > 0.5);
  const answerCounts = new Map(answer.said);
  if (option !== null) answerCounts.set(option, (answerCounts.get(option) ?? 0) + score * answer.unparsed);
  return { ...answer, repeats: n, said: answerCounts, unparsed: 0, right: mean * n, n, mean, majority };
}

function createAnswer(score: 0 | 1, option: string | null): ModelCell {
  return {
    answerKey: null,
    isRight: score === 1,
    parity: "verified",
    repeats: 1,
    said: new Map(option === null ? [] : [[option, score]]),
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
