import * as z from "zod";
import { arrivalRulesSchema } from "@/lib/domain/survey/arrival-rules.ts";
import { recruitmentSchema } from "@/lib/domain/survey/recruiters/recruiter-text.ts";
import { planningSchema } from "@/lib/domain/survey/studies/planner-query.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { getSimulation, requestSimulation } from "@/lib/server/demo/simulation/simulation-job.ts";
import { setRecruitment } from "@/lib/server/recruiters/recruitment.ts";
import { startRehearsal } from "@/lib/server/recruiters/rehearsal.ts";
import { savePlanning } from "@/lib/server/studies/draft/save-planning.ts";
import { setDenials } from "@/lib/server/studies/entry/denials.ts";
import { signLinks } from "@/lib/server/studies/entry/sign-links.ts";
import { setArrivalRules } from "@/lib/server/studies/flow/arrivals.ts";
import { keepForNextStage, leaveOutOfNextStage } from "@/lib/server/studies/run/left-out-items.ts";
import { moveStudy } from "@/lib/server/studies/run/move-study.ts";
import { releaseSlots } from "@/lib/server/studies/run/release-slots.ts";
import { rewordItem } from "@/lib/server/studies/run/reword-item.ts";
import { startNextStage } from "@/lib/server/studies/run/stages.ts";
import { topUpStudy } from "@/lib/server/studies/run/top-up-study.ts";
import { createdId, operation, studyParams } from "./operation.ts";

const tag = "Collecting answers";

