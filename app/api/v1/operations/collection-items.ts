import * as z from "zod";
import { annotationVerdicts } from "@/lib/domain/annotation/requests.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { replaceItems } from "@/lib/server/annotation/construct/replace-item.ts";
import { acceptTogether } from "@/lib/server/annotation/items/accept-together.ts";
import { correctSource } from "@/lib/server/annotation/items/correct-source.ts";
import { requeueItem } from "@/lib/server/annotation/items/requeue-item.ts";
import { leadActions, leadItems } from "@/lib/server/annotation/lead/lead-items.ts";
import { makePractice } from "@/lib/server/annotation/training/make-practice.ts";
import { collectionParams } from "../annotation/collection-params.ts";
import { operation, pickDefinedFields } from "./operation.ts";

const tag = "Annotation";
const items = z.array(z.uuid()).min(1).max(200);
const leadReport = z.object({ changed: z.int(), left: z.int(), why: z.array(z.string()) });
const itemParams = z.object({ item: z.uuid() });

export const collectionItemOperations = [
  operation({
    id: "leadItems",
    method: "POST",
    path: "/collections/{collection}/items/actions",
    tag,
    summary:
      "Apply an action of the lead to items: requeue, assign, release, prioritise, retire, mark as gold and so on",
    params: collectionParams,
    body: z.strictObject({
      act: z.enum(leadActions),
      items,
      personId: z.uuid().optional(),
      reason: boundedText(2_000).optional(),
      /**
       * For stories: a verdict. For items of a task schema: `accepted` to use their accepted answers, or null with
       * `goldAnswer`.
       */
      gold: z
        .enum([...annotationVerdicts, "accepted"])
        .nullable()
        .optional(),
      goldAnswer: z.record(z.string(), z.unknown()).nullable().optional(),
    }),
    result: leadReport,
    work: ({ actor, params, body: { act, items, ...rest } }) =>
      leadItems(actor, params.collection, { act, items, ...pickDefinedFields(rest) }),
  }),
  operation({
    id: "acceptTogether",
    method: "POST",
    path: "/collections/{collection}/acceptances",
    tag,
    summary: "Accept items without individual review, with a reason; null selects all items that no one has judged",
    params: collectionParams,
    body: z.strictObject({ items: items.nullable(), reason: requiredText(2_000) }),
    result: z.looseObject({ changed: z.int(), left: z.int() }),
    work: ({ actor, params, body }) => acceptTogether(actor, params.collection, body.items, body.reason),
  }),
  operation({
    id: "makePractice",
    method: "POST",
    path: "/collections/{collection}/practice-items",
    tag,
    summary: "Copy items to the project's practice collection",
    params: collectionParams,
    body: z.strictObject({ items, note: boundedText(2_000).default("") }),
    result: z.object({ added: z.int() }),
    work: ({ actor, params, body }) => makePractice(actor, params.collection, body),
  }),
  operation({
    id: "replaceItems",
    method: "POST",
    path: "/collections/{collection}/replacements",
    tag,
    summary: "Request new texts for unusable items",
    params: collectionParams,
    body: z.strictObject({ items }),
    result: leadReport,
    work: ({ actor, params, body }) => replaceItems(actor, params.collection, body.items),
  }),
  operation({
    id: "requeueItem",
    method: "POST",
    path: "/collection-items/{item}/requeue",
    tag,
    summary: "Return a finished item to the annotators, with a reason",
    params: itemParams,
    body: z.strictObject({ reason: boundedText(2_000) }),
    work: ({ actor, params, body }) => requeueItem(actor, params.item, body.reason),
  }),
  operation({
    id: "correctSource",
    method: "PUT",
    path: "/collection-items/{item}/source",
    tag,
    summary: "Correct the source of an item's story",
    params: itemParams,
    body: z.strictObject({
      title: boundedText(500),
      author: boundedText(500),
      address: boundedText(1_000),
      licence: boundedText(200),
    }),
    result: z.object({ items: z.int() }),
    work: ({ actor, params, body }) => correctSource(actor, params.item, body),
  }),
];
