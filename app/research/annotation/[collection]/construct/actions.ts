"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { constructItems } from "@/lib/server/annotation/construct/construct-items.ts";
import { publishPrompt } from "@/lib/server/annotation/construct/construct-prompts.ts";
import { retryConstruction, stopConstruction } from "@/lib/server/annotation/construct/move-construction.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { constructionFormSchema, promptFormSchema, readConstructionForm } from "./construction-form.ts";

export const constructAction = action({
  input: constructionFormSchema,
  work: async ({ actor, input }) => {
    const { collection, request } = readConstructionForm(input);
    const { planned } = await constructItems(actor, collection, request);
    refresh();
    return { planned };
  },
  message: ({ planned }) =>
    `${planned} ${planned === 1 ? "text is" : "texts are"} requested; they appear below when ready.`,
});

export const moveConstructionAction = action({
  input: z.strictObject({ batch: z.uuid(), move: z.enum(["stop", "retry"]) }),
  work: async ({ actor, input }) => {
    const moved = await (input.move === "stop" ? stopConstruction : retryConstruction)(actor, input.batch);
    refresh();
    return moved;
  },
});

/** Publishes a prompt of a step; an empty text restores the default prompt. */
export const publishPromptAction = action({
  input: promptFormSchema,
  work: async ({ actor, input: { collection, step, system, user, note } }) => {
    const template = user === undefined ? null : { system: system ?? "", user: user.replace(/\r\n?/gu, "\n") };
    const published = await publishPrompt(actor, collection, { step, template, note });
    refresh();
    return published;
  },
});
