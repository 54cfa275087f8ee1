import type { ProtocolStep } from "../protocol-step.ts";
import type { Branch } from "../questions/question.ts";

/** Applies `change` to every condition of a page, a question or an exit that depends on an answer. */
export function mapBranches(steps: readonly ProtocolStep[], change: (branch: Branch) => Branch): ProtocolStep[] {
  return steps.map((step) => {
    if (step.kind === "exit") return { ...step, showIf: change(step.showIf) };
    if (step.kind !== "questions") return step;
    return {
      ...step,
      ...(step.showIf && { showIf: change(step.showIf) }),
      ...(step.skipIf && { skipIf: change(step.skipIf) }),
      questions: step.questions.map((asked) => (asked.showIf ? { ...asked, showIf: change(asked.showIf) } : asked)),
    };
  });
}

/** The keys of the questions on which a page, a question or an exit depends. */
export function branchQuestions(steps: readonly ProtocolStep[]): Set<string> {
  const keys = new Set<string>();
  mapBranches(steps, (branch) => {
    keys.add(branch.question);
    return branch;
  });
  return keys;
}
