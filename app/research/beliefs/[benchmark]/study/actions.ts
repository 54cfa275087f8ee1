"use server";

import { beliefStudySchema, createBeliefStudy } from "@/lib/server/beliefs/create-belief-study.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/** Creates a draft study with people over the facts of a benchmark. */
export const createBeliefStudyAction = action({
  input: beliefStudySchema,
  work: async ({ actor, input }) => {
    const { studyId, knowledge, plan } = await createBeliefStudy(actor, input);
    const reasons = [...new Set(plan.leftOut.map(({ reason }) => reason))];
    return {
      studyId,
      knowledgeId: knowledge?.studyId ?? null,
      targets: plan.targets,
      fillers: plan.fillers,
      exact: plan.exact,
      leftOut: reasons.map((reason) => ({
        reason,
        count: plan.leftOut.filter((fact) => fact.reason === reason).length,
      })),
    };
  },
});
