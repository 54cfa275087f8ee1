"use server";

import { refresh } from "next/cache";
import { problemSetFormSchema } from "@/lib/domain/epistemic/mindgames/generate/set-form.ts";
import { requestProblemSet } from "@/lib/server/mindgames/generate-set.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";

/** Generates a set of problems in a background job. */
export const generateProblemsAction = action({
  input: problemSetFormSchema,
  work: async ({ input }): Promise<unknown> => {
    const { actor, project } = await requireProject("research.write");
    await requestProblemSet(actor, project.id, input);
    refresh();
    return null;
  },
  message: "The set is being generated. It will appear above.",
});
