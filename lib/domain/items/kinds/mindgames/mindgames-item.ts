import { checkMindgamesRow, type RowCheck } from "../../../epistemic/mindgames/check-row.ts";
import { difficultyOf } from "../../../epistemic/mindgames/difficulty.ts";
import { findHypothesisVerbs } from "../../../epistemic/mindgames/hypothesis-form.ts";
import type { Label } from "../../../epistemic/mindgames/problem.ts";
import { readFormalProblem } from "../../../epistemic/mindgames/read-formula.ts";
import type { MindgamesRow } from "../../../epistemic/mindgames/row.ts";
import { fingerprint } from "../../../fingerprint.ts";

/** A line of an item file of kind true-false. The premise is the story; the hypothesis is the statement. */
export interface MindgamesItem {
  id: string;
  kind: "true-false";
  story: { id: string; title: string; genre: string; text: string };
  text: string;
  gold: boolean;
  attributes: Record<string, string | number | boolean | null>;
}

/** The source of the gold answer: the stored label, or the label computed from the text. */
export type GoldSource = "stored" | "text";

/**
 * Converts a row into an item. Null if the label is computed from the text and the text cannot be parsed. Rows with the
 * same premise text share a story. The name of an item without an index is a hash of its text.
 *
 * Attributes contain the columns of the authors' classifier, the results of the check (whether text and formula agree,
 * whether the text contradicts itself) and the difficulty of the formal problem. Names and formula are included, so
 * that `rowOfItem` can restore the row.
 */
export function itemOf(
  row: MindgamesRow,
  goldSource: GoldSource = "stored",
  prefix = "mindgames",
): MindgamesItem | null {
  const check = checkMindgamesRow(row);
  const label = goldSource === "stored" ? row.label : check.label_by_text;
  if (label === null) return null;
  return {
    id: itemId(row, prefix),
    kind: "true-false",
    story: { id: `${prefix}-story-${shortHash(row.premise)}`, title: "", genre: row.setup, text: row.premise },
    text: row.hypothesis,
    gold: label === "entailment",
    attributes: attributesOf(row, check),
  };
}

/** The name of a row's item. Item files and task exports use the same name, so that predictions match their item. */
export function itemId(row: Pick<MindgamesRow, "index" | "premise" | "hypothesis">, prefix = "mindgames"): string {
  return `${prefix}-${row.index ?? shortHash(`${row.premise}\n${row.hypothesis}`)}`;
}

/** The word for a label in prompts and choices. */
export function answerWord(label: Label): "True" | "False" {
  return label === "entailment" ? "True" : "False";
}

function attributesOf(row: MindgamesRow, check: RowCheck): MindgamesItem["attributes"] {
  const form = findHypothesisVerbs(row.hypothesis);
  const parsed = readFormalProblem(row.smcdel_problem, row.names, row.setup);
  const difficulty = parsed.ok ? difficultyOf(parsed.problem) : null;
  return {
    setup: row.setup,
    hypothesis_depth: row.hypothesis_depth ?? null,
    n_agents: row.n_agents ?? row.names.length,
    n_announcements: row.n_announcements ?? null,
    verb: form?.outer ?? null,
    verbs: form?.verbs.join(" ") ?? null,
    negated: form?.negated ?? null,
    worlds: difficulty?.worlds ?? null,
    worlds_left: difficulty?.worldsLeft ?? null,
    proof: difficulty?.proof ?? null,
    text_matches_formula: check.text_matches_formula,
    text_contradictory: check.text_contradictory,
    names: nullIfTooLong(row.names.some((name) => name.includes(",")) ? null : row.names.join(nameSeparator)),
    formula: nullIfTooLong(row.smcdel_problem),
    index: row.index ?? null,
    deberta_pred: row.deberta_pred ?? null,
    deberta_confidence: row.deberta_confidence ?? null,
    difficulty: row.difficulty ?? null,
    // Added only if a text exists: items of other files keep their attributes.
    ...(row.split === undefined ? {} : { split: nullIfTooLong(row.split) }),
    ...(row.pair === undefined ? {} : { pair: nullIfTooLong(row.pair) }),
    ...(row.subset === undefined ? {} : { subset: nullIfTooLong(row.subset) }),
  };
}

/** Separator of the names in the attribute `names`. */
export const nameSeparator = ", ";

/** Attributes have at most 500 characters. A longer value is omitted instead of truncated. */
function nullIfTooLong(text: string | null): string | null {
  return text === null || text.length > 500 ? null : text;
}

function shortHash(text: string): string {
  return fingerprint(text).slice(0, 16);
}