export const collectingOperations = [
  operation({
    id: "moveStudy",
    method: "POST",
    path: "/studies/{study}/moves",
    tag,
    summary: "Open, pause, close or reopen a study; reopening a study that has ended needs a reason",
    params: studyParams,
    body: z.strictObject({
      move: z.enum(["open", "pause", "close", "reopen"]),
      reason: boundedText(2_000).optional(),
    }),
    result: z.object({ status: z.string() }),
    work: async ({ actor, params, body }) => ({
      status: await moveStudy(actor, params.study, body.move, body.reason),
    }),
  }),
  operation({
    id: "startNextStage",
    method: "POST",
    path: "/studies/{study}/stages",
    tag,
    summary: "Create the pilot or the main stage of a study as a draft",
    params: studyParams,
    body: z.strictObject({
      stage: z.enum(["pilot", "main"]),
      /**
       * In the unit of the design: the number of sessions if the design states sessions, otherwise the number of
       * answers to each item in each group.
       */
      size: z.int().min(1).max(500_000).optional(),
    }),
    result: createdId,
    work: ({ actor, params, body }) => startNextStage(actor, params.study, body.stage, body.size),
  }),
  operation({
    id: "simulate",
    method: "POST",
    path: "/studies/{study}/simulations",
    tag,
    summary: "Start scripted participants in a simulation",
    params: studyParams,
    body: z.strictObject({
      participants: z.int().min(1).max(999_999),
      seed: requiredText(200),
      accuracy: z.number().min(0).max(1).default(0.8),
      dropOut: z.number().min(0).max(1).default(0),
    }),
    work: ({ actor, params, body }) => requestSimulation(actor, params.study, body),
  }),
  operation({
    id: "getSimulation",
    method: "GET",
    path: "/studies/{study}/simulations/latest",
    tag,
    summary: "Get the progress of the latest simulation; null if there was none",
    params: studyParams,
    result: z
      .object({
        state: z.enum(["working", "done", "failed"]),
        participants: z.int().optional(),
        done: z.int().optional(),
        reason: z.string().optional(),
        /** The slug of the study with the simulated answers, and the number of participants by outcome. */
        result: z.object({ study: z.string(), finished: z.int(), left: z.int(), turnedAway: z.int() }).optional(),
      })
      .nullable(),
    work: ({ params }) => getSimulation(params.study),
  }),
  operation({
    id: "setArrivalRules",
    method: "PUT",
    path: "/studies/{study}/arrival-rules",
    tag,
    summary: "Set who may start a session",
    params: studyParams,
    body: arrivalRulesSchema,
    work: ({ actor, params, body }) => setArrivalRules(actor, params.study, body),
  }),
  operation({
    id: "setDenials",
    method: "PUT",
    path: "/studies/{study}/denials",
    tag,
    summary: "Among the `listed` studies, set whose participants are refused (`denied`)",
    params: studyParams,
    body: z.strictObject({ listed: z.array(z.uuid()).max(500), denied: z.array(z.uuid()).max(500) }),
    work: ({ actor, params, body }) => setDenials(actor, params.study, body),
  }),
  operation({
    id: "setRecruitment",
    method: "PUT",
    path: "/studies/{study}/recruitment",
    tag,
    summary: "Save the text for the recruiter's form",
    params: studyParams,
    body: recruitmentSchema,
    work: ({ actor, params, body }) => setRecruitment(actor, params.study, body),
  }),
  operation({
    id: "savePlanning",
    method: "PUT",
    path: "/studies/{study}/planning",
    tag,
    summary: "Save the assumptions of the planner",
    params: studyParams,
    body: planningSchema,
    work: ({ actor, params, body }) => savePlanning(actor, params.study, body),
  }),
  operation({
    id: "signLinks",
    method: "POST",
    path: "/studies/{study}/signed-links",
    tag,
    summary: "Create signed personal links for participant IDs",
    params: studyParams,
    body: z.strictObject({ participants: z.array(requiredText(200)).min(1).max(5_000) }),
    result: z.object({ links: z.array(z.object({ externalId: z.string(), url: z.string() })) }),
    work: async ({ actor, params, body }) => ({
      links: await signLinks(actor, params.study, body.participants.join("\n")),
    }),
  }),
  operation({
    id: "startRehearsal",
    method: "POST",
    path: "/studies/{study}/rehearsals",
    tag,
    summary: "Create a copy of the study to rehearse it by its links",
    params: studyParams,
    work: ({ actor, params }) => startRehearsal(actor, params.study),
  }),
  operation({
    id: "releaseSlots",
    method: "POST",
    path: "/studies/{study}/slot-releases",
    tag,
    summary: "Release the slots of participants who no longer answer",
    params: studyParams,
    result: z.object({ released: z.int() }),
    work: async ({ actor, params }) => ({ released: await releaseSlots(actor, params.study) }),
  }),
  operation({
    id: "topUpStudy",
    method: "POST",
    path: "/studies/{study}/top-ups",
    tag,
    summary: "Add slots that replace excluded answers",
    params: studyParams,
    result: z.object({ added: z.int() }),
    work: async ({ actor, params }) => ({ added: await topUpStudy(actor, params.study) }),
  }),
  operation({
    id: "rewordItem",
    method: "POST",
    path: "/studies/{study}/items/{item}/rewordings",
    tag,
    summary: "Save a new wording of a pilot's item as a new version",
    params: studyParams.extend({ item: z.uuid() }),
    body: z.strictObject({ text: requiredText(5_000) }),
    work: ({ actor, params, body }) => rewordItem(actor, params.study, params.item, body.text),
  }),
  operation({
    id: "leaveOutOfNextStage",
    method: "PUT",
    path: "/studies/{study}/items/{item}/left-out",
    tag,
    summary: "Exclude an item of a pilot from the next stage",
    params: studyParams.extend({ item: z.uuid() }),
    body: z.strictObject({ reason: requiredText(2_000) }),
    work: ({ actor, params, body }) => leaveOutOfNextStage(actor, params.study, params.item, body.reason),
  }),
  operation({
    id: "keepForNextStage",
    method: "DELETE",
    path: "/studies/{study}/items/{item}/left-out",
    tag,
    summary: "Restore an excluded item of a pilot to the next stage",
    params: studyParams.extend({ item: z.uuid() }),
    work: ({ actor, params }) => keepForNextStage(actor, params.study, params.item),
  }),
];
