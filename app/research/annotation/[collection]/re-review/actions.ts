"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { newReReviewChoice } from "@/lib/domain/annotation/re-review.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { startReReview, undoReReview } from "@/lib/server/annotation/lead/re-review.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";

export const startReReviewAction = action({
  input: z.strictObject({
    collection: z.uuid(),
    choice: boundedText(1_000),
    expected: z.coerce.number().int().min(0),
    reason: boundedText(2_000).default(""),
  }),
  work: async ({ actor, input: { collection, choice, expected, reason } }): Promise<unknown> => {
    const chosen = newReReviewChoice.safeParse(parsed(choice));
    if (!chosen.success) throw new AppError("invalid", "Preview the selection again.", "selection");
    await startReReview(actor, collection, { choice: chosen.data, expected, reason });
    redirect(`/research/annotation/${collection}/re-review`);
  },
});

export const undoReReviewAction = action({
  input: z.strictObject({ collection: z.uuid(), reReview: z.uuid() }),
  work: async ({ actor, input }): Promise<unknown> => {
    const undone = await undoReReview(actor, input.collection, input.reReview);
    refresh();
    return undone;
  },
  message: (undone) => {
    const { restored, kept } = undone as { restored: number; kept: number };
    return `${formatNumberOf(restored, "item")} restored, ${kept} kept.`;
  },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
