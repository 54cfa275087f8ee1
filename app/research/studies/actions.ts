"use server";

import { redirect } from "next/navigation";
import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { findPlanField, parsePlanForm, UnreadablePlanField } from "@/lib/domain/results/plan/plan-form.ts";
import { arrivalSources, maxIdPatternLength } from "@/lib/domain/survey/arrival-rules.ts";
import { studyStages } from "@/lib/domain/survey/studies/study-draft.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { setRecruitment } from "@/lib/server/recruiters/recruitment.ts";
import { startRehearsal } from "@/lib/server/recruiters/rehearsal.ts";
import { runInterimAnalysis } from "@/lib/server/results/interim/run-interim-analysis.ts";
import { markPaid, withdrawForParticipant } from "@/lib/server/sessions/manage-session.ts";
import { archiveStudy } from "@/lib/server/studies/archive-study.ts";
import { copyStudy } from "@/lib/server/studies/draft/copy-study.ts";
import { createFromDraft } from "@/lib/server/studies/draft/create-from-draft.ts";
import { deleteDraft } from "@/lib/server/studies/draft/delete-draft.ts";
import { savePlanning } from "@/lib/server/studies/draft/save-planning.ts";
import { setStage } from "@/lib/server/studies/draft/set-stage.ts";
import { saveAnalysisPlan } from "@/lib/server/studies/draft/study-plan.ts";
import { updateStudy } from "@/lib/server/studies/draft/update-study.ts";
import { setDenials } from "@/lib/server/studies/entry/denials.ts";
import { renewEntrySecret } from "@/lib/server/studies/entry/renew-entry-secret.ts";
import { setWebhookSecret } from "@/lib/server/studies/entry/set-webhook-secret.ts";
import { signLinks } from "@/lib/server/studies/entry/sign-links.ts";
import { setArrivalRules } from "@/lib/server/studies/flow/arrivals.ts";
import { excludePerson, excludeResponses } from "@/lib/server/studies/responses/exclude-response.ts";
import { findSessionIdByCode } from "@/lib/server/studies/responses/find-coded-session.ts";
import { restorePerson, restoreResponse } from "@/lib/server/studies/responses/restore-response.ts";
import { moveStudy } from "@/lib/server/studies/run/move-study.ts";
import { releaseSlots } from "@/lib/server/studies/run/release-slots.ts";
import { topUpStudy } from "@/lib/server/studies/run/top-up-study.ts";
import { refreshAfter } from "../and-refresh.ts";

// Loose, because the form sends further fields of its inputs; only the field `draft` contains the study.
const draftForm = z.looseObject({ draft: boundedText(1024 * 1024), revision: boundedText(64) });
const studyForm = z.strictObject({ study: z.uuid() });

export const createStudyAction = action({
  input: draftForm,
  work: async ({ input }) => {
    const { actor, project } = await requireProject("research.write");
    const { id } = await createFromDraft(actor, project.id, readForm(input.draft));
    return { href: `/research/studies/${id}` };
  },
});

export const updateStudyAction = action({
  input: draftForm.extend({ study: z.uuid(), reason: boundedText(2_000).optional() }),
  work: async ({ actor, input }) => {
    await updateStudy(actor, input.study, input.revision, readForm(input.draft), input.reason);
    return { href: `/research/studies/${input.study}/design/protocol` };
  },
});

export const moveStudyAction = action({
  input: studyForm.extend({
    move: z.enum(["open", "pause", "close", "reopen"]),
    reason: boundedText(2_000).optional(),
  }),
  work: ({ actor, input }) => refreshAfter(moveStudy(actor, input.study, input.move, input.reason)),
});

/** Chooses the stage of a draft. */
export const setStageAction = action({
  input: studyForm.extend({ stage: z.enum(studyStages) }),
  work: ({ actor, input }) => refreshAfter(setStage(actor, input.study, input.stage)),
});

