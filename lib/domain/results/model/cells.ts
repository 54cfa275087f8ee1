import { groupBy } from "../../group-by.ts";
import { creditOf, spreadTies, tiedOptions } from "../../items/tied-answer.ts";
import type { Parity } from "../../models/decide-parity.ts";
import { finish, type Steps } from "../../steps.ts";
import { countVote, isMajorityRight, majorityScore, type ResultTiePolicy, type Vote } from "./majority.ts";
import type { ResultCondition, ResultItem, SeriesAnswer, StudyResults } from "./study-results.ts";
import { isRightUnder, scoredTally, type UnparsedPolicy } from "./unparsed-policy.ts";

/** One item under one condition: what people said, and beside it what each model said. */
export interface ResultCell {
  item: ResultItem;
  condition: ResultCondition;
  vote: Vote;
  /** Single answers that are right; null where the key decides nothing. */
  correct: number | null;
  /** How right the majority is, by the tie policy: 1, 0, or part of a point. */
  majority: number | null;
  /** Whether the majority is right; null also where a tie counts as a part of a point. */
  isMajorityRight: boolean | null;
  /** By series id; a series that was not asked here is missing. */
  models: ReadonlyMap<string, ModelCell>;
}

/** What one model said in a cell. Its answer is right, wrong or unparsed; a cell that was never asked has none of these. */
export interface ModelCell {
  /** The answer of most repeats; null where nothing could be read or the repeats tie. */
  answerKey: string | null;
  isRight: boolean | null;
  parity: Parity;
  /** Repeats that could be read. */
  repeats: number;
  /** Repeats from which no answer could be read. */
  unparsed: number;
  /** Single answers that are right; a tie of log-probabilities counts by the tie policy. */
  right: number;
  /** Single answers that enter rates under the tie and unparsed policies. */
  n: number;
  /** `right` of `n`; null where none enters. */
  mean: number | null;
  /** How right the majority of the repeats is, with the tie policy of people; unparsed as the policy says. */
  majority: number | null;
  /** The model's own conditions behind the answer; empty where they are not known. */
  asked: string;
  /** The name of the answer where it serves several cells of the item; null for an answer of one cell. */
  shared: string | null;
  /** Whether an earlier cell of the item already has the very same answer: it is in no n a second time. */
  isRepeated: boolean;
}

/** Sets people's counts and models' answers side by side, items in file order, conditions in plan order. */
export function layCells(...given: Parameters<typeof layCellsInSteps>): ResultCell[] {
  return finish(layCellsInSteps(...given));
}

const itemsInStep = 5;

/** The same in steps, so that a server may answer others while it lays out dozens of models. */
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
      const given = new Map<string, number>();
      for (const { answerKey, count } of counts.get(key) ?? [])
        given.set(answerKey, (given.get(answerKey) ?? 0) + count);
      const vote = countVote(
        item.options.map(({ value }) => value),
        given,
      );
      cells.push({
        item,
        condition,
        vote,
        correct: item.rightAnswers.length === 0 ? null : correctIn(vote, item),
        majority: majorityScore(vote, item.rightAnswers, ties),
        isMajorityRight: isMajorityRight(vote, item.rightAnswers, ties),
        models: markRepeated(
          rememberedModels(answers.get(key), scoring, (answer) => modelCell(item, answer, ties, unparsed)),
          seen,
        ),
      });
    }
  }
  return cells;
}

/** Models' answers in a cell, those marked that an earlier cell of the item has too. `seen` names the ones so far. */
function markRepeated(models: ReadonlyMap<string, ModelCell>, seen: Set<string>): ReadonlyMap<string, ModelCell> {
  const repeated = new Set<string>();
  for (const [seriesId, { shared }] of models) {
    if (shared === null) continue;
    const name = `${seriesId}/${shared}`;
    if (seen.has(name)) repeated.add(seriesId);
    seen.add(name);
  }
  if (repeated.size === 0) return models;
  return new Map([...models].map(([id, cell]) => [id, repeated.has(id) ? { ...cell, isRepeated: true } : cell]));
}

