import type * as z from "zod";
import { findItemGoldProblem } from "../items/refuse-gold.ts";
import type { failedCheckSchema, ProtocolStep } from "./protocol-step.ts";
import { askedQuestions, isConditionMet } from "./questions/apply-rules.ts";
import type { Question } from "./questions/question.ts";

/** The result of a check; a check that was not shown has no verdict. */
export type CheckResult = "passed" | "missed";

/**
 * The key under which the verdict of a check is stored with the answers. No question and no checkbox can have this key.
 */
export function checkKey(step: Pick<ProtocolStep, "key">): string {
  return `check.${step.key}`;
}

/** The key that stores the result of a practice item. */
export function practiceKey(step: Pick<ProtocolStep, "key">, position: number): string {
  return `practice.${step.key}.${position}`;
}

/** The key that stores whether a checkbox of the consent form was ticked. */
export function boxKey(key: string): string {
  return `box.${key}`;
}

/** What a step does if a person fails its check; null if the step has no check. */
export function findFailureRule(step: ProtocolStep): z.infer<typeof failedCheckSchema> | null {
  if (step.kind === "questions") return step.check ?? null;
  return step.kind === "practice" ? (step.training ?? null) : null;
}

/**
 * Whether the answers on a page of questions pass its check. Every displayed question that has a correct answer must be
 * answered correctly.
 *
 * @param earlier answers to the previous pages, which determine the displayed questions
 * @returns null if no question with a correct answer was displayed
 */
export function judgePage(
  questions: readonly Question[],
  answers: Readonly<Record<string, string>>,
  earlier: Readonly<Record<string, string>>,
): CheckResult | null {
  const questionsWithKey = askedQuestions(questions, earlier).filter(({ right }) => right !== undefined);
  if (questionsWithKey.length === 0) return null;
  return questionsWithKey.every(({ key, right }) => right && isConditionMet(right, answers[key])) ? "passed" : "missed";
}

/** Whether enough items of a practice were answered correctly in the end, from the stored results. */
export function judgePractice(
  step: Extract<ProtocolStep, { kind: "practice" }>,
  known: Readonly<Record<string, string>>,
): CheckResult {
  const right = step.items.filter((_item, position) => known[practiceKey(step, position)] === "right").length;
  return right >= (step.training?.needed ?? 0) ? "passed" : "missed";
}

/**
 * Rejects checks that no one could pass or no one could fail, or whose results would be ambiguous. Each error names the
 * field.
 */
export function refuseChecks(steps: readonly ProtocolStep[], context: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path: ["steps", ...path], message });
  for (const [index, step] of steps.entries()) {
    if (step.kind === "questions") {
      const hasRight = step.questions.some(({ right }) => right !== undefined);
      if (step.check && !hasRight) refuse([index, "check"], "needs a question with a right answer");
      if (!step.check && hasRight) refuse([index, "questions"], "have a right answer, but the page is not a check");
      const { rereads } = step.check ?? {};
      const isEarlier = steps.slice(0, index).some(({ kind, key }) => kind === "text" && key === rereads);
      if (rereads !== undefined && !isEarlier) {
        refuse([index, "check", "rereads"], `names "${rereads}", which is not a page of text before this one`);
      }
    }
    if (step.kind === "practice" && step.training) {
      const { needed } = step.training;
      if (needed > step.items.length) {
        refuse([index, "training", "needed"], `is more than the number of items (${step.items.length})`);
      }
      for (const [place, item] of step.items.entries()) {
        const problem = item.gold === undefined ? "is missing" : findItemGoldProblem(item, item.gold);
        if (problem) refuse([index, "items", place, "gold"], problem);
      }
    }
  }
}
