import { groupBy } from "../../group-by.ts";
import { isContextFree } from "../../items/kinds/context-free.ts";
import { affirmation } from "../../statistics/proportions/affirmation.ts";
import type { AnswerWithItem, ClusteredValue } from "../measure.ts";
import type { ReplicatedItem } from "../observation.ts";

/** The row of people in the paper's tables. */
export const humans = "Humans";

export type StreetTask = "tom" | "factual";
/**
 * Whether people saw the story again with the statement; for models, whether they got the simplified prompt (section
 * 3.2).
 */
export type StreetArm = "no-story" | "story";

/** One of the 560 presentations (a statement, an arm and an order of the two words) as answered by a subject. */
export interface StreetCell {
  /** Identical for all subjects. */
  id: string;
  cluster: string;
  task: StreetTask;
  /** ToM order or factual level, 2 to 6. */
  depth: number;
  arm: StreetArm;
  order: string;
  saysTrue: boolean;
  right: boolean;
  /** Whether the single most probable candidate is the correct answer (Table 5); null without probabilities. */
  rightByBest: boolean | null;
}

/**
 * Groups the answers of a subject by presentation. The answer of people is "true" if more than half of them answer
 * "true" (section 3.2); the same applies to a model that was asked several times. Answers to items without task, depth
 * or key, and answers under other conditions, are excluded. An unreadable answer is wrong.
 */
export function streetCells(answers: readonly AnswerWithItem[]): StreetCell[] {
  const groups = groupBy(answers, ({ answer, item }) => {
    const arm = armOf(answer.condition);
    return arm === null ? null : `${item.id}|${arm}|${answer.condition.questionOrder ?? ""}`;
  });
  return [...groups].flatMap(([id, some]) => {
    const [first] = some;
    const taskOfFirst = first && taskOfItem(first.item);
    if (!first || !taskOfFirst || typeof first.item.gold !== "boolean") return [];
    const { item, answer } = first;
    const trueCount = some.filter((one) => one.answer.key === "true").length;
    const unparsedCount = some.filter((one) => one.answer.key === null).length;
    const saysTrue = trueCount * 2 > some.length;
    return [
      {
        id,
        cluster: item.cluster,
        ...taskOfFirst,
        arm: armOf(answer.condition)!,
        order: answer.condition.questionOrder ?? "",
        saysTrue,
        right: unparsedCount * 2 < some.length && saysTrue === item.gold,
        rightByBest: isBestCandidateRight(some),
      },
    ];
  });
}

/** Whether the most probable candidate is right; null unless there is exactly one answer with probabilities. */
function isBestCandidateRight([only, ...others]: readonly AnswerWithItem[]): boolean | null {
  const logprobs = only && others.length === 0 ? only.answer.logprobs : null;
  const best = logprobs === null ? null : affirmation(logprobs).answerArgmax;
  return best === null ? null : best === only?.item.gold;
}

/** The score of each cell: 1 if its answer is right, otherwise 0. */
export function scoreCells(cells: readonly StreetCell[]): ClusteredValue[] {
  return cells.map(({ right, cluster }) => ({ value: right ? 1 : 0, cluster }));
}

/**
 * The arm of a condition, determined by the story for people and by the prompt for models; null for other conditions.
 */
function armOf(levels: Readonly<Record<string, string>>): StreetArm | null {
  if (isContextFree(levels)) return null;
  const { story, prompt } = levels;
  if (prompt !== undefined) return prompt === "simplified" ? "story" : "no-story";
  return story === "story" ? "story" : "no-story";
}

/** The task of an item: from its attributes, otherwise from its label such as "ToM4f". */
function taskOfItem({ attributes }: ReplicatedItem): { task: StreetTask; depth: number } | null {
  const { type, order, level, label } = attributes;
  const [, task, digit] = /^(ToM|F)(\d)[tf]$/.exec(typeof label === "string" ? label : "") ?? [];
  const isTom = type === "tom" || (type === undefined && task === "ToM");
  const depth = Number(isTom ? (order ?? digit) : (level ?? digit));
  if (!Number.isInteger(depth) || (type === undefined && task === undefined)) return null;
  return { task: isTom ? "tom" : "factual", depth };
}
