"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { readCents } from "@/lib/domain/survey/recruiters/prolific-draft.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { approveSubmissions } from "@/lib/server/recruiters/prolific/approve-submissions.ts";
import { createBonuses, payBonuses } from "@/lib/server/recruiters/prolific/bonuses.ts";
import { createProlificDraft } from "@/lib/server/recruiters/prolific/create-draft.ts";

// The Prolific token of a form is used for one request and never stored.
const tokenForm = z.strictObject({ study: z.uuid(), token: requiredText(500) });

export const createProlificDraftAction = action({
  input: tokenForm.extend({ places: boundedText(6), reward: boundedText(8) }),
  work: async ({ actor, input: { study, token, places, reward } }) => {
    const count = Number(places.trim());
    if (!Number.isInteger(count) || count < 1 || places.trim() === "")
      throw new AppError("invalid", "must be a whole number of at least 1", "places");
    const rewardCents = readCents(reward);
    if (rewardCents === null || rewardCents === 0)
      throw new AppError("invalid", "must be an amount such as 1.50", "reward");
    const created = await createProlificDraft(actor, study, token, { places: count, rewardCents });
    refresh();
    return created;
  },
  message: "The draft is created.",
});

export const approveSubmissionsAction = action({
  input: tokenForm,
  work: async ({ actor, input: { study, token } }) => {
    const approved = await approveSubmissions(actor, study, token);
    refresh();
    return approved;
  },
  message: (approved) => `${formatNumberOf(approved, "submission is", "submissions are")} approved.`,
});

export const setUpBonusesAction = action({
  input: tokenForm.extend({
    remoteStudy: z.string().regex(/^[0-9a-f]{24}$/, "must be 24 digits from 0 to 9 and a to f"),
    bonuses: requiredText(20_000),
  }),
  work: async ({ actor, input: { study, token, remoteStudy, bonuses } }): Promise<unknown> => {
    await createBonuses(actor, study, { token, remoteStudy, text: bonuses });
    refresh();
    return null;
  },
  message: "The bonuses are set up. Check the total below, then pay them.",
});

export const payBonusesAction = action({
  input: tokenForm.extend({ bonus: z.uuid() }),
  work: async ({ actor, input: { study, token, bonus } }): Promise<unknown> => {
    await payBonuses(actor, study, bonus, token);
    refresh();
    return null;
  },
  message: "Prolific pays the bonuses within minutes.",
});
