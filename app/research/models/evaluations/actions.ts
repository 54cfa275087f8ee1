"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { pauseEvaluation, resumeEvaluation } from "@/lib/server/models/evaluations/control-evaluation.ts";
import { archiveEndpoint, createEndpoint, updateEndpoint } from "@/lib/server/models/evaluations/endpoints.ts";
import { createEvaluationBatch, estimateEvaluations } from "@/lib/server/models/evaluations/evaluation-batch.ts";
import {
  endpointFields,
  evaluationFields,
  parseNumberField,
  readEndpointForm,
  readEvaluationForm,
} from "@/lib/server/models/evaluations/read-forms.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/** Adds an endpoint to a project and opens its page. */
export const createEndpointAction = action({
  input: z.strictObject({ ...endpointFields, project: z.uuid() }),
  work: async ({ actor, input: { project, ...form } }): Promise<unknown> => {
    const { id } = await createEndpoint(actor, project, readEndpointForm(form));
    redirect(`/research/models/endpoints/${id}`);
  },
});

/** Saves an endpoint's settings. */
export const updateEndpointAction = action({
  input: z.strictObject({ ...endpointFields, endpoint: z.uuid() }),
  work: async ({ actor, input: { endpoint, ...form } }): Promise<unknown> => {
    await updateEndpoint(actor, endpoint, readEndpointForm(form));
    refresh();
    return null;
  },
  message: "The endpoint is saved.",
});

/** Archives an endpoint, or restores it. */
export const archiveEndpointAction = action({
  input: z.strictObject({ endpoint: z.uuid(), archived: z.enum(["yes", "no"]) }),
  work: async ({ actor, input }): Promise<unknown> => {
    await archiveEndpoint(actor, input.endpoint, input.archived === "yes");
    refresh();
    return null;
  },
});

/** Estimates the requests and the cost of one or more evaluations, or starts them. */
export const evaluateAction = action({
  input: evaluationFields.extend({ intent: z.enum(["estimate", "begin"]) }),
  work: async ({ actor, input: { intent, ...fields } }) => {
    const form = readEvaluationForm(fields);
    if (intent === "begin") {
      const [first, ...others] = await createEvaluationBatch(actor, form);
      redirect(`/research/models/evaluations${others.length === 0 ? `/${first}` : ""}`);
    }
    return estimateEvaluations(actor, form);
  },
});

/** Pauses an evaluation: no further requests are sent. */
export const pauseEvaluationAction = action({
  input: z.strictObject({ evaluation: z.uuid() }),
  work: async ({ actor, input }): Promise<unknown> => {
    await pauseEvaluation(actor, input.evaluation);
    refresh();
    return null;
  },
});

/** Resumes an evaluation. A given limit replaces the old one, and failed requests are repeated if that is selected. */
export const resumeEvaluationAction = action({
  input: z.strictObject({
    evaluation: z.uuid(),
    limitUsd: boundedText(40).optional(),
    retriesFailed: z.literal("on").optional(),
  }),
  work: async ({ actor, input }): Promise<unknown> => {
    await resumeEvaluation(actor, input.evaluation, {
      ...(input.limitUsd === undefined ? {} : { limitUsd: parseNumberField("limitUsd", input.limitUsd) }),
      retriesFailed: input.retriesFailed === "on",
    });
    refresh();
    return null;
  },
});
