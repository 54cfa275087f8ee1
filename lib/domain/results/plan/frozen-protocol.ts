import { canonicalJson, fingerprint } from "../../fingerprint.ts";
import type { Design } from "../../survey/design.ts";
import type { Protocol } from "../../survey/protocol.ts";
import type { Correspondence } from "../model/correspondence.ts";
import type { AnalysisPlan } from "./analysis-plan.ts";

/**
 * Everything that is frozen when a pilot or main stage is opened, as one document: the participants' screens, the items
 * and keys, the design, the correspondence of models' and people's conditions, and the analysis plan.
 */
export interface FrozenProtocol {
  format: "parallax-protocol/1";
  study: { name: string; slug: string; stage: string; language: string };
  protocol: Protocol;
  design: Design;
  /** Items by their names, with the hash of their content and the version of their key. */
  items: { id: string; contentHash: string; key: number | null }[];
  /** The correspondence; null for the default of the study's factors. */
  correspondence: Correspondence | null;
  plan: AnalysisPlan;
  /** Version of the parser of model texts; omitted up to version 3, before it was recorded. */
  reader?: number;
}

/** SHA-256 of a frozen document: the same document has the same hash on every machine. */
export function frozenHash(document: FrozenProtocol): string {
  return fingerprint(canonicalJson(document));
}

/** One part that differs between two documents; a missing value is an empty text. */
export interface FrozenChange {
  /** The path of the part, such as `plan.margin` or `protocol.steps.1.title`. */
  path: string;
  before: string;
  after: string;
}

/** The changes of an amendment, part by part in the order of the document; empty for equal documents. */
export function diffFrozen(before: unknown, after: unknown, path = ""): FrozenChange[] {
  if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return [];
  if (!hasChildren(before) || !hasChildren(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, before: formatChangeValue(before), after: formatChangeValue(after) }];
  }
  const [left, right] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.flatMap((name) => diffFrozen(left[name], right[name], path === "" ? name : `${path}.${name}`));
}

/** The changes of all parts except the plan that affect results: items with their keys, design, protocol, reader. */
export function diffOtherParts(before: FrozenProtocol, after: FrozenProtocol): FrozenChange[] {
  return (["protocol", "design", "items", "correspondence", "reader"] as const).flatMap((part) =>
    diffFrozen(before[part], after[part], part),
  );
}

function hasChildren(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function formatChangeValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
