"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { formatDay } from "@/lib/domain/format/times.ts";
import { depositServices } from "@/lib/domain/release/deposit-services.ts";
import { readReleaseFields, releaseFieldsShape } from "@/lib/domain/release/release-request.ts";
import { type ReleaseSubject, releaseSubjectTypes } from "@/lib/domain/release/release-subject.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { depositRelease, reserveDoi } from "@/lib/server/release/deposit/deposit-release.ts";
import { withdrawRelease } from "@/lib/server/release/release-versions.ts";
import { requestRelease } from "@/lib/server/release/request-release.ts";
import { setReleasePage } from "@/lib/server/sharing/release-page.ts";

/** The fields that name the study, benchmark or collection. */
const subjectFields = { subjectType: z.enum(releaseSubjectTypes), subject: z.uuid() };

const readSubject = (fields: { subjectType: ReleaseSubject["type"]; subject: string }): ReleaseSubject => ({
  type: fields.subjectType,
  id: fields.subject,
});

/** Starts the checks of a release, or writes a version. The page shows the progress. */
export const releaseAction = action({
  input: z.strictObject({ ...subjectFields, intent: z.enum(["check", "write"]), ...releaseFieldsShape }),
  work: async ({ actor, input: { subjectType, subject, intent, ...fields } }) => {
    const read = readReleaseFields(fields, formatDay(new Date()));
    if (!read.ok) throw new AppError("invalid", read.message, read.field);
    const requested = await requestRelease(
      actor,
      readSubject({ subjectType, subject }),
      read.request,
      intent === "check",
    );
    refresh();
    return requested;
  },
});

/** Withdraws a version of a release. */
export const withdrawReleaseAction = action({
  input: z.strictObject({ ...subjectFields, release: z.uuid(), reason: requiredText(2_000) }),
  work: async ({ actor, input: { release, reason, ...fields } }): Promise<unknown> => {
    await withdrawRelease(actor, readSubject(fields), release, reason);
    refresh();
    return null;
  },
});

/** Switches the public page of a version on or off. */
export const releasePageAction = action({
  input: z.strictObject({ ...subjectFields, release: z.uuid(), page: z.enum(["on", "off"]) }),
  work: async ({ actor, input: { release, page, ...fields } }): Promise<unknown> => {
    await setReleasePage(actor, readSubject(fields), release, page === "on");
    refresh();
    return null;
  },
});

const depositInput = {
  service: z.enum(depositServices.map(({ value }) => value)),
  address: boundedText(500).default(""),
  token: requiredText(500),
};

/** Creates a draft in an archive and reserves its DOI. The token is not stored. */
export const reserveDoiAction = action({
  input: z.strictObject({ ...subjectFields, ...depositInput }),
  work: async ({ actor, input: { subjectType, subject, ...input } }) => {
    const reserved = await reserveDoi(actor, readSubject({ subjectType, subject }), input);
    refresh();
    return reserved;
  },
});

/** Uploads a version to a draft in an archive. The token is not stored. */
export const depositReleaseAction = action({
  input: z.strictObject({ ...depositInput, release: z.uuid() }),
  work: async ({ actor, input: { release, ...input } }) => {
    const deposited = await depositRelease(actor, release, input);
    refresh();
    return deposited;
  },
});
