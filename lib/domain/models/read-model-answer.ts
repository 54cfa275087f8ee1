import { type Answer, answerSchema, type Item, type ItemTask } from "../items/item.ts";
import type { ConditionLevels, Option } from "../items/kinds/item-kind.ts";
import { isOpenEnded } from "../items/kinds/knp/two-choice.ts";
import { requireKind } from "../items/kinds/registry.ts";
import { optionsOf } from "../items/stimulus.ts";
import { formatTiedKey } from "../items/tied-answer.ts";
import { affirmation, isAffirmationTie } from "../statistics/proportions/affirmation.ts";
import { locateQuotes } from "../stories/solving/locate-quotes.ts";
import { parseWords } from "../words/words.ts";
import type { PredictionRow } from "./prediction-row.ts";
import { readOutput } from "./read-output/read-output.ts";
import { readTaskAnswer, readTaskText } from "./read-output/read-task-text.ts";
import { type ReadingRule, unparsed } from "./read-output/reading.ts";
import { isReadableKind } from "./read-output/vocabulary.ts";

export interface ModelAnswer {
  ok: true;
  /** The parsed answer; null if there is none. */
  answer: Answer | null;
  /** The answer as one word for tables. */
  answerKey: string | null;
  /** The part of the row from which the answer comes; null if there is none. */
  from: AnswerSource | null;
  /** How the model's text was read; null if the answer does not come from a text. */
  reading: { version: number; rule: ReadingRule } | null;
}

/** The possible sources of an answer. */
export type AnswerSource = "answer" | "spans" | "logprobs" | "output";

/** Marks an answer that a person corrected. Its text is not read again. */
export const readByPerson = "person";

export type ReadModelAnswer = ModelAnswer | { ok: false; field: string; message: string };

/**
 * Reads a model's answer. The answer is what the row states, otherwise its marked spans, otherwise the most probable
 * answer in its log-probabilities, otherwise the reading of its output.
 *
 * A stated `answer` that is not an option of the item is rejected, because it was explicit. Log-probabilities without a
 * candidate and an unclear output count as no answer.
 */
export function readModelAnswer(
  item: Item,
  levels: ConditionLevels,
  given: Pick<PredictionRow, "answer" | "logprobs" | "output" | "spans"> & Partial<Pick<PredictionRow, "confidence">>,
): ReadModelAnswer {
  const read = readGiven(item, levels, given);
  const { confidence } = given;
  if (!read.ok || read.answer === null || confidence === undefined || confidence === null) return read;
  return { ...read, answer: { ...read.answer, confidence } };
}

function readGiven(
  item: Item,
  levels: ConditionLevels,
  given: Pick<PredictionRow, "answer" | "logprobs" | "output" | "spans">,
): ReadModelAnswer {
  if (item.task) return readTask(item, item.task, given);
  const options = optionsOf(item, levels);
  if (given.answer !== undefined && given.answer !== null)
    return readStatedAnswer(item, options, given.answer, given.spans);
  if (given.spans) return createAnswer(item, { spans: given.spans }, "spans");
  if (given.logprobs) return readFromLogprobs(item, options, given.logprobs);
  if (given.output !== undefined && given.output !== null) return readAnswerText(item, levels, given.output);
  return { ok: false, field: "answer", message: "is missing: a row needs answer, logprobs, output or spans" };
}

/** Reads a model's answer to a task: answers by field, an option of the counted field, or a text. */
function readTask(
  item: Item,
  task: ItemTask,
  given: Pick<PredictionRow, "answer" | "logprobs" | "output" | "spans">,
): ReadModelAnswer {
  if (given.answer !== undefined && given.answer !== null) {
    const statedFields = typeof given.answer === "object" ? given.answer.fields : undefined;
    const answer = statedFields ? readTaskAnswer(task, statedFields) : readTaskText(task, String(given.answer)).answer;
    if (answer) return createAnswer(item, answer, "answer");
    return { ok: false, field: "answer", message: 'must be {"fields": {...}} with an answer that people could give' };
  }
  if (given.logprobs) return readFromLogprobs(item, optionsOf(item), given.logprobs);
  if (given.output !== undefined && given.output !== null) return readAnswerText(item, {}, given.output);
  return { ok: false, field: "answer", message: "is missing: a row needs answer, logprobs or output" };
}

/** Reads the answer in a model's text about an item under a condition, with the rule that was applied. */
export function readAnswerText(item: Item, levels: ConditionLevels, output: string): ModelAnswer {
  if (item.task) {
    const { answer, rule, version } = readTaskText(item.task, output);
    return answer
      ? { ...createAnswer(item, answer, "output"), reading: { version, rule } }
      : { ...noAnswer, reading: { version, rule } };
  }
  // An answer that was written without visible options can only be matched to an option by a judge.
  if (!isReadableKind(item.kind) || isOpenEnded(item.kind, levels)) return noAnswer;
  const options = optionsOf(item, { ...levels, ...orderOfRelease(levels) });
  const isLettered = options.some(({ value }) => value.startsWith("option-"));
  const { answer, rule, version, quotes } = readOutput(
    item.kind,
    output,
    isLettered ? options.map(({ label }) => label) : [],
  );
  const reading = { version, rule };
  if (answer === unparsed || (isLettered && !isOrderKnown(item.kind, levels))) return { ...noAnswer, reading };
  if (requireKind(item.kind).optionSource === "none")
    return { ...createAnswer(item, { text: answer }, "output"), reading };
  const choice = isLettered ? options[Number(answer.slice("option-".length))]?.value : answer;
  if (choice === undefined) return { ...noAnswer, reading };
  const spans = quotes === undefined ? [] : locateQuotes(parseWords(item.story.text), quotes).spans;
  const wordRanges = spans.map(([start, end]): [number, number] => [start, end]);
  return {
    ...createAnswer(item, quotes === undefined ? { choice } : { choice, spans: wordRanges }, "output"),
    reading,
  };
}

