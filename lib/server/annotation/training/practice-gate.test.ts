import { describe, expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { updateCollection } from "../collections/update-collection.ts";
import { leadItems } from "../lead/lead-items.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { claimNextTask } from "../work/next-task.ts";
import { makePractice } from "./make-practice.ts";

withTestDatabase();

describe("practice as a gate", () => {
  it("is made of a collection's own items, and opens the collection to those who pass", async () => {
    const collection = await makeCollection({ pairs: 1, settings: { practicePassMark: 0.75 } });
    const lead = collection.researcher;
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const empty = await claimNextTask(ann, { collectionId: collection.id });
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

    const gate = (await claimNextTask(ann, { collectionId: collection.id })).practice;
    expect(gate).toMatchObject({ done: 0, total: 2 });
    const trainingId = gate?.trainingId as string;
    for (const [person, verdicts] of [
      [ann, ["sound", "sound"]],
      [ben, ["refined", "sound"]],
    ] as const) {
      let step = (await claimNextTask(person, { collectionId: trainingId })).task as TaskPayload;
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
    const passed = await claimNextTask(ann, { collectionId: collection.id });
    expect(passed).toMatchObject({ practice: null, task: { item: { externalId: "story_1" } } });
    expect(await claimNextTask(ben, { collectionId: collection.id })).toMatchObject({
      task: null,
      practice: { right: 1, done: 2, total: 2 },
    });
  });

  it("cannot be passed by accepting everything: the faults must be found, each by kind and place", async () => {
    const collection = await makeCollection({ pairs: 2, settings: { practicePassMark: 0.5 } });
    const lead = collection.researcher;
    const [definition, rev] = [await collection.annotator(), await collection.reviewer()];
    // Before there is a practice, its items are made: one is repaired by cutting a sentence, and accepted in review.
    await updateCollection(lead, collection.id, { settings: { practicePassMark: null } });
    let [faulty, place] = ["", ""];
    for (let { task } = await claimNextTask(definition, { collectionId: collection.id }); task; ) {
      if (task.item.externalId !== "story_1") {
        task = (await giveVerdict(definition, task, "sound")).next;
        continue;
      }
      faulty = task.item.id;
      place = "Later that day the boats of quay 1 came home with fish, and the 1 bells rang.";
      const document = { ...task.document, story: task.document.story.replace(place, "").trim() };
      const { revisionId } = await saveText(definition, task, document);
      task = (await giveVerdict(definition, task, "refined", revisionId, ["continuity"])).next;
    }
    const { review } = await claimNextReview(rev);
    await decideReview(rev, review?.taskId as string, { decision: "accept", reason: "" });
    const { items } = await listItems(lead, collection.id, itemListQuery.parse({}));
    const sound = items.filter(({ id }) => id !== faulty)[0]?.id as string;
    await makePractice(lead, collection.id, { items: [faulty, sound], note: "Look at the end." });
    await updateCollection(lead, collection.id, { settings: { practicePassMark: 0.5 } });
    const gateOf = async (actor: Actor) => (await claimNextTask(actor, { collectionId: collection.id })).practice;
    const judge = async (actor: Actor, how: "sound" | "elsewhere" | "right") => {
      const found: unknown[] = [];
      const trainingId = (await gateOf(actor))?.trainingId as string;
      for (let { task } = await claimNextTask(actor, { collectionId: trainingId }); task; ) {
        const isFaulty = task.item.externalId === "story_1";
        if (how === "sound" || !isFaulty) {
          task = (await giveVerdict(actor, task, "sound")).next;
          continue;
        }
        const document =
          how === "right"
            ? { ...task.document, story: task.document.story.replace(place, "Night fell.") }
            : withSentence(task.document, "Night fell.");
        const { revisionId } = await saveText(actor, task, document);
        const { lesson, next } = await giveVerdict(actor, task, "refined", revisionId, ["continuity"]);
        found.push(lesson && "found" in lesson ? lesson.found : null);
        task = next;
      }
      return found;
    };
    const [ann, ben, cleo] = [await collection.annotator(), await collection.annotator(), await collection.annotator()];
    await judge(ann, "sound");
    expect(await gateOf(ann)).toMatchObject({ right: 1, done: 2, total: 2, faults: 1, found: 0 });
    expect(await judge(ben, "elsewhere")).toEqual([{ kind: true, place: false }]);
    expect(await gateOf(ben)).toMatchObject({ right: 2, faults: 1, found: 0 });
    expect(await judge(cleo, "right")).toEqual([{ kind: true, place: true }]);
    expect(await gateOf(cleo)).toBeNull();
    // A corrected verdict removes what the lesson says of the former one.
    const trainingId = (await gateOf(ann))?.trainingId as string;
    const practised = await listItems(lead, trainingId, itemListQuery.parse({}));
    const corrected = practised.items.find(({ externalId }) => externalId === "story_1")?.id as string;
    await pool().query(
      "UPDATE annotation_item SET expert = expert || jsonb_build_object('suggestedRepair', 'Cut it.') WHERE id = $1",
      [corrected],
    );
    await leadItems(lead, trainingId, { act: "gold", items: [corrected], gold: "sound" });
    const dee = await collection.annotator();
    await gateOf(dee);
    for (let { task } = await claimNextTask(dee, { collectionId: trainingId }); task; ) {
      const { lesson, next } = await giveVerdict(dee, task, "sound");
      expect(lesson).toMatchObject({ agrees: true, suggestedRepair: null, lesson: "Look at the end." });
      if (task.item.externalId === "story_1") expect(lesson).toMatchObject({ whatTheExpertSaw: "" });
      task = next;
    }
  });
});
