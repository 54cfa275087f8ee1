import type { KsteKind } from "../stories/items/kste-item.ts";
import { rulesFor, validityRules } from "../stories/validity-rules.ts";

/** A reason that can be counted, beside what a person writes. */
export interface ReasonCode {
  code: string;
  label: string;
}

/** What a reason counts as that was typed and has no code. */
export const typedReason = "typed";

const general: readonly ReasonCode[] = [
  { code: "language", label: "Language or typing" },
  { code: "marks", label: "A mark is in the wrong place" },
  { code: "continuity", label: "The story no longer fits together" },
  { code: "other", label: "Another reason" },
];

/** The codes for a kind of item: each of its rules, as its fault, then what no rule names. Their index is their key, from 1. */
export function reasonCodes(kind: KsteKind): ReasonCode[] {
  return [...rulesFor(kind).map(({ id, fault }) => ({ code: id, label: fault })), ...otherReasons(kind)];
}

/** What no rule of the kind names. */
export function otherReasons(kind: KsteKind): ReasonCode[] {
  const rules = rulesFor(kind);
  return general.filter(({ code }) => !rules.some(({ id }) => id === code));
}

/** The words of a code on reports, whatever kind of item it was given for; the code itself where it is not known. */
export function reasonLabel(code: string): string {
  const fault = validityRules.find(({ id }) => id === code)?.fault;
  if (fault !== undefined) return fault;
  if (code === typedReason) return "Typed reason without a code";
  return general.find((one) => one.code === code)?.label ?? code;
}
