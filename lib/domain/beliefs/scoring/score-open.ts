import { type BeliefAnswerClass, classifyOpenAnswer } from "./classify.ts";
import { type BeliefScore, scoreModel } from "./model-score.ts";
import type { BeliefPair } from "./pair-table.ts";

/** An answer to an open question: the parsed text, and the names of both objects. */
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
 * Context following for free-text answers, decided by the names that an answer mentions. Each expression has one
 * question instead of two. An answer that names only the asserted object follows the expression; an answer that names
 * only the true object follows memory; any other answer is undecided. A fact is known if all answers without an
 * expression name the true object.
 */
export function scoreOpenAnswers(observer: string, answers: readonly OpenAnswer[]): BeliefScore {
  const knownByFact = new Map<string, boolean>();
  for (const answer of answers)
    if (answer.role === "prior")
      knownByFact.set(answer.fact, (knownByFact.get(answer.fact) ?? true) && sideOfOpen(answer) === "memory");
  const pairs = answers.flatMap((answer): BeliefPair[] => {
    if (answer.role === "prior") return [];
    const { fact, dimension, category, expression, repeat } = answer;
    const isKnown = knownByFact.get(fact);
    const prior = isKnown === undefined ? "missing" : isKnown ? "known" : "notKnown";
    return [{ fact, dimension, category, expression, repeat, prior, outcome: sideOfOpen(answer), texts: null }];
  });
  return scoreModel(observer, pairs, { rows: 0, contradicted: 0 });
}

function sideOfOpen({ said, names }: OpenAnswer): BeliefAnswerClass {
  return said === null ? "other" : classifyOpenAnswer(said, names, null);
}
