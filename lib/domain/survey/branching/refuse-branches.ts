import type * as z from "zod";
import type { ProtocolStep } from "../protocol-step.ts";

/**
 * Rejects conditions that cannot be evaluated when they are reached. A question, a page or an exit can depend only on
 * an answer on an earlier page, because without JavaScript a page cannot change while it is filled in. Pages among the
 * items are shown after all pages before the items, in an order that may differ between people.
 */
export function refuseBranches(steps: readonly ProtocolStep[], context: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path: ["steps", ...path], message });
  const block = steps.findIndex(({ kind }) => kind === "items");
  const earlierQuestions = new Set<string>();
  const laterQuestions = new Set<string>();
  for (const [index, step] of steps.entries()) {
    if (step.kind === "items") for (const key of laterQuestions) earlierQuestions.add(key);
    if (step.kind === "exit") {
      if (!earlierQuestions.has(step.showIf.question))
        refuse([index, "showIf"], formatForwardReference(step.showIf.question));
      if (step.endsAs === "complete" && index < block) {
        refuse([index, "endsAs"], "must not be complete before the items");
      }
    }
    if (step.kind !== "questions") continue;
    for (const name of ["showIf", "skipIf"] as const) {
      const rule = step[name];
      if (rule && !earlierQuestions.has(rule.question)) refuse([index, name], formatForwardReference(rule.question));
    }
    if (step.amongItems && index > block) refuse([index, "amongItems"], "is possible only for a page before the items");
    for (const [place, { key, showIf }] of step.questions.entries()) {
      if (showIf && !earlierQuestions.has(showIf.question)) {
        refuse([index, "questions", place, "showIf"], formatForwardReference(showIf.question));
      }
      if (step.amongItems) laterQuestions.add(key);
    }
    if (!step.amongItems) for (const { key } of step.questions) earlierQuestions.add(key);
  }
}

function formatForwardReference(question: string): string {
  return `depends on "${question}", which no earlier page asks`;
}
