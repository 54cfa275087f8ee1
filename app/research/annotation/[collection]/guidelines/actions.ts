"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { guidelineText } from "@/lib/domain/annotation/guidelines.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { publishGuidelines, secondLook } from "@/lib/server/annotation/guidelines.ts";
import { answerQuestion } from "@/lib/server/annotation/questions.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

export const publishGuidelinesAction = action({
  input: z.strictObject({ collection: z.uuid(), body: guidelineText, note: boundedText(500).default("") }),
  work: async ({ actor, input: { collection, body, note } }) => {
    const published = await publishGuidelines(actor, collection, { body, note });
    refresh();
    return published;
  },
  message: ({ version }) => `Version ${version} is published.`,
});

export const secondLookAction = action({
  input: z.strictObject({ collection: z.uuid() }),
  work: async ({ actor, input }) => {
    const looked = await secondLook(actor, input.collection);
    refresh();
    return looked;
  },
  message: ({ items, left }) =>
    `${items} items are back in work${left === 0 ? "" : `; ${left} are left, bring them back in another step`}.`,
});

export const answerQuestionAction = action({
  input: z.strictObject({ question: z.uuid(), answer: boundedText(4_000), isCase: z.literal("on").optional() }),
  work: async ({ actor, input: { question, answer, isCase } }): Promise<unknown> => {
    await answerQuestion(actor, question, { answer, isCase: isCase === "on" });
    refresh();
    return null;
  },
  message: "The answer is sent.",
});
