import * as z from "zod";
import { collectionRoles } from "@/lib/domain/annotation/collection-role.ts";
import { collectionSettingsSchema } from "@/lib/domain/annotation/collection-settings.ts";
import { constructionRequest } from "@/lib/domain/annotation/construction.ts";
import { guidelineText } from "@/lib/domain/annotation/guidelines.ts";
import { newReReviewChoice } from "@/lib/domain/annotation/re-review.ts";
import { reSolveKinds } from "@/lib/domain/survey/presets/re-solve.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { setCollectionRole } from "@/lib/server/annotation/access/set-collection-role.ts";
import { createCollection } from "@/lib/server/annotation/collections/create-collection.ts";
import { deleteCollection } from "@/lib/server/annotation/collections/delete-collection.ts";
import { getCollection, listCollections } from "@/lib/server/annotation/collections/list-collections.ts";
import { updateCollection } from "@/lib/server/annotation/collections/update-collection.ts";
import { constructItems } from "@/lib/server/annotation/construct/construct-items.ts";
import { retryConstruction, stopConstruction } from "@/lib/server/annotation/construct/move-construction.ts";
import { publishGuidelines, requeueOutdatedItems } from "@/lib/server/annotation/guidelines/guidelines.ts";
import { answerQuestion } from "@/lib/server/annotation/guidelines/questions.ts";
import { undoImport } from "@/lib/server/annotation/import/undo-import.ts";
import { startReReview, undoReReview } from "@/lib/server/annotation/lead/re-review.ts";
import { publishAcceptedItems } from "@/lib/server/annotation/publish/publish-accepted.ts";
import { decideReSolve } from "@/lib/server/annotation/re-solve/decide-re-solve.ts";
import { startReSolve } from "@/lib/server/annotation/re-solve/start-re-solve.ts";
import { collectionParams } from "../annotation/collection-params.ts";
import { createdIdAndSlug, operation, pickDefinedFields, projectParams, studyParams } from "./operation.ts";

const tag = "Annotation";
const collectionSummary = z.looseObject({ id: z.uuid(), name: z.string(), slug: z.string(), isClosed: z.boolean() });

