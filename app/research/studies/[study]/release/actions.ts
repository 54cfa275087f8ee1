"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { formatDay } from "@/lib/domain/format/times.ts";
import { readReleaseFields, releaseFieldsShape } from "@/lib/domain/release/release-request.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { withdrawRelease } from "@/lib/server/release/release-versions.ts";
import { requestRelease } from "@/lib/server/release/request-release.ts";

/** Runs the checks of a release, or writes a version; the page shows the progress. */
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
