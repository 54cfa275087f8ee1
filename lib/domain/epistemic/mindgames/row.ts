import * as z from "zod";
import { boundedText, firstProblem, requiredText } from "../../text.ts";
import { formatContradictionCheck, formatProblem } from "./formula-text.ts";
import { beliefOrder, type Label, type Problem, setups } from "./problem.ts";
import { hypothesisText, premiseText } from "./verbalize.ts";

const count = z.int().min(0).max(1_000);
const optionalNumber = z.number().nullable().optional();

/**
 * A row of the released MindGames data. Five columns define the row. The other columns may be missing: they can be
 * computed, or come from a classifier. `s-l` is setup and label, `pbcheck` is the contradiction check, and `difficulty`
 * is how surprising the label was to the authors' small classifier (0 to 2).
 */
export const mindgamesRowSchema = z.looseObject({
  premise: requiredText(100_000),
  smcdel_problem: requiredText(100_000),
  n_announcements: count.optional(),
  pbcheck: boundedText(100_000).optional(),
  hypothesis: requiredText(20_000),
  setup: z.enum(setups),
  hypothesis_depth: count.optional(),
  n_agents: count.optional(),
  label: z.enum(["entailment", "not_entailment"]),
  names: z.array(requiredText(100)).min(2).max(100),
  index: z.int().nullable().optional(),
  "s-l": boundedText(100).optional(),
  deberta_pred: optionalNumber,
  deberta_confidence: optionalNumber,
  difficulty: optionalNumber,
  /**
   * The split of the row, in a set with several splits. A problem of the split "examples" serves only as a few-shot
   * example.
   */
  split: boundedText(100).optional(),
  /** In a set in pairs: a text that is equal for the two problems with one hypothesis and opposite labels. */
  pair: boundedText(100).optional(),
  /** The rule and seed that selected a subset (`parallax mindgames balance`). */
  subset: boundedText(500).optional(),
});
export type MindgamesRow = z.infer<typeof mindgamesRowSchema>;

export type RowResult = { ok: true; row: MindgamesRow } | { ok: false; reason: string };

/** Parses a row from a JSON value. An error names the first invalid field. */
export function parseMindgamesRow(value: unknown): RowResult {
  const parsed = mindgamesRowSchema.safeParse(value);
  if (parsed.success) return { ok: true, row: parsed.data };
  const { field, message } = firstProblem(parsed.error);
  return { ok: false, reason: field === "" ? message : `${field}: ${message}` };
}

/**
 * Formats a problem and its label as a row with the released columns, in the released order. The columns of the
 * authors' classifier are null because it was not run.
 */
export function formatRow(problem: Problem, label: Label, index: number): MindgamesRow {
  const { setup, names, announcements } = problem;
  return {
    premise: premiseText(problem),
    smcdel_problem: formatProblem(problem),
    n_announcements: announcements.length - 1,
    pbcheck: formatContradictionCheck(problem),
    hypothesis: hypothesisText(problem),
    setup,
    hypothesis_depth: beliefOrder(problem.hypothesis) - 1,
    n_agents: names.length,
    label,
    names: [...names],
    index,
    "s-l": formatSetupAndLabel(setup, label),
    deberta_pred: null,
    deberta_confidence: null,
    difficulty: null,
  };
}

/** The released `s-l` column. */
export function formatSetupAndLabel(setup: string, label: Label): string {
  return `${setup}-${label === "entailment" ? 1 : 0}`;
}