/** The cells as figures set people beside models: without models' answers to another text, unless those count too. */
export function besideModels(cells: readonly ResultCell[], withMismatches: boolean): readonly ResultCell[] {
  if (withMismatches) return cells;
  return cells.map((cell) => {
    const models = [...cell.models].filter(([, { parity }]) => parity !== "mismatch");
    return models.length === cell.models.size ? cell : { ...cell, models: new Map(models) };
  });
}

/** Models' answers by cell, kept as long as the list that they are of: pages lay out the same list again and again. */
const grouped = new WeakMap<readonly SeriesAnswer[], ReadonlyMap<string, SeriesAnswer[]>>();

function answersByCell(answers: readonly SeriesAnswer[]): ReadonlyMap<string, SeriesAnswer[]> {
  const known = grouped.get(answers);
  if (known) return known;
  const made = groupBy(answers, ({ itemId, conditionId }) => cellKey(itemId, conditionId));
  grouped.set(answers, made);
  return made;
}

/** What was last made of the answers in a cell, with all that they were scored by. */
const modelsMade = new WeakMap<readonly SeriesAnswer[], { scoring: string; models: ReadonlyMap<string, ModelCell> }>();

const noModels: ReadonlyMap<string, ModelCell> = new Map();

function rememberedModels(
  answers: readonly SeriesAnswer[] | undefined,
  scoring: string,
  make: (answer: SeriesAnswer) => ModelCell,
): ReadonlyMap<string, ModelCell> {
  if (!answers) return noModels;
  const known = modelsMade.get(answers);
  if (known?.scoring === scoring) return known.models;
  const models = new Map(answers.map((answer) => [answer.seriesId, make(answer)]));
  modelsMade.set(answers, { scoring, models });
  return models;
}

function modelCell(
  item: ResultItem,
  { answerKey, given, unparsed, parity, asked = "", shared }: SeriesAnswer,
  ties: ResultTiePolicy,
  policy: UnparsedPolicy,
): ModelCell {
  const vote = countVote(
    item.options.map(({ value }) => value),
    spreadTies(given),
  );
  const hasKey = item.rightAnswers.length > 0;
  const { right, n } = singleAnswers(item, given, ties);
  const tally = scoredTally({ right, wrong: n - right, unparsed }, policy);
  const ofMajority = majorityScore(vote, item.rightAnswers, ties);
  return {
    answerKey,
    isRight: answerKey === null || !hasKey ? null : item.rightAnswers.includes(answerKey),
    parity,
    repeats: vote.n,
    unparsed,
    right,
    n: tally.n,
    mean: hasKey && tally.n > 0 ? tally.right / tally.n : null,
    majority: hasKey && vote.n === 0 && unparsed > 0 && isRightUnder(null, policy) === false ? 0 : ofMajority,
    asked,
    shared: shared ?? null,
    isRepeated: false,
  };
}

/** Right answers of so many; a tie of log-probabilities counts as the rule for ties of people says. */
function singleAnswers(
  item: ResultItem,
  given: SeriesAnswer["given"],
  ties: ResultTiePolicy,
): { right: number; n: number } {
  const sum = { right: 0, n: 0 };
  for (const { answerKey, count } of given) {
    const options = tiedOptions(answerKey);
    const score = options
      ? majorityScore(countVote(options, spreadTies([{ answerKey, count }])), item.rightAnswers, ties)
      : creditOf(answerKey, item.rightAnswers);
    if (score === null) continue;
    sum.right += score * count;
    sum.n += count;
  }
  return sum;
}

function correctIn(vote: Vote, item: ResultItem): number {
  return vote.counts.reduce((sum, { value, count }) => (item.rightAnswers.includes(value) ? sum + count : sum), 0);
}

function cellKey(itemId: string, conditionId: string): string {
  return `${itemId}/${conditionId}`;
}
