import { completeNames } from "../../../epistemic/mindgames/complete-names.ts";
import { formatProblem } from "../../../epistemic/mindgames/formula-text.ts";
import { type Label, type Setup, setups } from "../../../epistemic/mindgames/problem.ts";
import { readProblem } from "../../../epistemic/mindgames/read-english.ts";
import type { MindgamesRow } from "../../../epistemic/mindgames/row.ts";
import { nameSeparator } from "./mindgames-item.ts";

/** An item as stored in a benchmark, with its gold answer. */
export interface StoredMindgamesItem {
  kind: string;
  premise: string;
  hypothesis: string;
  gold: unknown;
  attributes: Readonly<Record<string, unknown>>;
}

/**
 * Restores the row of an item, without `pbcheck` and `s-l`, which can be computed from the other columns. Null for
 * items that are not MindGames problems or have no gold answer.
 *
 * If the item has no names or no formula, they are read from the text; null if the text cannot be parsed.
 */
export function rowOfItem({ kind, premise, hypothesis, gold, attributes }: StoredMindgamesItem): MindgamesRow | null {
  const setup = setupOfItem({ kind, attributes });
  if (setup === null || typeof gold !== "boolean") return null;
  const label: Label = gold ? "entailment" : "not_entailment";
  const givenNames = typeof attributes.names === "string" ? attributes.names.split(nameSeparator) : [];
  const names = completeNames(premise, hypothesis, givenNames);
  const formula =
    typeof attributes.formula === "string" ? attributes.formula : formulaOfText(premise, hypothesis, names);
  if (formula === null) return null;
  return {
    premise,
    smcdel_problem: formula,
    hypothesis,
    setup,
    label,
    names,
    n_agents: names.length,
    ...wholeNumber("n_announcements", attributes),
    ...wholeNumber("hypothesis_depth", attributes),
    index: Number.isSafeInteger(attributes.index) ? (attributes.index as number) : null,
    deberta_pred: numberOrNull(attributes.deberta_pred),
    deberta_confidence: numberOrNull(attributes.deberta_confidence),
    difficulty: numberOrNull(attributes.difficulty),
    ...(typeof attributes.split === "string" ? { split: attributes.split } : {}),
  };
}

/** The setup of an item that is a MindGames problem; null for other items. */
export function setupOfItem({ kind, attributes }: Pick<StoredMindgamesItem, "kind" | "attributes">): Setup | null {
  return kind === "true-false" ? (setups.find((setup) => setup === attributes.setup) ?? null) : null;
}

function formulaOfText(premise: string, hypothesis: string, names: readonly string[]): string | null {
  const read = readProblem(premise, hypothesis, names);
  return read.ok ? formatProblem(read.problem) : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function wholeNumber<Name extends string>(name: Name, attributes: Readonly<Record<string, unknown>>) {
  const value = attributes[name];
  return (Number.isSafeInteger(value) ? { [name]: value } : {}) as { [key in Name]?: number };
}