/** Carries out the planned interim analysis. */
export const runInterimAnalysisAction = action({
  input: studyForm,
  work: ({ actor, input }) => refreshAfter(runInterimAnalysis(actor, input.study)),
  message: "The interim analysis is stored with the plan.",
});

export const copyStudyAction = action({
  input: studyForm,
  work: async ({ actor, input }): Promise<unknown> => {
    const { id } = await copyStudy(actor, input.study);
    redirect(`/research/studies/${id}/design/edit`);
  },
});

/** Hides a study from the lists, or shows it again. */
export const archiveStudyAction = action({
  input: studyForm.extend({ archived: z.enum(["yes", "no"]) }),
  work: ({ actor, input }): Promise<unknown> =>
    refreshAfter(archiveStudy(actor, input.study, input.archived === "yes")),
});

export const deleteDraftAction = action({
  input: studyForm,
  work: async ({ actor, input }): Promise<unknown> => {
    await deleteDraft(actor, input.study);
    redirect("/research/studies");
  },
});

export const webhookSecretAction = action({
  input: studyForm.extend({ secret: z.string().max(1_000) }),
  work: async ({ actor, input }): Promise<unknown> => setWebhookSecret(actor, input.study, input.secret),
});

export const renewSecretAction = action({
  input: studyForm,
  work: ({ actor, input }) => renewEntrySecret(actor, input.study),
});

export const arrivalRulesAction = action({
  input: studyForm.extend({
    identity: z.enum(["none", "id", "signed"]),
    sources: z.union([z.enum(arrivalSources), z.array(z.enum(arrivalSources)).max(arrivalSources.length)]).optional(),
    idPattern: requiredText(maxIdPatternLength),
    networkCap: z
      .string()
      .regex(/^\d{0,6}$/, "must be a whole number, or empty")
      .optional(),
  }),
  work: ({ actor, input: { study, identity, sources, idPattern, networkCap } }) => {
    const cap = Number(networkCap ?? "");
    const rules = {
      identity,
      sources: [sources ?? []].flat(),
      idPattern: idPattern.trim(),
      networkCap: cap > 0 ? Math.min(100_000, cap) : null,
    };
    return refreshAfter(setArrivalRules(actor, study, rules));
  },
  message: "Saved. It applies to all new arrivals.",
});

const oneOrMore = z.union([z.uuid(), z.array(z.uuid()).max(500)]).optional();

export const denialsAction = action({
  input: studyForm.extend({ listed: oneOrMore, denied: oneOrMore }),
  work: ({ actor, input: { study, listed, denied } }) =>
    refreshAfter(setDenials(actor, study, { listed: [listed ?? []].flat(), denied: [denied ?? []].flat() })),
  message: "Saved. It applies to all new arrivals.",
});

export const recruitmentAction = action({
  input: studyForm.extend({
    title: requiredText(200),
    description: boundedText(5_000).optional(),
    minutes: z
      .string()
      .regex(/^([1-9]\d?|[1-5]\d\d|600)?$/, "must be a whole number of minutes up to 600, or empty")
      .optional(),
    pay: boundedText(100).optional(),
  }),
  work: ({ actor, input: { study, title, description = "", minutes = "", pay = "" } }) => {
    const said = { title, description, minutes: minutes === "" ? null : Number(minutes), pay };
    return refreshAfter(setRecruitment(actor, study, said));
  },
  message: "Saved.",
});

export const rehearseAction = action({
  input: studyForm,
  work: ({ actor, input }) => refreshAfter(startRehearsal(actor, input.study)),
});

export const releaseSlotsAction = action({
  input: studyForm,
  work: ({ actor, input }) => refreshAfter(releaseSlots(actor, input.study)),
});

// Loose, because the form also sends the plan's fields; the plan's schema validates them.
const planForm = z.looseObject({
  study: z.uuid(),
  reason: boundedText(2_000).optional(),
  registration: boundedText(500).optional(),
});

