import { type BeliefAnswerClass, classifyOpenAnswer } from "./classify.ts";
import { type BeliefScore, scoreModel } from "./model-score.ts";
import type { BeliefPair } from "./pair-table.ts";

/** An answer to a question that names no object: the reading of the model's text, and both objects' names. */
export interface OpenAnswer {
  fact: string;
  role: "prior" | "expression";
  dimension: string;
  category: string;
  expression: string;
  repeat: number;
  /** Null if nothing could be read. */
  said: string | null;
  names: { prior: readonly string[]; context: readonly string[] };
}

/**
 * Context following for free-text answers, decided by the names that an answer mentions. One question decides instead
 * of two: following means naming the asserted object, memory means naming the true one; naming both or neither has no
 * side. A fact is known if every answer without an expression names the true object.
 */
export function scoreOpenAnswers(observer: string, answers: readonly OpenAnswer[]): BeliefScore {
  const known = new Map<string, boolean>();
  for (const answer of answers)
    if (answer.role === "prior")
      known.set(answer.fact, (known.get(answer.fact) ?? true) && sideOfOpen(answer) === "memory");
  const pairs = answers.flatMap((answer): BeliefPair[] => {
    if (answer.role === "prior") return [];
    const { fact, dimension, category, expression, repeat } = answer;
    const isKnown = known.get(fact);
    const prior = isKnown === undefined ? "missing" : isKnown ? "known" : "notKnown";
    return [{ fact, dimension, category, expression, repeat, prior, outcome: sideOfOpen(answer), texts: null }];
  });
  return scoreModel(observer, pairs, { rows: 0, contradicted: 0 });
}

function sideOfOpen({ said, names }: OpenAnswer): BeliefAnswerClass {
  return said === null ? "other" : classifyOpenAnswer(said, names, null);
}
