import { groupBy } from "../../group-by.ts";
import { parseTiedOptions, scoreOfKey, spreadTies } from "../../items/tied-answer.ts";
import type { Parity } from "../../models/decide-parity.ts";
import { finish, type Steps } from "../../steps.ts";
import { timedOutKey } from "../../survey/time-limit.ts";
import { countVote, isMajorityRight, majorityScore, type ResultTiePolicy, type Vote } from "./majority.ts";
import type { ResultCondition, ResultItem, SeriesAnswer, StudyResults } from "./study-results.ts";
import { isRightUnder, scoredTally, type UnparsedPolicy } from "./unparsed-policy.ts";

/** One item under one condition: people's answers, and each model's answers. */
export interface ResultCell {
  item: ResultItem;
  condition: ResultCondition;
  vote: Vote;
  /** Number of right single answers; null if the key is not decisive. */
  correct: number | null;
  /** The score of the majority, by the tie policy: 1, 0, or a fraction. */
  majority: number | null;
  /** Whether the majority is right; null if there is no decision, or if a tie counts as a fraction. */
  isMajorityRight: boolean | null;
  /** Models' answers by series ID; series that were not asked about this cell are missing. */
  models: ReadonlyMap<string, ModelCell>;
}

/**
 * One model's answers in a cell. Each answer is correct, wrong or unparsed. A model has no `ModelCell` for a cell that
 * it was never asked about.
 */
export interface ModelCell {
  /** The answer of most repeats; null if nothing could be parsed or the repeats tie. */
  answerKey: string | null;
  isRight: boolean | null;
  parity: Parity;
  /** Repeats that could be parsed. */
  repeats: number;
  /** The number of repeats by answer; a tie of log-probabilities is divided among its options. */
  said: ReadonlyMap<string, number>;
  /** Repeats from which no answer could be read. */
  unparsed: number;
  /** Right single answers; a tie of log-probabilities counts by the tie policy. */
  right: number;
  /** Single answers that count in rates under the tie and unparsed policies. */
  n: number;
  /** `right` of `n`; null if none enters. */
  mean: number | null;
  /**
   * The score of the majority of the repeats by the tie policy of people; if all are unparsed, by the unparsed
   * policy.
   */
  majority: number | null;
  /** The model's own conditions of the answer; empty if unknown. */
  asked: string;
  /** The id of the answer if several cells of the item share it; null for an answer of one cell. */
  shared: string | null;
  /** Whether an earlier cell of the item already has the same answer; the answer is then not counted again in any n. */
  isRepeated: boolean;
}

/** Combines people's counts and models' answers by cell, items in file order, conditions in plan order. */
export function buildCells(...given: Parameters<typeof layCellsInSteps>): ResultCell[] {
  return finish(layCellsInSteps(...given));
}

const itemsInStep = 5;

/** `buildCells` as a generator, so that a server can handle other requests while it processes dozens of models. */
export function* layCellsInSteps(
  results: StudyResults,
  ties: ResultTiePolicy,
  unparsed: UnparsedPolicy = "wrong",
): Steps<ResultCell[]> {
  const counts = groupBy(results.counts, ({ itemId, conditionId }) => cellKey(itemId, conditionId));
  const answers = answersByCell(results.answers);
  const cells: ResultCell[] = [];
  for (const [index, item] of results.items.entries()) {
    if (index % itemsInStep === 0) yield;
    const seen = new Set<string>();
    const scoring = JSON.stringify([ties, unparsed, item.options.map(({ value }) => value), item.rightAnswers]);
    for (const condition of results.conditions) {
      const key = cellKey(item.id, condition.id);
      const countByAnswer = new Map<string, number>();
      for (const { answerKey, count } of counts.get(key) ?? [])
        if (isCountedAnswer(answerKey, unparsed))
          countByAnswer.set(answerKey, (countByAnswer.get(answerKey) ?? 0) + count);
      const vote = countVote(
        item.options.map(({ value }) => value),
        countByAnswer,
      );
      cells.push({
        item,
        condition,
        vote,
        correct: item.rightAnswers.length === 0 ? null : countCorrect(vote, item),
        majority: majorityScore(vote, item.rightAnswers, ties),
        isMajorityRight: isMajorityRight(vote, item.rightAnswers, ties),
        models: markRepeated(
          cacheModels(answers.get(key), scoring, (answer) => modelCell(item, answer, ties, unparsed)),
          seen,
        ),
      });
    }
  }
  return cells;
}

/** Whether an answer of a person counts. An answer that timed out is unparsed, and counts as the plan specifies. */
export function isCountedAnswer(answerKey: string | null, unparsed: UnparsedPolicy): boolean {
  return answerKey !== timedOutKey || isRightUnder(null, unparsed) !== null;
}

/** Whether the study asks the item of a cell under its condition: items of several kinds have different conditions. */
export function isAskedCell({ item, condition }: Pick<ResultCell, "item" | "condition">): boolean {
  return item.conditionIds?.includes(condition.id) ?? true;
}

