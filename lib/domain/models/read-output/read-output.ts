import { itemKinds } from "../../items/kinds/registry.ts";
import { findMarkedRefusal } from "../../words/refusal.ts";
import { decide, type ReadingDecision } from "./decide.ts";
import { explainUnparsed } from "./explain.ts";
import { findMentions } from "./find-mentions.ts";
import { findAnsweringPart } from "./plain-text.ts";
import { type ErrorField, findErrorFields, quotesOfValue } from "./quotes.ts";
import { readJsonReply } from "./read-json.ts";
import { readOpenText } from "./read-open-text.ts";
import { parserVersion, type Reading, type ReadingRule, unparsed } from "./reading.ts";
import { echoCharacter, stripMarks } from "./strip-marks.ts";
import { optionOfText, type Vocabulary, vocabularyOf } from "./vocabulary.ts";

/** Of longer replies only the beginning and the end are read, where answers are, so that reading stays fast. */
const maxBeginningLength = 2_000;
const maxEndLength = 18_000;

/**
 * Reads the answer of a model's text to an item of a kind: the last explicit answer after the reasoning. Thinking
 * blocks are skipped, hedged answers are not guessed, and contradictory answers count as none (rules: docs/formats.md).
 *
 * @param options for kinds with options, the texts in the order in which the model was shown them; without them, only
 * the letters A and B are known
 * @returns an answer key of the kind, or `unparsed`. Options are identified by the index at which they were shown; for
 * `open-text`, the key is the words of the answer
 */
export function readOutput(kind: string, text: string, options: readonly string[] = []): Reading {
  const part = findAnsweringPart(text);
  const refusalRule = findMarkedRefusal(part.text);
  if (refusalRule !== null) return { answer: unparsed, rule: refusalRule, version: parserVersion };
  const reading =
    itemKinds[kind]?.optionSource === "none"
      ? readOpenAnswer(shortenReply(part.text))
      : readPart(shortenReply(part.text), vocabularyOf(kind, options));
  const rule = ruleOf(reading, part);
  return { ...reading, rule, version: parserVersion };
}

function shortenReply(text: string): string {
  if (text.length <= maxBeginningLength + maxEndLength) return text;
  return `${text.slice(0, maxBeginningLength)}\n\n${text.slice(-maxEndLength)}`;
}

type PartReading = Omit<Reading, "version">;

function readOpenAnswer(text: string): PartReading {
  const { answer, rule } = readOpenText(text);
  return { answer: answer ?? unparsed, rule };
}

/** The rule to report: the rule by which a part of the text was removed, otherwise the rule that read the answer. */
function ruleOf(reading: PartReading, part: ReturnType<typeof findAnsweringPart>): ReadingRule {
  if (reading.answer === unparsed) {
    if (part.isThinkingUnclosed && part.text === "") return "think-unclosed";
    return reading.rule;
  }
  if (part.hadThinking) return "think";
  return part.wasCut ? "new-item-cut" : reading.rule;
}

function readPart(text: string, vocabulary: Vocabulary): PartReading {
  const wholeTextOption = optionOfText(text, vocabulary);
  if (wholeTextOption !== null) return { answer: wholeTextOption, rule: "option-text" };
  const json = readJsonReply(text);
  if (json === "cut") return { answer: unparsed, rule: "json" };
  if (json !== null) return readFromJson(json, vocabulary);
  const fields = vocabulary.readsErrors ? findErrorFields(text) : [];
  const decision = readPlain(removeFields(text, fields), vocabulary, fields.length > 0);
  return addQuotes(decision, vocabulary, fields.at(-1) ?? null);
}