export const savePlanAction = action({
  input: planForm,
  work: async ({ actor, input: { study, reason, registration, ...fields } }) => {
    try {
      return await refreshAfter(saveAnalysisPlan(actor, study, parsePlanForm(fields), reason ?? "", registration));
    } catch (error) {
      if (error instanceof UnreadablePlanField) throw new AppError("invalid", error.message, error.field);
      if (!(error instanceof AppError) || !error.field) throw error;
      throw new AppError(error.code, error.message, findPlanField(error.field, fields));
    }
  },
  message: "The plan is saved.",
});

export const savePlanningAction = action({
  input: studyForm.extend({
    minutes: z.string(),
    pay: z.string(),
    currency: z.string(),
    fee: z.string(),
    dropOut: z.string(),
    accuracy: z.string(),
    story: z.string(),
    person: z.string(),
  }),
  work: ({ actor, input: { study, ...planning } }) => refreshAfter(savePlanning(actor, study, planning)),
});

export const topUpAction = action({
  input: studyForm,
  work: ({ actor, input }) => refreshAfter(topUpStudy(actor, input.study)),
});

export const signLinksAction = action({
  input: studyForm.extend({ people: z.string() }),
  work: ({ actor, input }) => signLinks(actor, input.study, input.people),
});

export const excludeAction = action({
  input: z.strictObject({
    response: z.union([z.uuid().transform((one) => [one]), z.array(z.uuid()).max(50)]).default([]),
    reason: z.string().optional(),
    note: z.string().optional(),
  }),
  work: ({ actor, input: { response, ...mark } }) => refreshAfter(excludeResponses(actor, response, mark)),
  message: (excluded) => `${formatNumberOf(Number(excluded), "answer")} excluded.`,
});

export const restoreAction = action({
  input: z.strictObject({ response: z.uuid(), reason: boundedText(2_000).optional() }),
  work: ({ actor, input }) => refreshAfter(restoreResponse(actor, input.response, input.reason)),
});

export const excludePersonAction = action({
  input: z.strictObject({ session: z.uuid(), reason: z.string().optional(), note: z.string().optional() }),
  work: ({ actor, input: { session, ...mark } }) => refreshAfter(excludePerson(actor, session, mark)),
  message: (excluded) => `${formatNumberOf(Number(excluded), "answer")} excluded.`,
});

export const restorePersonAction = action({
  input: z.strictObject({ session: z.uuid(), reason: boundedText(2_000).optional() }),
  work: ({ actor, input }) => refreshAfter(restorePerson(actor, input.session, input.reason)),
  message: (restored) => `${formatNumberOf(Number(restored), "exclusion")} reversed.`,
});

export const lookUpCodeAction = action({
  input: studyForm.extend({ code: z.string().max(60) }),
  work: async ({ actor, input }): Promise<unknown> => {
    const session = await findSessionIdByCode(actor, input.study, input.code);
    redirect(`/research/studies/${input.study}/responses/${session}`);
  },
});

export const markPaidAction = action({
  input: z.strictObject({ session: z.uuid(), paid: z.enum(["yes", "no"]) }),
  work: ({ actor, input }) => refreshAfter(markPaid(actor, input.session, input.paid === "yes")),
});

export const withdrawSessionAction = action({
  input: z.strictObject({ session: z.uuid(), answers: z.enum(["keep", "erase"]) }),
  work: ({ actor, input }) => refreshAfter(withdrawForParticipant(actor, input.session, input.answers)),
  message: "The session is withdrawn.",
});

/** Parses the study of a form. A draft must have the title that participants see; an opened study keeps its title. */
function readForm(text: string): unknown {
  const draft = readJson(text);
  const form = z.looseObject({ slug: z.string(), protocol: z.looseObject({ publicTitle: z.string().optional() }) });
  const read = form.safeParse(draft);
  if (read.success && !read.data.protocol.publicTitle?.trim())
    throw new AppError("invalid", "Please enter the title that participants see.", "protocol.publicTitle");
  return draft;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("malformed", "The form could not be read. Please reload the page.");
  }
}
