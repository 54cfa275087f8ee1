"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { formatDay } from "@/lib/domain/format/times.ts";
import { depositServices } from "@/lib/domain/release/deposit-services.ts";
import { readReleaseFields, releaseFieldsShape } from "@/lib/domain/release/release-request.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { depositRelease, reserveDoi } from "@/lib/server/release/deposit/deposit-release.ts";
import { withdrawRelease } from "@/lib/server/release/release-versions.ts";
import { requestRelease } from "@/lib/server/release/request-release.ts";
import { setReleasePage } from "@/lib/server/sharing/release-page.ts";

/** Starts the checks of a release, or writes a version. The page shows the progress. */
export const releaseAction = action({
  input: z.strictObject({ study: z.uuid(), intent: z.enum(["check", "write"]), ...releaseFieldsShape }),
  work: async ({ actor, input: { study, intent, ...fields } }) => {
    const read = readReleaseFields(fields, formatDay(new Date()));
    if (!read.ok) throw new AppError("invalid", read.message, read.field);
    const requested = await requestRelease(actor, study, read.request, intent === "check");
    refresh();
    return requested;
  },
});

/** Withdraws a version of a release. */
export const withdrawReleaseAction = action({
  input: z.strictObject({ study: z.uuid(), release: z.uuid(), reason: requiredText(2_000) }),
  work: async ({ actor, input: { study, release, reason } }): Promise<unknown> => {
    await withdrawRelease(actor, study, release, reason);
    refresh();
    return null;
  },
});

/** Switches the public page of a version on or off. */
export const releasePageAction = action({
  input: z.strictObject({ study: z.uuid(), release: z.uuid(), page: z.enum(["on", "off"]) }),
  work: async ({ actor, input: { study, release, page } }): Promise<unknown> => {
    await setReleasePage(actor, study, release, page === "on");
    refresh();
    return null;
  },
});

const depositInput = {
  study: z.uuid(),
  service: z.enum(depositServices.map(({ value }) => value)),
  address: boundedText(500).default(""),
  token: requiredText(500),
};

/** Creates a draft in an archive and reserves its DOI. The token is not stored. */
export const reserveDoiAction = action({
  input: z.strictObject(depositInput),
  work: async ({ actor, input: { study, ...input } }) => {
    const reserved = await reserveDoi(actor, study, input);
    refresh();
    return reserved;
  },
});

/** Uploads a version to a draft in an archive. The token is not stored. */
export const depositReleaseAction = action({
  input: z.strictObject({ ...depositInput, release: z.uuid() }),
  work: async ({ actor, input: { study, release, ...input } }) => {
    const deposited = await depositRelease(actor, study, release, input);
    refresh();
    return deposited;
  },
});
