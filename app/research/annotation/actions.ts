"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { annotationVerdicts } from "@/lib/domain/annotation/requests.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { reSolveKinds } from "@/lib/domain/survey/presets/re-solve.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { createCollection } from "@/lib/server/annotation/collections/create-collection.ts";
import { deleteCollection } from "@/lib/server/annotation/collections/delete-collection.ts";
import { duplicateCollection } from "@/lib/server/annotation/collections/duplicate-collection.ts";
import { updateCollection } from "@/lib/server/annotation/collections/update-collection.ts";
import { replaceItems } from "@/lib/server/annotation/construct/replace-item.ts";
import { undoImport } from "@/lib/server/annotation/import/undo-import.ts";
import { acceptTogether } from "@/lib/server/annotation/items/accept-together.ts";
import { correctSource } from "@/lib/server/annotation/items/correct-source.ts";
import { requeueItem } from "@/lib/server/annotation/items/requeue-item.ts";
import { type LeadReport, leadActions, leadItems } from "@/lib/server/annotation/lead/lead-items.ts";
import { readGoldKeys } from "@/lib/server/annotation/lead/read-gold-keys.ts";
import { publishAcceptedItems } from "@/lib/server/annotation/publish/publish-accepted.ts";
import { decideReSolve } from "@/lib/server/annotation/re-solve/decide-re-solve.ts";
import { startReSolve } from "@/lib/server/annotation/re-solve/start-re-solve.ts";
import { addStudyAnswers } from "@/lib/server/annotation/schema/add-study-answers.ts";
import { changeSchema, previewSchema } from "@/lib/server/annotation/schema/change-schema.ts";
import { reorderItems, workOrders } from "@/lib/server/annotation/schema/reorder-items.ts";
import { parseSchemaForm, parseSchemaText } from "@/lib/server/annotation/schema/schema-of-form.ts";
import { makePractice } from "@/lib/server/annotation/training/make-practice.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { readSettingsForm, settingsFormSchema } from "./settings-form.ts";

const collectionForm = z.strictObject({ collection: z.uuid() });

export const createCollectionAction = action({
  input: z.strictObject({
    projectId: z.uuid(),
    name: boundedText(200),
    overlap: boundedText(10),
    task: boundedText(60).default("stories"),
    document: boundedText(200_000).default(""),
  }),
  work: async ({ actor, input }): Promise<unknown> => {
    const overlap = Number(input.overlap || 1);
    const schema = parseSchemaForm(input.task, input.document);
    const { id, isNew } = await createCollection(actor, {
      projectId: input.projectId,
      name: input.name,
      settings: { overlap },
      ...(schema ? { schema } : {}),
    });
    if (!isNew) throw new AppError("conflict", "A collection with this name already exists.", "name");
    redirect(`/research/annotation/${id}`);
  },
});

export const updateCollectionAction = action({
  input: settingsFormSchema.extend(collectionForm.shape),
  work: async ({ actor, input: { collection, name, ...fields } }): Promise<unknown> => {
    await updateCollection(actor, collection, { name, settings: readSettingsForm(fields) });
    refresh();
    return null;
  },
  message: "The settings are saved.",
});

export const reorderItemsAction = action({
  input: collectionForm.extend({ order: z.enum(workOrders) }),
  work: async ({ actor, input }) => reorderItems(actor, input.collection, input.order),
  message: (copies) => `${copies} open copies reordered.`,
});

export const addStudyAnswersAction = action({
  input: collectionForm.extend({ study: z.uuid() }),
  work: async ({ actor, input }) => {
    const result = await addStudyAnswers(actor, input.collection, input.study);
    refresh();
    return result;
  },
  message: ({ added, unchanged, incompatible }) =>
    `${formatNumberOf(added, "answer")} added, ${unchanged} already present, ${incompatible} incompatible with the task schema.`,
});

export const duplicateCollectionAction = action({
  input: collectionForm.extend({ name: boundedText(200) }),
  work: async ({ actor, input }): Promise<unknown> => {
    const { id } = await duplicateCollection(actor, input.collection, input.name);
    redirect(`/research/annotation/${id}`);
  },
});

const schemaForm = collectionForm.extend({ document: boundedText(200_000) });

export const previewSchemaAction = action({
  input: schemaForm,
  work: async ({ actor, input }) => previewSchema(actor, input.collection, parseSchemaText(input.document)),
  message: ({ answers, incompatible, listed: [first] }) =>
    first
      ? `${formatCount(incompatible)} of ${formatCount(answers)} answers are incompatible and would keep their version. First problem (${first.item}): ${first.problem}`
      : `All ${formatCount(answers)} answers are compatible with this version.`,
});

export const changeSchemaAction = action({
  input: schemaForm,
  work: async ({ actor, input }) => {
    const changed = await changeSchema(actor, input.collection, parseSchemaText(input.document));
    refresh();
    return changed;
  },
  message: ({ version }) => `Version ${version} is in use. Earlier answers keep their version.`,
});

export const undoImportAction = action({
  input: collectionForm.extend({ import: z.uuid() }),
  work: async ({ actor, input }) => {
    const undone = await undoImport(actor, input.collection, input.import);
    refresh();
    return undone;
  },
  message: ({ removed, kept }) =>
    kept === 0
      ? `${removed} items were removed.`
      : `${removed} items removed. ${kept} kept because annotators have started them.`,
});