/** Removes the quotes of errors, because they are words of the story and contain no answer. */
function removeFields(text: string, fields: readonly ErrorField[]): string {
  return fields.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}\n${rest.slice(end)}`, text);
}

function readPlain(
  text: string,
  vocabulary: Vocabulary,
  hasFields: boolean,
): { answer: string | null; rule: ReadingRule } {
  const plainText = stripMarks(text, vocabulary);
  const bare = findBareAnswer(plainText, vocabulary);
  if (bare !== null) return bare;
  const wholeTextOption = optionOfText(plainText, vocabulary);
  if (wholeTextOption !== null) return { answer: wholeTextOption, rule: "option-text" };
  const decision = decide(plainText, findMentions(plainText, vocabulary));
  if (decision === null) return { answer: null, rule: explainUnparsed(plainText, vocabulary, hasFields) };
  return { answer: decision.answer, rule: chooseRule(decision, plainText, vocabulary) };
}

/** Only answer words, all equal. */
function findBareAnswer(
  text: string,
  { words, isLettered }: Vocabulary,
): { answer: string | null; rule: ReadingRule } | null {
  const plain = text.replace(new RegExp(`${echoCharacter}\\s*[?:.,;)]*`, "gu"), " ").trim();
  if (plain.includes("?") || /[^\p{L}\s.,!:;()[\]{}\u2026\u3002-]/u.test(plain)) return null;
  const tokens = plain.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [first] = tokens;
  if (first === undefined || tokens.some((token) => token !== first)) return null;
  const answer = words.get(first);
  if (answer !== undefined) return { answer, rule: "bare" };
  return isLettered && /^[a-z]$/u.test(first) ? { answer: null, rule: "outside-range" } : null;
}

function chooseRule(decision: ReadingDecision, plain: string, vocabulary: Vocabulary): ReadingRule {
  const { answer, rule, by } = decision;
  if (answer === null || by === null || rule === "last-wins") return rule;
  const before = plain.slice(0, by.start);
  if (rejectsOtherAnswer(before, answer, vocabulary)) return "last-wins";
  if (
    by.isLabelled &&
    /\b(?:unsure|uncertain|not (?:\w+ )?(?:sure|certain)|perhaps|maybe|possibly|probably|might|may|could|doubt|seems?|appears?|lean)\b/iu.test(
      before.split(/[.!?\n]/u).at(-1) ?? "",
    )
  )
    return "label-despite-hedge";
  if (rule === "label" && vocabulary.readsErrors && by.label.endsWith("conclusion")) return "conclusion";
  return rule;
}

/** Whether the text mentions the other answer only to reject it, as in "I thought no at first". */
function rejectsOtherAnswer(before: string, answer: string, { words }: Vocabulary): boolean {
  const others = [...words].flatMap(([word, key]) => (key === answer ? [] : [word])).join("|");
  return new RegExp(
    `\\b(?:thought|believed|assumed|guessed|initially|at first)\\b(?: \\w+){0,4}? (?:${others})(?![\\p{L}\\p{N}'-])`,
    "iu",
  ).test(before);
}

function readFromJson(
  json: Exclude<ReturnType<typeof readJsonReply>, "cut" | null>,
  vocabulary: Vocabulary,
): PartReading {
  const given = typeof json.value === "boolean" && vocabulary.readsStatements ? String(json.value) : json.value;
  if (typeof given !== "string") return { answer: unparsed, rule: "json" };
  const value = readPlain(given, vocabulary, false);
  const answer =
    value.answer ?? (vocabulary.readsErrors ? readPlain(`Conclusion: ${given}`, vocabulary, false).answer : null);
  const laterReading =
    json.after.trim() === "" ? null : readPlain(`Answer: ${given}\n${json.after}`, vocabulary, false);
  if (laterReading !== null && laterReading.answer !== answer && answer !== null)
    return { answer: laterReading.answer ?? unparsed, rule: laterReading.rule };
  const { quotes, isNone } = quotesOfValue(json.quoted);
  const field = json.quoted === undefined ? null : { start: 0, end: 0, quotes, isNone };
  return addQuotes({ answer, rule: "json" }, vocabulary, field);
}

/**
 * Adds the quotes. The verdict has priority: if the story is called consistent, quotes are dropped and the conflict is
 * reported.
 */
function addQuotes(
  { answer, rule }: { answer: string | null; rule: ReadingRule },
  vocabulary: Vocabulary,
  field: ErrorField | null,
): PartReading {
  if (answer === null) return { answer: unparsed, rule };
  if (!vocabulary.readsErrors) return { answer, rule };
  const quotes = field?.quotes ?? [];
  const isConflict = answer === "consistent" ? quotes.length > 0 : (field?.isNone ?? false);
  const storedQuotes = answer === "consistent" ? [] : quotes;
  if (!isConflict) return { answer, rule, quotes: storedQuotes };
  return {
    answer,
    rule: rule === "conclusion" ? "conclusion-over-quotes" : rule,
    quotes: storedQuotes,
    conflict: true,
  };
}
