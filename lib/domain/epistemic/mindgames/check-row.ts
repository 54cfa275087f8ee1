import { parseBoundedJson } from "../../bounded-json.ts";
import { countStates, createSituation, isValid } from "../logic/ask.ts";
import type { Formula } from "../logic/formula.ts";
import { type CheckInput, parseSmcdel } from "../logic/parse-input.ts";
import { findSemanticErrors } from "../logic/sanity.ts";
import { LimitProblem, requireCapacity } from "../logic/situation.ts";
import { compareProblems } from "./compare-problems.ts";
import { observationsFitSetup } from "./formula-text.ts";
import { beliefOrder, type Label, type Problem } from "./problem.ts";
import { readProblem } from "./read-english.ts";
import { problemFromInput } from "./read-formula.ts";
import { formatSetupAndLabel, type MindgamesRow, parseMindgamesRow } from "./row.ts";
import { labelAfter, situationAfter } from "./solve.ts";
import { hypothesisText, premiseText } from "./verbalize.ts";

/** The result of checking one row, with the field names of the JSON output. Null values could not be determined. */
export interface RowCheck {
  index: number | null;
  label_by_formula: Label | null;
  label_by_text: Label | null;
  text_matches_formula: boolean | null;
  text_contradictory: boolean | null;
  /** The formula in English, as Parallax words it; null if it cannot be expressed in the row's setup. */
  verbalized_premise: string | null;
  verbalized_hypothesis: string | null;
  /** One sentence for each error; empty for a valid row. */
  problems: string[];
}

/** The check of a row, and the row's stored label (null for a malformed row). */
export interface CheckedRow {
  storedLabel: Label | null;
  check: RowCheck;
}

/** Checks a line of a file: JSON, fields, formula, text, and whether formula, text and label agree. */
export function checkLine(line: string): CheckedRow {
  let value: unknown;
  try {
    value = parseBoundedJson(line);
  } catch {
    return createMalformedRow("the line is not JSON");
  }
  return checkValue(value);
}

/** The result for a line that cannot be parsed. */
export function createMalformedRow(reason: string): CheckedRow {
  return { storedLabel: null, check: createMalformedRowCheck(null, reason) };
}

/** Checks a row: compares its stored label, its formula and its text. */
export function checkMindgamesRow(value: unknown): RowCheck {
  return checkValue(value).check;
}

function checkValue(value: unknown): CheckedRow {
  const parsed = parseMindgamesRow(value);
  if (parsed.ok) return { storedLabel: parsed.row.label, check: checkParsedRow(parsed.row) };
  return {
    storedLabel: null,
    check: createMalformedRowCheck(indexOf(value), `the row is malformed: ${parsed.reason}`),
  };
}

function checkParsedRow(row: MindgamesRow): RowCheck {
  const problems: string[] = [];
  const byFormula = answerFormula(row, problems);
  const byText = answerText(row, problems);
  if (byFormula.label !== null && byFormula.label !== row.label) {
    problems.push(`the stored label is ${row.label}, but the formula gives ${byFormula.label}`);
  }
  if (byText.label !== null && byText.label !== row.label) {
    problems.push(`the stored label is ${row.label}, but the text gives ${byText.label}`);
  }
  if (byText.contradictory) problems.push("the text contradicts itself: its announcements leave no possible state");
  const differences =
    byText.problem === null || byFormula.problem === null ? null : compareProblems(byText.problem, byFormula.problem);
  if (differences !== null) problems.push(...differences.map((difference) => `text and formula differ: ${difference}`));
  problems.push(...listColumnDifferences(row, byFormula.problem ?? byText.problem));
  return {
    index: row.index ?? null,
    label_by_formula: byFormula.label,
    label_by_text: byText.label,
    text_matches_formula: differences === null ? null : differences.length === 0,
    text_contradictory: byText.contradictory,
    ...toReleasedEnglish(byFormula.problem, problems),
    problems,
  };
}

function createMalformedRowCheck(index: number | null, problem: string): RowCheck {
  return {
    index,
    label_by_formula: null,
    label_by_text: null,
    text_matches_formula: null,
    text_contradictory: null,
    verbalized_premise: null,
    verbalized_hypothesis: null,
    problems: [problem],
  };
}

function indexOf(value: unknown): number | null {
  const index = value !== null && typeof value === "object" ? (value as { index?: unknown }).index : null;
  return Number.isSafeInteger(index) ? (index as number) : null;
}

/**
 * The label computed from the formula, even if the formula cannot be expressed in English; the problem only if it can.
 */
