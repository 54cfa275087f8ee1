"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { formatSeconds } from "@/lib/domain/format/times.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { saveConstructionCaps } from "@/lib/server/construct/caps.ts";
import { setEndpoint } from "@/lib/server/construct/endpoint.ts";
import { testEndpoint } from "@/lib/server/construct/try-endpoint.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";

const text = boundedText(500);

export const setEndpointAction = action({
  input: z.strictObject({
    projectId: z.uuid(),
    url: text,
    model: text,
    key: text,
    forgetKey: z.literal("on").optional(),
    promptUsdPerMillion: text,
    completionUsdPerMillion: text,
    temperature: text,
    reasoningEffort: text,
    timeoutSeconds: text,
  }),
  work: async ({ actor, input }): Promise<unknown> => {
    const { projectId, key, forgetKey, ...fields } = input;
    await setEndpoint(actor, projectId, {
      url: fields.url.trim(),
      model: fields.model,
      promptUsdPerMillion: numberOf("promptUsdPerMillion", fields.promptUsdPerMillion),
      completionUsdPerMillion: numberOf("completionUsdPerMillion", fields.completionUsdPerMillion),
      temperature: numberOf("temperature", fields.temperature),
      reasoningEffort: fields.reasoningEffort === "" ? null : fields.reasoningEffort,
      ...(fields.timeoutSeconds.trim() === ""
        ? {}
        : { timeoutSeconds: numberOf("timeoutSeconds", fields.timeoutSeconds) }),
      // An empty field keeps the key: the key is never sent to the page, so the form cannot contain it.
      ...(forgetKey === "on" ? { key: "" } : key.trim() === "" ? {} : { key: key.trim() }),
    });
    refresh();
    return null;
  },
  message: "The model is saved.",
});

export const setCapsAction = action({
  input: z.strictObject({ projectId: z.uuid(), perBatch: text, perDay: text, perItem: text }),
  work: async ({ actor, input: { projectId, ...caps } }): Promise<unknown> => {
    await saveConstructionCaps(actor, projectId, {
      perBatch: numberOf("perBatch", caps.perBatch),
      perDay: numberOf("perDay", caps.perDay),
      perItem: numberOf("perItem", caps.perItem),
    });
    refresh();
    return null;
  },
  message: "The limits are saved.",
});

export const tryEndpointAction = action({
  input: z.strictObject({ projectId: z.uuid() }),
  work: ({ actor, input }) => testEndpoint(actor, input.projectId),
  message: ({ model, seconds }) => `${model} answered after ${formatSeconds(1000 * seconds)}.`,
});

function numberOf(name: string, value: string): number | null {
  if (value.trim() === "") return null;
  const number = Number(value.trim().replace(",", "."));
  if (!Number.isFinite(number)) throw new AppError("invalid", "Please give a number.", name);
  return number;
}
