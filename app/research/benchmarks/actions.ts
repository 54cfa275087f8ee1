"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { saveItem } from "@/lib/server/imports/save-item.ts";
import { createBenchmark } from "@/lib/server/items/save-benchmark.ts";
import { undoItemImport } from "@/lib/server/items/undo-item-import.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { excludeItem } from "@/lib/server/studies/draft/exclude-item.ts";

/** Creates an empty benchmark and opens the form for a new item. */
export const createBenchmarkAction = action({
  input: z.strictObject({ name: requiredText(200), description: boundedText(2_000), licence: boundedText(300) }),
  work: async ({ input: { name, description, licence } }): Promise<unknown> => {
    const { actor, project } = await requireProject("research.write");
    const facts = { name: name.trim(), description: description.trim(), licence: licence.trim() };
    const { id } = await createBenchmark(actor, project.id, facts);
    redirect(`/research/benchmarks/${id}/items/new`);
  },
});

/** Removes the items that an import stored, if nothing uses them. */
export const undoItemImportAction = action({
  input: z.strictObject({ import: z.uuid() }),
  work: async ({ actor, input }): Promise<unknown> => {
    await undoItemImport(actor, input.import);
    refresh();
    return null;
  },
  message: "The import is undone.",
});

const short = boundedText(500);
const itemForm = {
  id: boundedText(200),
  kind: boundedText(40),
  title: short,
  genre: boundedText(100),
  story: boundedText(100_000),
  text: boundedText(20_000),
  options: boundedText(130_000),
  key: boundedText(100_000),
  attributes: boundedText(100_000),
  fields: boundedText(200_000),
};

/** Stores a new item, or a new version of one. */
export const saveItemAction = action({
  input: z.strictObject({
    ...itemForm,
    benchmark: z.uuid(),
    basedOn: z.uuid().or(z.literal("")),
    reason: boundedText(2_000),
  }),
  work: async ({ actor, input: { benchmark, basedOn, reason, ...form } }): Promise<unknown> => {
    const { id } = await saveItem(actor, benchmark, { basedOn: basedOn || null, form, reason });
    redirect(`/research/benchmarks/${benchmark}/items/${id}?saved=yes`);
  },
});

/** Removes an item from a draft study. */
export const leaveOutItemAction = action({
  input: z.strictObject({ study: z.uuid(), item: z.uuid() }),
  work: async ({ actor, input }): Promise<unknown> => {
    await excludeItem(actor, input.study, input.item);
    refresh();
    return null;
  },
  message: "The item is no longer part of the study.",
});
