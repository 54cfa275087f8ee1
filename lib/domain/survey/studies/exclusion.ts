import * as z from "zod";
import { boundedText } from "../../text.ts";
import { type CleaningRuleName, cleaningRuleTexts } from "../cleaning/cleaning-rules.ts";

/** Reasons for which an answer is excluded. The names are used in exports. */
export const exclusionReasons = [
  { value: "gibberish", label: "Gibberish", hint: "The explanation is not in any language." },
  { value: "nonsensical", label: "Nonsensical", hint: "The explanation has nothing to do with the question." },
  {
    value: "machine-generated",
    label: "Machine-generated",
    hint: "The explanation reads as if a program had written it.",
  },
  { value: "duplicate", label: "Same person twice", hint: "This person has answered before." },
  { value: "test", label: "A test", hint: "A team member tested the study." },
  { value: "technical", label: "Technical problem", hint: "The page did not work as it should." },
  {
    value: "missed-checks",
    label: "Missed checks",
    hint: "Failed checks of attention, understanding or practice, by the rule of the plan.",
  },
  { value: "other", label: "Another reason", hint: "State the reason in the note." },
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number]["value"];

/**
 * Exclusion reason of an answer in a replacement slot if the answer that it replaced still counts. Cannot be chosen
 * manually.
 */
export const notNeeded = "not-needed";

/** The reason for an answer that two raters, or an adjudicator, excluded in a review. Cannot be chosen manually. */
export const byReview = "review";

const reasonValues = exclusionReasons.map((reason) => reason.value);

/** A mark that excludes an answer. It can be revoked; both records are kept. */
export const exclusionSchema = z
  .strictObject({
    reason: z.enum(reasonValues as [ExclusionReason, ...ExclusionReason[]], "Please choose a reason."),
    note: boundedText(2_000).default(""),
  })
  .refine(({ reason, note }) => reason !== "other" || note.trim() !== "", {
    path: ["note"],
    message: "Please state the reason in a few words.",
  });

/** The label of a reason; an unknown (imported) reason is unchanged. */
export function exclusionLabel(reason: string): string {
  if (reason === notNeeded) return "Not needed: an earlier answer counts";
  if (reason === byReview) return "Review by two raters";
  const matchingReason = exclusionReasons.find((candidate) => candidate.value === reason);
  return (matchingReason ?? cleaningRuleTexts[reason as CleaningRuleName])?.label ?? reason;
}