function answerFormula(row: MindgamesRow, problems: string[]): { label: Label | null; problem: Problem | null } {
  const result = evaluateFormula(row.smcdel_problem);
  if (!result.ok) {
    problems.push(`the formula cannot be answered: ${result.reason}`);
    return { label: null, problem: null };
  }
  if (result.contradictory) problems.push("the formula contradicts itself: its announcements leave no possible state");
  if (row.pbcheck !== undefined) {
    const check = evaluateFormula(row.pbcheck);
    if (!check.ok) problems.push(`pbcheck cannot be answered: ${check.reason}`);
    else if (check.valid !== result.contradictory) {
      problems.push(
        `pbcheck is ${check.valid ? "" : "not "}valid, but the formula is ${result.contradictory ? "" : "not "}contradictory`,
      );
    }
  }
  const readResult = problemFromInput(result.input, row.names, row.setup);
  if (!readResult.ok) problems.push(`the formula has no English: ${readResult.reason}`);
  return { label: result.valid ? "entailment" : "not_entailment", problem: readResult.ok ? readResult.problem : null };
}

type FormulaResult =
  | { ok: true; input: CheckInput; valid: boolean; contradictory: boolean }
  | { ok: false; reason: string };

function evaluateFormula(text: string): FormulaResult {
  const parsed = parseSmcdel(text);
  if (!parsed.ok) {
    if (parsed.status === "limit_error") return { ok: false, reason: parsed.message };
    const name = parsed.status === "lex_error" ? "lexical error" : "syntax error";
    return { ok: false, reason: `${name} at line ${parsed.line}, column ${parsed.column}` };
  }
  const { input } = parsed;
  const [semanticError] = findSemanticErrors(input);
  if (semanticError !== undefined) return { ok: false, reason: semanticError };
  const query = input.queries[0];
  if (input.queries.length !== 1 || query?.job !== "VALID?") return { ok: false, reason: "it is not one VALID? query" };
  try {
    requireCapacity(new Set(input.atoms).size, [query.formula]);
    const situation = createSituation(input.atoms, input.law, input.observations);
    const contradictory = isValid(situation, withHypothesis(query.formula, { kind: "bottom" }));
    return { ok: true, input, valid: contradictory || isValid(situation, query.formula), contradictory };
  } catch (problem) {
    if (problem instanceof LimitProblem) return { ok: false, reason: problem.message };
    throw problem;
  }
}

/** The announcements of a formula, followed by another hypothesis. */
function withHypothesis(formula: Formula, hypothesis: Formula): Formula {
  if (formula.kind !== "announce" || formula.strength !== "box") return hypothesis;
  return { ...formula, after: withHypothesis(formula.after, hypothesis) };
}

function answerText(
  row: MindgamesRow,
  problems: string[],
): { label: Label | null; contradictory: boolean | null; problem: Problem | null } {
  const read = readProblem(row.premise, row.hypothesis, row.names);
  if (!read.ok) {
    problems.push(`the text cannot be read: ${read.reason}`);
    return { label: null, contradictory: null, problem: null };
  }
  if (read.problem.setup !== row.setup) {
    problems.push(`the setup column says ${row.setup}, but the text is ${read.problem.setup}`);
  }
  const situation = situationAfter(read.problem);
  return {
    label: labelAfter(situation, read.problem),
    contradictory: countStates(situation) === 0,
    problem: read.problem,
  };
}

function toReleasedEnglish(
  problem: Problem | null,
  problems: string[],
): Pick<RowCheck, "verbalized_premise" | "verbalized_hypothesis"> {
  if (problem === null) return { verbalized_premise: null, verbalized_hypothesis: null };
  if (!observationsFitSetup(problem)) {
    problems.push(`the formula has no English: its observations are not those of the setup ${problem.setup}`);
    return { verbalized_premise: null, verbalized_hypothesis: hypothesisText(problem) };
  }
  return { verbalized_premise: premiseText(problem), verbalized_hypothesis: hypothesisText(problem) };
}

/** Lists columns whose content differs from the row's problem. */
function listColumnDifferences(row: MindgamesRow, problem: Problem | null): string[] {
  const expected: [keyof MindgamesRow & string, unknown][] = [["s-l", formatSetupAndLabel(row.setup, row.label)]];
  if (problem !== null) {
    expected.push(
      ["n_agents", problem.names.length],
      ["n_announcements", problem.announcements.length - 1],
      ["hypothesis_depth", beliefOrder(problem.hypothesis) - 1],
    );
  }
  return expected.flatMap(([column, value]) =>
    row[column] === undefined || row[column] === value
      ? []
      : [`the column ${column} says ${JSON.stringify(row[column])}, but the row gives ${JSON.stringify(value)}`],
  );
}
