import type { ChecklistFacts } from "@/lib/domain/release/reporting-checklist.ts";
import { formatComparator, planWords } from "@/lib/domain/results/plan/plan-words.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { protocolQuestions } from "@/lib/domain/survey/protocol.ts";
import type { StudyPlanWithFreezes } from "../studies/draft/study-plan.ts";
import type { ExportContext } from "../studies/export/export-context.ts";

/** The facts for the reporting checklist from the newest protocol, the design and the plan of a study. */
export function readChecklistFacts(
  { study, items, shape, protocols }: ExportContext,
  studyPlan: StudyPlanWithFreezes | null,
): ChecklistFacts {
  const steps = [...protocols.values()].at(-1)?.document.steps ?? [];
  const block = steps.find((step) => step.kind === "items");
  const questions = protocolQuestions({ steps });
  const plan = studyPlan?.plan;
  return {
    items: items.size,
    itemsPerSession: designSchema.parse(study.design).itemsPerSession,
    screening: questions
      .filter((question) => "choices" in question && question.choices.some(({ endsAs }) => endsAs === "screened-out"))
      .map(({ label }) => label),
    training: steps.filter((step) => step.kind === "practice").map(({ title }) => title),
    checks: shape.checks.map(({ title }) => title),
    asksReasons: block?.explanation != null,
    layout: block?.layout ?? "",
    dwellSeconds: block?.dwellSeconds ?? 0,
    questions: questions.map(({ label }) => label),
    plan: plan
      ? {
          tests: plan.family.tests.map(({ kind, hypothesis }) => hypothesis || kind.replaceAll("-", " ")),
          correction: planWords.method[plan.family.method],
          comparator: formatComparator(plan.comparator),
          exclusionRules: plan.exclusions.rules,
          simulation: plan.simulation ?? null,
          freezes: studyPlan.freezes.length,
          registration: studyPlan.registration,
        }
      : null,
  };
}
