import * as z from "zod";
import { studyPresets } from "@/lib/domain/survey/presets/registry.ts";
import { studyDraftSchema, studyStages } from "@/lib/domain/survey/studies/study-draft.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { AppError, notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { archiveStudy } from "@/lib/server/studies/archive-study.ts";
import { copyStudy } from "@/lib/server/studies/draft/copy-study.ts";
import { createFromDraft } from "@/lib/server/studies/draft/create-from-draft.ts";
import { deleteDraft } from "@/lib/server/studies/draft/delete-draft.ts";
import { getStudyDraft } from "@/lib/server/studies/draft/get-study-draft.ts";
import { setStage } from "@/lib/server/studies/draft/set-stage.ts";
import { startDraft } from "@/lib/server/studies/draft/start-draft.ts";
import { updateStudy } from "@/lib/server/studies/draft/update-study.ts";
import { getStudy } from "@/lib/server/studies/get-study.ts";
import { listStudies } from "@/lib/server/studies/list-studies.ts";
import { listStudyBenchmarks } from "@/lib/server/studies/list-study-benchmarks.ts";
import { createdIdAndSlug, dateTime, operation, projectParams, studyParams } from "./operation.ts";

const tag = "Studies";
const status = z.enum(studyStatuses);
const reason = boundedText(2_000).optional();

/** The fields of a draft. Fields that the preset fills may be omitted. */
const newStudyBody = z.strictObject({
  preset: z.enum(studyPresets.map(({ id }) => id) as [string, ...string[]]),
  name: studyDraftSchema.shape.name,
  slug: studyDraftSchema.shape.slug,
  benchmark: z.uuid(),
  /** Fields of the draft that replace those of the preset. */
  changes: z.looseObject({}).optional(),
});

export const studyOperations = [
  operation({
    id: "listStudies",
    method: "GET",
    path: "/projects/{project}/studies",
    tag,
    summary: "List the studies of a project",
    params: projectParams,
    query: z.object({ archived: z.stringbool().default(false) }),
    result: z.object({
      studies: z.array(
        z.object({
          id: z.uuid(),
          slug: z.string(),
          name: z.string(),
          status,
          stage: z.string(),
          benchmarkId: z.uuid(),
          benchmark: z.string(),
          createdAt: dateTime,
          filled: z.number(),
          slots: z.number().nullable(),
          finished: z.number(),
        }),
      ),
    }),
    work: async ({ actor, params, query }) => ({ studies: await listStudies(actor, params.project, query.archived) }),
  }),
  operation({
    id: "createStudy",
    method: "POST",
    path: "/projects/{project}/studies",
    tag,
    summary: "Create a draft study from a preset",
    params: projectParams,
    body: newStudyBody,
    result: createdIdAndSlug,
    work: async ({ actor, params, body: { preset, name, slug, benchmark, changes } }) => {
      const benchmarks = await listStudyBenchmarks(actor, params.project);
      if (!benchmarks.some(({ id }) => id === benchmark))
        throw new AppError("invalid", "This benchmark has no items, or is not in the project.", "benchmark");
      const draft = startDraft(preset, benchmarks, benchmark);
      return createFromDraft(actor, params.project, { ...draft, name, slug, benchmarkId: benchmark, ...changes });
    },
  }),
  operation({
    id: "getStudy",
    method: "GET",
    path: "/studies/{study}",
    tag,
    summary: "Get a study with its design and its protocol",
    params: studyParams,
    result: z.object({
      id: z.uuid(),
      projectId: z.uuid(),
      slug: z.string(),
      name: z.string(),
      description: z.string(),
      status,
      stage: z.string(),
      language: z.string(),
      benchmark: z.object({ id: z.uuid(), name: z.string() }),
      itemKind: z.string().nullable(),
      items: z.int(),
      design: z.unknown(),
      protocol: z.unknown(),
      protocolVersion: z.object({ id: z.uuid(), version: z.int(), hash: z.string() }),
      isFrozen: z.boolean(),
      createdAt: dateTime,
      openedAt: dateTime.nullable(),
      closedAt: dateTime.nullable(),
    }),
    work: async ({ actor, params }) => (await getStudy(actor, params.study)) ?? throwNotFound(),
  }),
  operation({
    id: "getDraft",
    method: "GET",
    path: "/studies/{study}/draft",
    tag,
    summary: "Get the editable fields of a study and their revision",
    params: studyParams,
    result: z.object({ revision: z.string(), draft: z.unknown() }),
    work: async ({ actor, params }) => {
      const studyDraft = await getStudyDraft(actor, params.study);
      return studyDraft ? { revision: studyDraft.revision, draft: studyDraft.draft } : throwNotFound();
    },
  }),
  operation({
    id: "updateStudy",
    method: "PUT",
    path: "/studies/{study}/draft",
    tag,
    summary: "Save the fields of a study; after it was opened, a change is an amendment and needs a reason",
    params: studyParams,
    body: z.strictObject({ revision: boundedText(64), draft: z.looseObject({}), reason }),
    result: z.object({ id: z.uuid(), protocolVersionId: z.uuid() }),
    work: ({ actor, params, body }) => updateStudy(actor, params.study, body.revision, body.draft, body.reason),
  }),
  operation({
    id: "setStage",
    method: "PUT",
    path: "/studies/{study}/stage",
    tag,
    summary: "Choose the stage of a draft",
    params: studyParams,
    body: z.strictObject({ stage: z.enum(studyStages) }),
    work: ({ actor, params, body }) => setStage(actor, params.study, body.stage),
  }),
  operation({
    id: "copyStudy",
    method: "POST",
    path: "/studies/{study}/copies",
    tag,
    summary: "Create a draft with the design and the protocol of a study",
    params: studyParams,
    result: createdIdAndSlug,
    work: ({ actor, params }) => copyStudy(actor, params.study),
  }),
  operation({
    id: "archiveStudy",
    method: "PUT",
    path: "/studies/{study}/archived",
    tag,
    summary: "Archive a study or restore it",
    params: studyParams,
    body: z.strictObject({ archived: z.boolean() }),
    work: ({ actor, params, body }) => archiveStudy(actor, params.study, body.archived),
  }),
  operation({
    id: "deleteDraft",
    method: "DELETE",
    path: "/studies/{study}",
    tag,
    summary: "Delete a study that was never opened",
    params: studyParams,
    work: ({ actor, params }) => deleteDraft(actor, params.study),
  }),
];

function throwNotFound(): never {
  throw notFoundError();
}
