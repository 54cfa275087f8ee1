import * as z from "zod";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { duplicateCollection } from "@/lib/server/annotation/collections/duplicate-collection.ts";
import { addStudyAnswers } from "@/lib/server/annotation/schema/add-study-answers.ts";
import { changeSchema, previewSchema } from "@/lib/server/annotation/schema/change-schema.ts";
import { reorderItems, workOrders } from "@/lib/server/annotation/schema/reorder-items.ts";
import { parseSchemaText } from "@/lib/server/annotation/schema/schema-of-form.ts";
import { collectionParams } from "../annotation/collection-params.ts";
import { createdId, operation } from "./operation.ts";

const tag = "Annotation";
/** A task schema as JSON text (docs/formats.md, "Task schema"). */
const schemaBody = z.strictObject({ document: boundedText(200_000) });

export const collectionSchemaOperations = [
  operation({
    id: "duplicateCollection",
    method: "POST",
    path: "/collections/{collection}/copies",
    tag,
    summary: "Create an empty collection with the settings and the task of another one",
    params: collectionParams,
    body: z.strictObject({ name: requiredText(200) }),
    result: createdId,
    work: ({ actor, params, body }) => duplicateCollection(actor, params.collection, body.name),
  }),
  operation({
    id: "reorderItems",
    method: "PUT",
    path: "/collections/{collection}/order",
    tag,
    summary: "Set the order of the open copies",
    params: collectionParams,
    body: z.strictObject({ order: z.enum(workOrders) }),
    result: z.object({ copies: z.int() }),
    work: async ({ actor, params, body }) => ({ copies: await reorderItems(actor, params.collection, body.order) }),
  }),
  operation({
    id: "addStudyAnswers",
    method: "POST",
    path: "/collections/{collection}/study-answers",
    tag,
    summary: "Add the answers of a study as annotations of coded people",
    params: collectionParams,
    body: z.strictObject({ study: z.uuid() }),
    result: z.object({ added: z.int(), unchanged: z.int(), incompatible: z.int() }),
    work: ({ actor, params, body }) => addStudyAnswers(actor, params.collection, body.study),
  }),
  operation({
    id: "previewSchema",
    method: "POST",
    path: "/collections/{collection}/schema-previews",
    tag,
    summary: "List the answers that are incompatible with a changed task schema",
    params: collectionParams,
    body: schemaBody,
    result: z.object({
      answers: z.int(),
      incompatible: z.int(),
      listed: z.array(z.object({ item: z.string(), problem: z.string() })),
    }),
    work: ({ actor, params, body }) => previewSchema(actor, params.collection, parseSchemaText(body.document)),
  }),
  operation({
    id: "changeSchema",
    method: "POST",
    path: "/collections/{collection}/schema-versions",
    tag,
    summary: "Store a new version of the task schema",
    params: collectionParams,
    body: schemaBody,
    result: z.looseObject({ version: z.int() }),
    work: ({ actor, params, body }) => changeSchema(actor, params.collection, parseSchemaText(body.document)),
  }),
];