export const collectionOperations = [
  operation({
    id: "listCollections",
    method: "GET",
    path: "/projects/{project}/collections",
    tag,
    summary: "List the annotation collections of a project",
    params: projectParams,
    result: z.object({ collections: z.array(collectionSummary) }),
    work: async ({ actor, params }) => ({ collections: await listCollections(actor, params.project) }),
  }),
  operation({
    id: "getCollection",
    method: "GET",
    path: "/collections/{collection}",
    tag,
    summary: "Get a collection with its settings and counts",
    params: collectionParams,
    result: collectionSummary,
    work: ({ actor, params }) => getCollection(actor, params.collection),
  }),
  operation({
    id: "createCollection",
    method: "POST",
    path: "/projects/{project}/collections",
    tag,
    summary: "Create a collection, or return an existing one with this name",
    params: projectParams,
    body: z.strictObject({ name: requiredText(200), settings: collectionSettingsSchema.partial().optional() }),
    result: createdIdAndSlug.extend({ isNew: z.boolean() }),
    work: ({ actor, params, body: { name, settings } }) =>
      createCollection(actor, {
        projectId: params.project,
        name,
        ...(settings ? { settings: pickDefinedFields(settings) } : {}),
      }),
  }),
  operation({
    id: "updateCollection",
    method: "PATCH",
    path: "/collections/{collection}",
    tag,
    summary: "Change the name or the settings of a collection, close it or open it",
    params: collectionParams,
    body: z.strictObject({
      name: requiredText(200).optional(),
      settings: collectionSettingsSchema.partial().optional(),
      isClosed: z.boolean().optional(),
    }),
    work: ({ actor, params, body: { settings, ...rest } }) =>
      updateCollection(actor, params.collection, {
        ...pickDefinedFields(rest),
        ...(settings ? { settings: pickDefinedFields(settings) } : {}),
      }),
  }),
  operation({
    id: "deleteCollection",
    method: "DELETE",
    path: "/collections/{collection}",
    tag,
    summary: "Delete a collection; the request must repeat its name",
    params: collectionParams,
    query: z.object({ name: boundedText(200) }),
    work: ({ actor, params, query }) => deleteCollection(actor, params.collection, query.name),
  }),
  operation({
    id: "undoImport",
    method: "DELETE",
    path: "/collections/{collection}/imports/{import}",
    tag,
    summary: "Undo an import; items that annotators have started are kept",
    params: collectionParams.extend({ import: z.uuid() }),
    result: z.object({ removed: z.int(), kept: z.int() }),
    work: ({ actor, params }) => undoImport(actor, params.collection, params.import),
  }),
  operation({
    id: "setCollectionRole",
    method: "PUT",
    path: "/collections/{collection}/members/{user}/role",
    tag,
    summary: "Restrict or extend a member's role in one collection",
    params: collectionParams.extend({ user: z.uuid() }),
    body: z.strictObject({ role: z.enum(collectionRoles) }),
    work: ({ actor, params, body }) =>
      setCollectionRole(actor, params.collection, { userId: params.user, role: body.role }),
  }),
  operation({
    id: "publishGuidelines",
    method: "POST",
    path: "/collections/{collection}/guideline-versions",
    tag,
    summary: "Publish a version of the guidelines",
    params: collectionParams,
    body: z.strictObject({ body: guidelineText, note: boundedText(500).default("") }),
    result: z.object({ version: z.int() }),
    work: ({ actor, params, body }) => publishGuidelines(actor, params.collection, body),
  }),
  operation({
    id: "requeueOlderVerdicts",
    method: "POST",
    path: "/collections/{collection}/guideline-requeues",
    tag,
    summary: "Requeue items that were judged under older guidelines",
    params: collectionParams,
    result: z.looseObject({ items: z.int() }),
    work: ({ actor, params }) => requeueOutdatedItems(actor, params.collection),
  }),
  operation({
    id: "answerQuestion",
    method: "PUT",
    path: "/questions/{question}/answer",
    tag,
    summary: "Answer an annotator's question",
    params: z.object({ question: z.uuid() }),
    body: z.strictObject({ answer: boundedText(4_000), isCase: z.boolean().default(false) }),
    work: ({ actor, params, body }) => answerQuestion(actor, params.question, body),
  }),
  operation({
    id: "constructItems",
    method: "POST",
    path: "/collections/{collection}/constructions",
    tag,
    summary: "Request texts from the construction model",
    params: collectionParams,
    body: constructionRequest,
    result: z.object({ batchId: z.uuid(), planned: z.int() }),
    work: ({ actor, params, body }) => constructItems(actor, params.collection, body),
  }),
  operation({
    id: "moveConstruction",
    method: "POST",
    path: "/constructions/{batch}/moves",
    tag,
    summary: "Stop a construction, or retry its failed texts",
    params: z.object({ batch: z.uuid() }),
    body: z.strictObject({ move: z.enum(["stop", "retry"]) }),
    result: z.object({ texts: z.int() }),
    work: async ({ actor, params, body }) => ({
      texts: await (body.move === "stop" ? stopConstruction : retryConstruction)(actor, params.batch),
    }),
  }),
  operation({
    id: "startReReview",
    method: "POST",
    path: "/collections/{collection}/re-reviews",
    tag,
    summary: "Review decided items again; `expected` is the number of items in the selection",
    params: collectionParams,
    body: z.strictObject({
      choice: newReReviewChoice,
      expected: z.int().min(0),
      reason: boundedText(2_000).default(""),
    }),
    result: z.object({ id: z.uuid(), items: z.int() }),
    work: ({ actor, params, body }) => startReReview(actor, params.collection, body),
  }),
  operation({
    id: "undoReReview",
    method: "DELETE",
    path: "/collections/{collection}/re-reviews/{reReview}",
    tag,
    summary: "Undo a re-review",
    params: collectionParams.extend({ reReview: z.uuid() }),
    result: z.object({ restored: z.int(), kept: z.int() }),
    work: ({ actor, params }) => undoReReview(actor, params.collection, params.reReview),
  }),
  operation({
    id: "publishCollection",
    method: "POST",
    path: "/collections/{collection}/publications",
    tag,
    summary: "Publish the accepted items as a benchmark",
    params: collectionParams,
    body: z.strictObject({ reason: boundedText(2_000).optional() }),
    result: z.looseObject({
      accepted: z.int(),
      inserted: z.int(),
      unchanged: z.int(),
      refused: z.array(z.object({ id: z.string(), reason: z.string() })),
    }),
    work: ({ actor, params, body }) => publishAcceptedItems(actor, params.collection, body.reason),
  }),
  operation({
    id: "startReSolve",
    method: "POST",
    path: "/collections/{collection}/re-solves",
    tag,
    summary: "Create a study in which other people solve the reviewed items",
    params: collectionParams,
    body: z.strictObject({
      kind: z.enum(reSolveKinds),
      itemsPerPerson: z.int().min(1).max(200).optional(),
    }),
    result: z.looseObject({ studyId: z.uuid(), slug: z.string(), items: z.int() }),
    work: ({ actor, params, body: { kind, ...rest } }) =>
      startReSolve(actor, params.collection, { kind, ...pickDefinedFields(rest) }),
  }),
  operation({
    id: "decideReSolve",
    method: "POST",
    path: "/studies/{study}/re-solve-decisions",
    tag,
    summary: "Accept or reject the items of a re-solve by their answers",
    params: studyParams,
    result: z.looseObject({ waiting: z.int() }),
    work: ({ actor, params }) => decideReSolve(actor, params.study),
  }),
];
