import { describe, expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { leadItems } from "../lead/lead-items.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { nextTask } from "../work/next-task.ts";
import { makePractice } from "./make-practice.ts";

withTestDatabase();

describe("practice as a gate", () => {
  it("is made of a collection's own items, and opens the collection to those who pass", async () => {
    const collection = await makeCollection({ pairs: 1, settings: { practicePassMark: 0.75 } });
    const lead = collection.researcher;
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const empty = await nextTask(ann, { collectionId: collection.id });
    expect(empty).toMatchObject({ task: null, practice: { trainingId: null, total: 0, passMark: 0.75 } });
    const { items } = await listItems(lead, collection.id, itemListQuery.parse({}));
    const ids = items.map(({ id }) => id);
    await leadItems(lead, collection.id, { act: "gold", items: ids, gold: "sound" });
    await expect(makePractice(ann, collection.id, { items: ids, note: "Sound." })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(makePractice(lead, collection.id, { items: ids, note: " " })).rejects.toMatchObject({
      field: "reason",
    });
    expect(await makePractice(lead, collection.id, { items: ids, note: "Sound." })).toEqual({ added: 2 });
    expect(await makePractice(lead, collection.id, { items: ids, note: "Sound." })).toEqual({ added: 0 });

    const gate = (await nextTask(ann, { collectionId: collection.id })).practice;
    expect(gate).toMatchObject({ done: 0, total: 2 });
    const trainingId = gate?.trainingId as string;
    for (const [person, verdicts] of [
      [ann, ["sound", "sound"]],
      [ben, ["refined", "sound"]],
    ] as const) {
      let step = (await nextTask(person, { collectionId: trainingId })).task as TaskPayload;
      expect(step.step?.title).toBe("Step 1 of 2");
      expect(JSON.stringify(step)).not.toContain("gold");
      for (const verdict of verdicts) {
        const saved =
          verdict === "sound" ? null : await saveText(person, step, withSentence(step.document, "The end."));
        const { next, lesson } = await giveVerdict(person, step, verdict, saved?.revisionId ?? null);
        expect(lesson).toMatchObject({ expertVerdict: "sound", agrees: verdict === "sound" });
        step = next as TaskPayload;
      }
    }
    const passed = await nextTask(ann, { collectionId: collection.id });
    expect(passed).toMatchObject({ practice: null, task: { item: { externalId: "story_1" } } });
    expect(await nextTask(ben, { collectionId: collection.id })).toMatchObject({
      task: null,
      practice: { right: 1, done: 2, total: 2 },
    });
  });
});