export const deleteCollectionAction = action({
  input: collectionForm.extend({ name: boundedText(200) }),
  work: async ({ actor, input }): Promise<unknown> => {
    await deleteCollection(actor, input.collection, input.name);
    redirect("/research/annotation");
  },
});

export const closeCollectionAction = action({
  input: collectionForm.extend({ move: z.enum(["open", "close"]) }),
  work: async ({ actor, input }) => {
    await updateCollection(actor, input.collection, { isClosed: input.move === "close" });
    refresh();
  },
});

export const requeueItemAction = action({
  input: z.strictObject({ item: z.uuid(), reason: boundedText(2_000) }),
  work: async ({ actor, input }) => {
    await requeueItem(actor, input.item, input.reason);
    refresh();
  },
});

export const correctSourceAction = action({
  input: z.strictObject({
    item: z.uuid(),
    title: boundedText(500),
    author: boundedText(500),
    address: boundedText(1_000),
    licence: boundedText(200),
  }),
  work: async ({ actor, input: { item, ...source } }) => {
    const corrected = await correctSource(actor, item, source);
    refresh();
    return corrected;
  },
  message: ({ items }) => (items === 1 ? "Corrected." : `Corrected for all ${items} items of this source.`),
});

export const leadItemsAction = action({
  input: collectionForm.extend({
    act: z.enum([...leadActions, "practice", "replace", "accept-together", "accept-all"]),
    items: z.union([z.uuid(), z.array(z.uuid()).max(200)]).default([]),
    personId: z.uuid().optional(),
    reason: boundedText(2_000).optional(),
    gold: z.enum([...annotationVerdicts, "accepted", ""]).optional(),
    /** Keys by field as JSON. */
    goldAnswer: boundedText(200_000).optional(),
  }),
  work: async ({ actor, input: { collection, items, personId, reason, gold, goldAnswer, act } }): Promise<unknown> => {
    const ticked = typeof items === "string" ? [items] : items;
    if (act === "practice") {
      const { added } = await makePractice(actor, collection, { items: ticked, note: reason ?? "" });
      refresh();
      return { changed: added, left: ticked.length - added, why: [] };
    }
    if (act === "accept-together" || act === "accept-all") {
      const accepted = await acceptTogether(actor, collection, act === "accept-all" ? null : ticked, reason ?? "");
      refresh();
      return accepted;
    }
    if (act === "replace") {
      const replaced = await replaceItems(actor, collection, ticked);
      refresh();
      return replaced;
    }
    const report = await leadItems(actor, collection, {
      act,
      items: ticked,
      ...(personId === undefined ? {} : { personId }),
      ...(reason === undefined ? {} : { reason }),
      gold: gold === undefined || gold === "" ? null : gold,
      goldAnswer: readGoldKeys(goldAnswer),
    });
    refresh();
    return report;
  },
  message: (report) => leadMessage(report as LeadReport),
});

function leadMessage({ changed, left, why }: LeadReport): string {
  const done = `Done for ${changed} ${changed === 1 ? "item" : "items"}`;
  if (left === 0) return `${done}.`;
  if (why.length === 0) return `${done}; ${left} unchanged, because the action does not apply to them.`;
  return `${done}; ${left} unchanged: ${why.join(" ")}`;
}

export const publishAction = action({
  input: collectionForm.extend({ reason: boundedText(2_000).optional() }),
  work: async ({ actor, input }) => {
    const report = await publishAcceptedItems(actor, input.collection, input.reason);
    refresh();
    return report;
  },
  message: ({ accepted, inserted, unchanged, refused, benchmarkName }) =>
    accepted === 0
      ? "Nothing is accepted yet, so nothing was published."
      : `${accepted - refused.length} accepted items are in the benchmark “${benchmarkName}”: ${inserted} new, ${unchanged} unchanged${refused.length > 0 ? `, ${refused.length} not usable` : ""}.`,
});

export const startReSolveAction = action({
  input: collectionForm.extend({
    kind: z.enum(reSolveKinds),
    itemsPerPerson: z.coerce.number().int("must be a whole number").min(1, "must be at least 1").max(200),
  }),
  work: async ({ actor, input: { collection, ...request } }) => {
    const started = await startReSolve(actor, collection, request);
    refresh();
    return started;
  },
  message: ({ items, answersPerItem, itemsPerPerson }) =>
    `A study with ${items} items is ready as a draft: ${answersPerItem} answers per item, ${itemsPerPerson} items per person. Review and open it.`,
});

export const decideReSolveAction = action({
  input: z.strictObject({ study: z.uuid() }),
  work: async ({ actor, input }) => {
    const decided = await decideReSolve(actor, input.study);
    refresh();
    return decided;
  },
  message: ({ decided, waiting }) => {
    const passed = decided.filter(({ result }) => result.passed).length;
    return decided.length === 0
      ? `Nothing could be decided: ${waiting} items still wait for answers.`
      : `${passed} accepted, ${decided.length - passed} rejected; ${waiting} without enough answers.`;
  },
});