/** The released IKD and KNP data name the order of a two-choice item by its first option. */
const releasedOrders: Readonly<Record<string, string>> = { "without-first": "0-1", "with-first": "1-0" };

function orderOfRelease({ optionOrder = "" }: ConditionLevels): ConditionLevels {
  const order = releasedOrders[optionOrder];
  return order === undefined ? {} : { optionOrder: order };
}

/**
 * Whether letters have a meaning: not under an unknown order. Without a declared order, the order of the item applies.
 */
function isOrderKnown(kind: string, { optionOrder }: ConditionLevels): boolean {
  if (optionOrder === undefined || optionOrder in releasedOrders) return true;
  const factor = requireKind(kind).factors.find(({ name }) => name === "optionOrder");
  return factor?.levels.some(({ value }) => value === optionOrder) ?? false;
}

const noAnswer: ModelAnswer = { ok: true, answer: null, answerKey: null, from: null, reading: null };

function readStatedAnswer(
  item: Item,
  options: readonly Option[],
  given: NonNullable<PredictionRow["answer"]>,
  spans: PredictionRow["spans"],
): ReadModelAnswer {
  if (typeof given === "object") {
    const answer = answerSchema.parse(given);
    if (answer.choice === undefined || options.length === 0) return createAnswer(item, answer, "answer");
    const option = options.find(({ value }) => value === answer.choice);
    return option ? createAnswer(item, answer, "answer") : rejectOption(options, "answer.choice");
  }
  const option = findOption(String(given), options);
  if (option) return createAnswer(item, { choice: option.value, ...(spans ? { spans } : {}) }, "answer");
  if (options.length > 0) return rejectOption(options, "answer");
  return createAnswer(item, typeof given === "number" ? { number: given } : { text: String(given) }, "answer");
}

/**
 * For true and false, the rule of MoToMQA (Street et al. 2024, section 3.2): the summed probability of True, true and
 * TRUE is compared with that of False, false and FALSE, and must be above one half for "true". For other options, the
 * answer is the option whose spellings have the largest sum. For an exact tie the answer is the paper's "false", or
 * none for options without such a rule. Tables count it as a tie, so that the tie rule of people also applies.
 */
function readFromLogprobs(
  item: Item,
  options: readonly Option[],
  logprobs: NonNullable<PredictionRow["logprobs"]>,
): ModelAnswer {
  if (isTrueFalse(options)) {
    const affirmed = affirmation(logprobs);
    if (affirmed.answer === null) return noAnswer;
    const modelAnswer = createAnswer(item, { choice: String(affirmed.answer) }, "logprobs");
    return isAffirmationTie(affirmed) ? { ...modelAnswer, answerKey: formatTiedKey(["true", "false"]) } : modelAnswer;
  }
  const sums = options.map((option) =>
    Object.entries(logprobs).reduce(
      (sum, [word, logprob]) =>
        logprob !== null && findOption(word, [option]) ? sum + Math.exp(Math.min(0, logprob)) : sum,
      0,
    ),
  );
  const best = Math.max(0, ...sums);
  const winners = options.filter((_, index) => sums[index] === best);
  if (best === 0) return noAnswer;
  if (winners.length === 1) return createAnswer(item, { choice: winners[0]!.value }, "logprobs");
  return { ...noAnswer, answerKey: formatTiedKey(winners.map(({ value }) => value)), from: "logprobs" };
}

function createAnswer(item: Item, answer: Answer, from: ModelAnswer["from"]): ModelAnswer {
  return { ok: true, answer, answerKey: requireKind(item.kind).answerKey(answer), from, reading: null };
}

function rejectOption(options: readonly Option[], field: string): ReadModelAnswer {
  return { ok: false, field, message: `must be one of ${options.map(({ label }) => label).join(", ")}` };
}

function isTrueFalse(options: readonly Option[]): boolean {
  return options.length === 2 && ["true", "false"].every((word) => options.some(({ value }) => value === word));
}

function findOption(text: string, options: readonly Option[]): Option | undefined {
  const word = normalizeWord(text);
  return options.find(({ value, label }) => word === normalizeWord(value) || word === normalizeWord(label));
}

/** The word in lower case, without surrounding quotation marks, brackets and full stops. */
function normalizeWord(text: string): string {
  return text
    .trim()
    .replace(/^[\s"'\u201c\u2018*([]+|[\s"'\u201d\u2019*.)\]!]+$/gu, "")
    .toLowerCase();
}
