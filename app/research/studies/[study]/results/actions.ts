"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { parseCorrespondenceForm } from "@/lib/domain/results/model/correspondence-form.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import {
  comparePairSchema,
  declareCorrespondence,
  setComparedCondition,
} from "@/lib/server/results/declare-correspondence.ts";
import { savePopulationShares } from "@/lib/server/results/views/population-shares.ts";
import { adoptParser } from "@/lib/server/studies/study-reader.ts";

/** Saves which model conditions are compared with each condition of a study; “default” restores the default. */
export const declareCorrespondenceAction = action({
  input: z.object({ studyId: z.uuid(), reason: boundedText(2_000).optional() }).catchall(z.string()),
  work: async ({ actor, input }) => {
    const { studyId, reason, ...fields } = input;
    const parsed = parseCorrespondenceForm(fields);
    if (!parsed.ok) throw new AppError("invalid", parsed.message, parsed.field);
    await declareCorrespondence(actor, studyId, parsed.correspondence, reason);
    refresh();
    return null;
  },
  message: "The mapping is saved.",
});

/** Adopts the newest parser of model texts for a locked study, as an amendment. */
export const adoptReaderAction = action({
  input: z.strictObject({ studyId: z.uuid(), reason: boundedText(2_000).default("") }),
  work: async ({ actor, input }) => {
    await adoptParser(actor, input);
    refresh();
    return null;
  },
  message: "The study uses the newest parser version. The amendment is recorded.",
});

/** Saves population shares, by which the analyses weight people. */
export const savePopulationSharesAction = action({
  input: z.strictObject({ study: z.uuid(), shares: z.string().max(20_000) }),
  work: async ({ actor, input }) => {
    await savePopulationShares(actor, input.study, input.shares);
    refresh();
    return null;
  },
  message: "The population shares are saved. Recompute the analyses to use them.",
});

/** Saves which model condition is compared with one condition of a study, and leaves the other conditions unchanged. */
export const compareAnywayAction = action({
  input: comparePairSchema,
  work: async ({ actor, input }) => {
    await setComparedCondition(actor, input);
    refresh();
    return null;
  },
  message: "The conditions are now compared, and the correspondence is saved.",
});
