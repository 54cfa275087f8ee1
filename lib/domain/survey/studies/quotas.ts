import { singleGroupKey } from "../composition/study-layout.ts";
import { crossStrata, type StratumPlan } from "../design.ts";
import type { Protocol } from "../protocol.ts";
import type { Question } from "../questions/question.ts";

/** The answers to one question that have separate quotas. */
export interface Quota {
  question: string;
  values: string[];
}

export type ChoiceQuestion = Extract<Question, { type: "choice" }>;

/** The only group if no question has a quota. */
const everybody: StratumPlan = { key: singleGroupKey, label: "Everybody", criteria: {} };

/** One stratum for every combination of the quota answers, with the labels that participants see. */
export function strataOf(quotas: readonly Quota[], questions: readonly ChoiceQuestion[]): StratumPlan[] {
  if (quotas.length === 0) return [everybody];
  return crossStrata(
    quotas.map((quota) => {
      const choices = questions.find((question) => question.key === quota.question)?.choices ?? [];
      const label = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value;
      return { key: quota.question, options: quota.values.map((value) => ({ value, label: label(value) })) };
    }),
  );
}

/** The quotas whose combinations are exactly these strata; null if the strata are not combinations of answers. */
export function quotasOf(strata: readonly StratumPlan[]): Quota[] | null {
  const names = Object.keys(strata[0]?.criteria ?? {});
  const quotas = names.map((question) => ({
    question,
    values: [...new Set(strata.map((stratum) => stratum.criteria[question] ?? ""))],
  }));
  const combinations = strataOf(quotas, []);
  const isSame =
    combinations.length === strata.length &&
    strata.every((stratum, index) => {
      const combinationCriteria = combinations[index]?.criteria ?? {};
      return (
        Object.keys(stratum.criteria).length === names.length &&
        names.every((question) => stratum.criteria[question] === combinationCriteria[question])
      );
    });
  return isSame ? quotas : null;
}

/** The choice questions before the item block: only they can determine a group. */
export function listQuotaQuestions(protocol: Pick<Protocol, "steps">): ChoiceQuestion[] {
  const block = protocol.steps.findIndex((step) => step.kind === "items");
  return protocol.steps
    .slice(0, block < 0 ? undefined : block)
    .flatMap((step) => (step.kind === "questions" && !step.amongItems ? step.questions : []))
    .filter((question): question is ChoiceQuestion => question.type === "choice");
}
