import type { Agent, Formula } from "./formula.ts";
import { type FormulaToken, lex, type TextPosition } from "./lex.ts";
import { parseFormula, parseNumbers } from "./parse-formula.ts";
import { MAXIMUM_NESTING, NestingProblem, SyntaxProblem, TokenCursor } from "./token-cursor.ts";

export type Query =
  | { job: "TRUE?"; state: readonly number[]; formula: Formula }
  | { job: "VALID?"; formula: Formula }
  | { job: "WHERE?"; formula: Formula };

/** One line of OBS: an agent and the atoms whose truth value the agent sees. */
export interface Observation {
  agent: Agent;
  atoms: readonly number[];
}

/** A parsed SMCDEL text: `VARS … LAW … OBS … queries`. */
export interface CheckInput {
  atoms: readonly number[];
  law: Formula;
  observations: readonly Observation[];
  queries: readonly Query[];
}

export type ParseResult =
  | { ok: true; input: CheckInput }
  | ({ ok: false; status: "lex_error" } & TextPosition)
  | ({ ok: false; status: "parse_error"; found: FormulaToken | null; expected: string } & TextPosition)
  | { ok: false; status: "limit_error"; message: string };

/** Parses an SMCDEL text. An error has the position of the first unexpected token, or 1,1 at the end of the text. */
export function parseSmcdel(text: string): ParseResult {
  const lexed = lex(text);
  if (!lexed.ok) return { ok: false, status: "lex_error", line: lexed.line, column: lexed.column };
  const cursor = new TokenCursor(lexed.tokens);
  try {
    return { ok: true, input: parseCheckInput(cursor) };
  } catch (problem) {
    if (problem instanceof SyntaxProblem) {
      const { place: position, found, expected } = problem;
      return { ok: false, status: "parse_error", ...position, found, expected };
    }
    if (problem instanceof NestingProblem) {
      const message = `Formulas can be nested at most ${MAXIMUM_NESTING} levels deep.`;
      return { ok: false, status: "limit_error", message };
    }
    throw problem;
  }
}

function parseCheckInput(cursor: TokenCursor): CheckInput {
  cursor.take("VARS", "VARS");
  const atoms = parseNumbers(cursor);
  cursor.take("LAW", ", or LAW");
  const law = parseFormula(cursor);
  cursor.take("OBS", "OBS");
  const observations: Observation[] = [];
  do {
    const agent = cursor.take("name", "an agent").text;
    cursor.take(":", ":");
    observations.push({ agent, atoms: parseNumbers(cursor) });
  } while (cursor.peek() === "name");
  const queries: Query[] = [];
  while (cursor.peek() !== null) queries.push(parseQuery(cursor));
  return { atoms, law, observations, queries };
}

function parseQuery(cursor: TokenCursor): Query {
  if (cursor.accept("VALID?")) return { job: "VALID?", formula: parseFormula(cursor) };
  if (cursor.accept("WHERE?")) return { job: "WHERE?", formula: parseFormula(cursor) };
  cursor.take("TRUE?", "TRUE?, VALID? or WHERE?");
  cursor.take("{", "{ and the true atoms");
  const state = cursor.peek() === "}" ? [] : parseNumbers(cursor);
  cursor.take("}", "}");
  return { job: "TRUE?", state, formula: parseFormula(cursor) };
}