/** Marks models' answers that an earlier cell of the item already has. `seen` contains the answers of earlier cells. */
function markRepeated(models: ReadonlyMap<string, ModelCell>, seen: Set<string>): ReadonlyMap<string, ModelCell> {
  const repeatedSeries = new Set<string>();
  for (const [seriesId, { shared }] of models) {
    if (shared === null) continue;
    const name = `${seriesId}/${shared}`;
    if (seen.has(name)) repeatedSeries.add(seriesId);
    seen.add(name);
  }
  if (repeatedSeries.size === 0) return models;
  return new Map([...models].map(([id, cell]) => [id, repeatedSeries.has(id) ? { ...cell, isRepeated: true } : cell]));
}

/**
 * The cells that figures of people and models use: without models' answers to other texts, unless mismatches are
 * included.
 */
export function comparableCells(cells: readonly ResultCell[], withMismatches: boolean): readonly ResultCell[] {
  if (withMismatches) return cells;
  return cells.map((cell) => {
    const models = [...cell.models].filter(([, { parity }]) => parity !== "mismatch");
    return models.length === cell.models.size ? cell : { ...cell, models: new Map(models) };
  });
}

/**
 * Cache of models' answers by cell, kept as long as the list of answers, because pages use the same list repeatedly.
 */
const cellCache = new WeakMap<readonly SeriesAnswer[], ReadonlyMap<string, SeriesAnswer[]>>();

function answersByCell(answers: readonly SeriesAnswer[]): ReadonlyMap<string, SeriesAnswer[]> {
  const cached = cellCache.get(answers);
  if (cached) return cached;
  const groups = groupBy(answers, ({ itemId, conditionId }) => cellKey(itemId, conditionId));
  cellCache.set(answers, groups);
  return groups;
}

/** Cache of the scored answers of a cell, with all inputs of the scores. */
const modelsCache = new WeakMap<readonly SeriesAnswer[], { scoring: string; models: ReadonlyMap<string, ModelCell> }>();

const noModels: ReadonlyMap<string, ModelCell> = new Map();

function cacheModels(
  answers: readonly SeriesAnswer[] | undefined,
  scoring: string,
  make: (answer: SeriesAnswer) => ModelCell,
): ReadonlyMap<string, ModelCell> {
  if (!answers) return noModels;
  const cachedModels = modelsCache.get(answers);
  if (cachedModels?.scoring === scoring) return cachedModels.models;
  const models = new Map(answers.map((answer) => [answer.seriesId, make(answer)]));
  modelsCache.set(answers, { scoring, models });
  return models;
}

function modelCell(
  item: ResultItem,
  { answerKey, given, unparsed, parity, asked = "", shared }: SeriesAnswer,
  ties: ResultTiePolicy,
  policy: UnparsedPolicy,
): ModelCell {
  const countByAnswer = spreadTies(given);
  const vote = countVote(
    item.options.map(({ value }) => value),
    countByAnswer,
  );
  const hasKey = item.rightAnswers.length > 0;
  const { right, n } = scoreSingleAnswers(item, given, ties);
  const tally = scoredTally({ right, wrong: n - right, unparsed }, policy);
  const majorityOfRepeats = majorityScore(vote, item.rightAnswers, ties);
  return {
    answerKey,
    isRight: answerKey === null || !hasKey ? null : item.rightAnswers.includes(answerKey),
    parity,
    repeats: vote.n,
    said: countByAnswer,
    unparsed,
    right,
    n: tally.n,
    mean: hasKey && tally.n > 0 ? tally.right / tally.n : null,
    majority: hasKey && vote.n === 0 && unparsed > 0 && isRightUnder(null, policy) === false ? 0 : majorityOfRepeats,
    asked,
    shared: shared ?? null,
    isRepeated: false,
  };
}

/** Number of right answers; a tie of log-probabilities counts by the tie rule of people. */
function scoreSingleAnswers(
  item: ResultItem,
  given: SeriesAnswer["given"],
  ties: ResultTiePolicy,
): { right: number; n: number } {
  const sum = { right: 0, n: 0 };
  for (const { answerKey, count } of given) {
    const options = parseTiedOptions(answerKey);
    const score = options
      ? majorityScore(countVote(options, spreadTies([{ answerKey, count }])), item.rightAnswers, ties)
      : scoreOfKey(answerKey, item.rightAnswers);
    if (score === null) continue;
    sum.right += score * count;
    sum.n += count;
  }
  return sum;
}

function countCorrect(vote: Vote, item: ResultItem): number {
  return vote.counts.reduce((sum, { value, count }) => (item.rightAnswers.includes(value) ? sum + count : sum), 0);
}

function cellKey(itemId: string, conditionId: string): string {
  return `${itemId}/${conditionId}`;
}
