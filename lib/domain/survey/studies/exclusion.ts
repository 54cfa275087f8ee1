import * as z from "zod";
import { boundedText } from "../../text.ts";
import { type CleaningRuleName, cleaningRuleTexts } from "../cleaning/cleaning-rules.ts";

/** Reasons for which an answer is excluded. The names are used in exports. */
export const exclusionReasons = [
  { value: "gibberish", label: "Gibberish", hint: "The explanation is no language at all." },
  { value: "nonsensical", label: "Nonsensical", hint: "The explanation has nothing to do with the question." },
  { value: "machine-generated", label: "Machine-generated", hint: "It reads as if a program had written it." },
  { value: "duplicate", label: "Same person twice", hint: "This person has answered before." },
  { value: "test", label: "A test", hint: "A team member tried the study out." },
  { value: "technical", label: "Technical problem", hint: "The page did not work as it should." },
  { value: "missed-checks", label: "Missed checks", hint: "Attention, understanding or practice, by the plan's rule." },
  { value: "other", label: "Another reason", hint: "Say which in the note." },
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number]["value"];

/** For an answer in a replacement slot if the replaced answer still counts. Cannot be chosen manually. */
export const notNeeded = "not-needed";

/** For an answer that two raters, or an adjudicator, excluded in a review. Cannot be chosen manually. */
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
    message: "Please say in a few words what the reason is.",
  });

/** The reason as text; an imported one is unchanged. */
export function exclusionLabel(reason: string): string {
  if (reason === notNeeded) return "Not needed: an earlier answer counts";
  if (reason === byReview) return "Review by two raters";
  const chosen = exclusionReasons.find((candidate) => candidate.value === reason);
  return (chosen ?? cleaningRuleTexts[reason as CleaningRuleName])?.label ?? reason;
}
