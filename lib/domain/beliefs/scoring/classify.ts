import { escapeRegExp } from "../../format/escape.ts";
import { wordTexts } from "../../words/words.ts";
import { plainName } from "../plain-name.ts";
import type { QueryType } from "../queries.ts";

/** The side of an answer: it follows the expression, it follows memory (the true fact), or neither. */
export type BeliefAnswerClass = "context" | "memory" | "other";

/**
 * `reader`: the reading of the model's text at import. `first-word`: the first word only. `substring`: the authors'
 * rule. The last two rules are kept for replication.
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
 * @param read the reading of the answer; null if the answer is unparsed. If undefined (people choose a word), the rule
 * `reader` uses the first word
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
      return findSubstringSide(answer.toLowerCase(), queryType);
  }
}

/** The side of a plain yes or no. */
export function sideOf(word: "yes" | "no", queryType: QueryType): "context" | "memory" {
  return (word === "yes") === (queryType === "prior_yes") ? "memory" : "context";
}

/**
 * The authors' rule: whether a word occurs anywhere in the answer; memory's word is searched first. The rule reads
 * "Yes, Norman Mailer is" as a no, and "I do not know" too.
 */
function findSubstringSide(answer: string, queryType: QueryType): BeliefAnswerClass {
  const memoryWord = queryType === "prior_yes" ? "yes" : "no";
  if (answer.includes(memoryWord)) return "memory";
  return answer.includes(memoryWord === "yes" ? "no" : "yes") ? "context" : "other";
}

/**
 * The side of an answer to the open query, by the object whose name the answer mentions.
 *
 * Names of up to three characters count only as whole words. If an answer mentions both objects, the query type
 * decides, as in the authors' scorer. A question that names neither object has no type, and the answer is then "other".
 */
export function classifyOpenAnswer(
  answer: string,
  names: { prior: readonly string[]; context: readonly string[] },
  queryType: QueryType | null,
): BeliefAnswerClass {
  const memory = names.prior.some((name) => mentionsName(answer, name));
  const context = names.context.some((name) => mentionsName(answer, name));
  if (memory && context && queryType === null) return "other";
  if (memory && context) return queryType === "ctx_yes" ? "context" : "memory";
  if (memory) return "memory";
  return context ? "context" : "other";
}

function mentionsName(answer: string, name: string): boolean {
  const text = plainName(answer);
  const plainWanted = plainName(name);
  if (plainWanted === "") return false;
  if ([...plainWanted].length > 3) return text.includes(plainWanted);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(plainWanted)}(?![\\p{L}\\p{N}])`, "u").test(text);
}
