"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { guidelineText } from "@/lib/domain/annotation/guidelines.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { publishGuidelines, requeueOutdatedItems } from "@/lib/server/annotation/guidelines/guidelines.ts";
import { answerQuestion } from "@/lib/server/annotation/guidelines/questions.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/** Publishes a version of the guidelines; its note describes the change. */
export const publishGuidelinesAction = action({
  input: z.strictObject({ collection: z.uuid(), body: guidelineText, note: boundedText(500).default("") }),
  work: async ({ actor, input: { collection, body, note } }) => {
    const published = await publishGuidelines(actor, collection, { body, note });
    refresh();
    return published;
  },
  message: ({ version }) => `Version ${version} is published.`,
});

/** Requeues items that were judged under older versions, and reports how many were skipped and why. */
export const requeueOutdatedItemsAction = action({
  input: z.strictObject({ collection: z.uuid() }),
  work: async ({ actor, input }) => {
    const looked = await requeueOutdatedItems(actor, input.collection);
    refresh();
    return looked;
  },
  message: ({ items, left, stayed, why }) =>
    [
      `${items} items are open again${left === 0 ? "" : `; ${left} remain. Repeat the action to reopen them`}.`,
      ...(stayed === 0 ? [] : [`${stayed} unchanged: ${why.join(" ")}`]),
    ].join(" "),
});

/** Answers an annotator's question. If the lead adds it to the cases, everyone sees the answer. */
export const answerQuestionAction = action({
  input: z.strictObject({ question: z.uuid(), answer: boundedText(4_000), isCase: z.literal("on").optional() }),
  work: async ({ actor, input: { question, answer, isCase } }): Promise<unknown> => {
    await answerQuestion(actor, question, { answer, isCase: isCase === "on" });
    refresh();
    return null;
  },
  message: "The answer is sent.",
});
