import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import { findTextProblem } from "../../text.ts";
import { type Correspondence, correspondenceSchema } from "./correspondence.ts";

export type ParsedCorrespondence =
  | { ok: true; correspondence: Correspondence | null }
  | { ok: false; field: string; message: string };

const pairFieldPrefix = "pair.";
const sameFieldPrefix = "same.";

/** The name of the form field with the model levels that correspond to these levels of people. */
export function pairFieldName(people: ConditionLevels): string {
  return `${pairFieldPrefix}${formatLevels(people)}`;
}

export function sameFieldName(factor: string): string {
  return `${sameFieldPrefix}${factor}`;
}

/** "prompt=human, shots=5" */
export function formatLevels(levels: ConditionLevels): string {
  return Object.entries(levels)
    .map(([factor, level]) => `${factor}=${level}`)
    .join(", ");
}

/**
 * Parses the form that declares a correspondence. Each pair has a field: its name contains the levels of people, its
 * value the levels of models ("prompt=human"). Each factor that must be equal has a checkbox. The button "default"
 * restores the default.
 */
export function parseCorrespondenceForm(fields: Readonly<Record<string, string>>): ParsedCorrespondence {
  if (fields.do === "default") return { ok: true, correspondence: null };
  const pairs: Correspondence["pairs"] = [];
  const equalFactors: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith(sameFieldPrefix)) equalFactors.push(name.slice(sameFieldPrefix.length));
    else if (name.startsWith(pairFieldPrefix)) {
      const people = parseLevels(name.slice(pairFieldPrefix.length));
      const models = parseLevels(value);
      if (!people || !models) return { ok: false, field: name, message: "must be written like prompt=human, shots=5" };
      pairs.push({ people, models });
    } else if (name !== "do") return { ok: false, field: name, message: "is not a known field" };
  }
  const parsed = correspondenceSchema.safeParse({ pairs, same: equalFactors });
  if (parsed.success) return { ok: true, correspondence: parsed.data };
  return { ok: false, field: "", message: "The mapping is too long." };
}

/** Parses a list of levels. Returns an empty object for an empty text, and null for an invalid text. */
export function parseLevels(text: string): Record<string, string> | null {
  if (findTextProblem(text, 2_000) !== null) return null;
  const parts = text.split(",").map((part) => part.trim());
  const levels: Record<string, string> = {};
  for (const part of parts.filter((one) => one !== "")) {
    const match = /^([A-Za-z][A-Za-z0-9_-]{0,39})\s*=\s*([^=;]{1,100})$/.exec(part);
    if (!match) return null;
    levels[match[1]!] = match[2]!.trim();
  }
  return levels;
}
