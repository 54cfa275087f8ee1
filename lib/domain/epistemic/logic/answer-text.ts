import { countStates, createSituation, isTrueAt, isValid } from "./ask.ts";
import { countValuations, intersect } from "./cube.ts";
import type { Formula } from "./formula.ts";
import type { FormulaToken, TextPosition } from "./lex.ts";
import { type CheckInput, parseSmcdel, type Query } from "./parse-input.ts";
import { findSemanticErrors } from "./sanity.ts";
import { LimitProblem, requireCapacity, type Situation, statesOf } from "./situation.ts";
import { computeTruthSet } from "./truth-set.ts";

/** The answer to one query. The states of a WHERE? query are generated lazily. */
export type QueryAnswer =
  | { job: "TRUE?"; formula: Formula; state: number[]; result: boolean }
  | { job: "VALID?"; formula: Formula; result: boolean }
  | { job: "WHERE?"; formula: Formula; count: number; states: () => Generator<number[]> };

/**
 * The result of reading an SMCDEL text. `jobs` is an iterator that answers the queries in order. It may throw
 * `LimitProblem` if a query needs too much memory.
 */
export type TextAnswers =
  | { status: "ok"; input: CheckInput; initialStates: number; jobs: () => Generator<QueryAnswer> }
  | ({ status: "lex_error" } & TextPosition)
  | ({ status: "parse_error"; found: FormulaToken | null; expected: string } & TextPosition)
  | { status: "sanity_error"; messages: string[] }
  | { status: "limit_error"; messages: string[] };

/** Parses an SMCDEL text, checks it and answers its queries. */
export function answerText(text: string): TextAnswers {
  const parsed = parseSmcdel(text);
  if (!parsed.ok) {
    if (parsed.status === "limit_error") return { status: "limit_error", messages: [parsed.message] };
    const { ok: _, ...refusal } = parsed;
    return refusal;
  }
  const { input } = parsed;
  const messages = findSemanticErrors(input);
  if (messages.length > 0) return { status: "sanity_error", messages };
  try {
    requireCapacity(
      new Set(input.atoms).size,
      input.queries.map(({ formula }) => formula),
    );
    const situation = createSituation(input.atoms, input.law, input.observations);
    return {
      status: "ok",
      input,
      initialStates: countStates(situation),
      *jobs() {
        for (const query of input.queries) yield answer(situation, query);
      },
    };
  } catch (problem) {
    if (problem instanceof LimitProblem) return { status: "limit_error", messages: [problem.message] };
    throw problem;
  }
}

function answer(situation: Situation, query: Query): QueryAnswer {
  const { job, formula } = query;
  switch (job) {
    case "TRUE?": {
      const state = [...new Set(query.state)].sort((left, right) => left - right);
      return { job, formula, state, result: isTrueAt(situation, state, formula) };
    }
    case "VALID?":
      return { job, formula, result: isValid(situation, formula) };
    case "WHERE?": {
      const set = computeTruthSet(situation, formula);
      intersect(set, situation.possible);
      return { job, formula, count: countValuations(set, situation.positions), states: () => statesOf(situation, set) };
    }
  }
}
