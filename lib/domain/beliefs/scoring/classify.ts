import { escapeRegExp } from "../../format/escape.ts";
import { wordTexts } from "../../words/words.ts";
import { plainName } from "../plain-name.ts";
import type { QueryType } from "../queries.ts";

/** The side of an answer: the expression's, memory's (the true fact's), or neither's. */
export type BeliefAnswerClass = "context" | "memory" | "other";

/**
 * `reader` uses the reading of the model's text at import; `first-word` reads the first word only; `substring` is the
 * authors' rule. The last two are kept for replication.
 */
export type AnswerRule = "reader" | "first-word" | "substring";

/** The rules that need only the words of an answer. */
export type WordRule = Exclude<AnswerRule, "reader">;
export const answerRules: readonly WordRule[] = ["first-word", "substring"];

/** All rules, the default first. */
export const storedAnswerRules: readonly AnswerRule[] = ["reader", ...answerRules];

/**
 * The side of an answer to a yes/no query. A blank answer is "other".
 *
 * @param read the reading of the answer, null if it could not be read; without a reader, as for people who chose a
 * word, the rule `reader` reads the first word
 */
export function classifyAnswer(
  answer: string,
  queryType: QueryType,
  rule: AnswerRule,
  read?: string | null,
): BeliefAnswerClass {
  const isRead = rule === "reader" && read !== undefined;
  const word = isRead ? read : rule === "substring" ? null : wordTexts(answer)[0];
  switch (rule) {
    case "reader":
    case "first-word":
      return word === "yes" || word === "no" ? sideOf(word, queryType) : "other";
    case "substring":
      return substringSide(answer.toLowerCase(), queryType);
  }
}

/** The side of a plain yes or no. */
export function sideOf(word: "yes" | "no", queryType: QueryType): "context" | "memory" {
  return (word === "yes") === (queryType === "prior_yes") ? "memory" : "context";
}

/**
 * The authors' rule: whether the word occurs anywhere in the answer, memory's word first. "Yes, Norman Mailer is" then
 * counts as a no, and "I do not know" too.
 */
function substringSide(answer: string, queryType: QueryType): BeliefAnswerClass {
  const memoryWord = queryType === "prior_yes" ? "yes" : "no";
  if (answer.includes(memoryWord)) return "memory";
  return answer.includes(memoryWord === "yes" ? "no" : "yes") ? "context" : "other";
}

/**
 * The side of an answer to the open query: the object that it mentions by any of its names.
 *
 * Names of up to three characters count only as whole words. An answer that mentions both takes the side of the query
 * type, as in the authors' scorer; a question that names neither object has no type, and such an answer is "other".
 */
export function classifyOpenAnswer(
  answer: string,
  names: { prior: readonly string[]; context: readonly string[] },
  queryType: QueryType | null,
): BeliefAnswerClass {
  const memory = names.prior.some((name) => mentions(answer, name));
  const context = names.context.some((name) => mentions(answer, name));
  if (memory && context && queryType === null) return "other";
  if (memory && context) return queryType === "ctx_yes" ? "context" : "memory";
  if (memory) return "memory";
  return context ? "context" : "other";
}

function mentions(answer: string, name: string): boolean {
  const text = plainName(answer);
  const plainWanted = plainName(name);
  if (plainWanted === "") return false;
  if ([...plainWanted].length > 3) return text.includes(plainWanted);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(plainWanted)}(?![\\p{L}\\p{N}])`, "u").test(text);
}
