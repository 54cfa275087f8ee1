"use server";

import { redirect } from "next/navigation";
import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { keepForNextStage, leaveOutOfNextStage } from "@/lib/server/studies/run/left-out-items.ts";
import { rewordItem } from "@/lib/server/studies/run/reword-item.ts";
import { startNextStage } from "@/lib/server/studies/run/stages.ts";
import { refreshAfter } from "../../../and-refresh.ts";

const studyForm = z.strictObject({ study: z.uuid() });

export const rewordItemAction = action({
  input: studyForm.extend({ item: z.uuid(), text: boundedText(5_000) }),
  work: ({ actor, input }) => refreshAfter(rewordItem(actor, input.study, input.item, input.text)),
  message: "Saved as a new version of the item.",
});

/** Excludes an item of a pilot from the next stage. */
export const leaveOutNextAction = action({
  input: studyForm.extend({ item: z.uuid(), reason: boundedText(2_000) }),
  work: ({ actor, input }) => refreshAfter(leaveOutOfNextStage(actor, input.study, input.item, input.reason)),
  message: "The item is excluded from the next stage.",
});

export const keepItemAction = action({
  input: studyForm.extend({ item: z.uuid() }),
  work: ({ actor, input }) => refreshAfter(keepForNextStage(actor, input.study, input.item)),
  message: "The item is part of the next stage.",
});

export const nextStageAction = action({
  input: studyForm.extend({
    stage: z.enum(["pilot", "main"]),
    size: z.coerce.number().int("must be a whole number").min(1, "must be at least 1").max(500_000).optional(),
  }),
  work: async ({ actor, input }): Promise<unknown> => {
    const { id } = await startNextStage(actor, input.study, input.stage, input.size);
    redirect(`/research/studies/${id}/design/edit`);
  },
});
