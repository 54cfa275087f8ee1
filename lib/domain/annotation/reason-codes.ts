import { storyKinds, validityRules } from "../items/kinds/story-kinds.ts";
import type { KsteKind } from "../stories/items/kste-item.ts";

/** A reason with a code, in addition to free text. */
export interface ReasonCode {
  code: string;
  label: string;
}

/** The code of a reason that was given only as free text. */
export const typedReason = "typed";

const generalReasons: readonly ReasonCode[] = [
  { code: "language", label: "Language or typing" },
  { code: "marks", label: "A mark is in the wrong place" },
  { code: "continuity", label: "The story no longer fits together" },
  { code: "other", label: "Another reason" },
];

/**
 * The codes for a kind of item: one fault per rule, then reasons that no rule covers. The digit key of a code is its
 * position, starting at 1.
 */
export function listReasonCodes(kind: KsteKind): ReasonCode[] {
  return [
    ...storyKinds[kind].rules.map(({ id, fault }) => ({ code: id, label: fault })),
    ...listReasonsWithoutRule(kind),
  ];
}

/** Reasons that no rule of the kind covers. */
export function listReasonsWithoutRule(kind: KsteKind): ReasonCode[] {
  const rules = storyKinds[kind].rules;
  return generalReasons.filter(({ code }) => !rules.some(({ id }) => id === code));
}

/** The label of a code in reports, for any kind of item; an unknown code is its own label. */
export function reasonLabel(code: string): string {
  const fault = validityRules.find(({ id }) => id === code)?.fault;
  if (fault !== undefined) return fault;
  if (code === typedReason) return "Free-text reason without a code";
  return generalReasons.find((one) => one.code === code)?.label ?? code;
}
