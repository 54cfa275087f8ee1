import { describe, expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { giveVerdict, makeCollection } from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { leadItems } from "../lead/lead-items.ts";
import { claimNextTask } from "../work/next-task.ts";
import { submitVerdict } from "../work/submit-verdict.ts";
import {
  getGuidelines,
  listGuidelines,
  publishGuidelines,
  recordGuidelinesRead,
  requeueOutdatedItems,
} from "./guidelines.ts";
import { answerQuestion, askQuestion, listQuestions } from "./questions.ts";

withTestDatabase();

const sound = ({ task, revisionId }: TaskPayload) => ({
  revisionId,
  fence: task.fence as number,
  verdict: "sound" as const,
  checklist: {},
  dismissals: [],
  reason: "",
  activeMs: 0,
});

const none = { version: null, body: "", note: "", readVersion: null, cases: [], answers: [] };

describe("guidelines", () => {
  it("are versions that are read, stamped on verdicts, and followed by a second look", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const [ann, lead] = [await collection.annotator(), collection.researcher];
    expect(await getGuidelines(ann, collection.id)).toEqual(none);
    const first = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
    expect(await publishGuidelines(lead, collection.id, { body: "# Rules", note: "" })).toEqual({ version: 1 });
    await expect(publishGuidelines(lead, collection.id, { body: "# Rules", note: "x" })).rejects.toMatchObject({
      field: "body",
    });
    await expect(publishGuidelines(lead, collection.id, { body: "# More rules", note: " " })).rejects.toMatchObject({
      field: "note",
    });
    // No item is assigned and no verdict accepted before they are read.
    await expect(giveVerdict(ann, first, "sound")).rejects.toMatchObject({ code: "conflict", field: "guidelines" });
    expect(await claimNextTask(ann, { collectionId: collection.id })).toMatchObject({ task: null, guidelines: 1 });
    expect(await claimNextTask(ann, {})).toMatchObject({ task: null, guidelines: 1 });
    await recordGuidelinesRead(ann, collection.id, 1);
    await recordGuidelinesRead(ann, collection.id, 1);
    const { next } = await giveVerdict(ann, first, "sound");
    await publishGuidelines(lead, collection.id, { body: "# More rules", note: "Ghosts may know." });
    await expect(giveVerdict(ann, next as TaskPayload, "sound")).rejects.toMatchObject({ field: "guidelines" });
    expect(await getGuidelines(ann, collection.id)).toMatchObject({
      version: 2,
      readVersion: 1,
      note: "Ghosts may know.",
    });
    // Judged before the change, delivered after reading it: the verdict records the version that it was given under.
    await recordGuidelinesRead(ann, collection.id, 2);
    const held = next as TaskPayload;
    await submitVerdict(ann, held.task.id, { ...sound(held), guidelineVersion: 1 });
    const stamps = await pool().query(
      `SELECT guideline_version FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
       WHERE task.collection_id = $1 ORDER BY saved_at`,
      [collection.id],
    );
    expect(stamps.rows).toEqual([{ guideline_version: 1 }, { guideline_version: 1 }]);
    expect(
      (await listGuidelines(lead, collection.id)).map(({ version, readers, judged }) => [version, readers, judged]),
    ).toEqual([
      [2, 1, 0],
      [1, 1, 2],
    ]);
    expect(await requeueOutdatedItems(lead, collection.id)).toEqual({ items: 2, left: 0, stayed: 0, why: [] });
    const again = (await claimNextTask(ann, { collectionId: collection.id })).task;
    expect(again?.task.returnReason).toContain("Ghosts may know.");
  });

  it("leave out of a second look what was taken out of work, and go on past an item that has moved on", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const [ann, lead] = [await collection.annotator(), collection.researcher];
    let { task } = await claimNextTask(ann, { collectionId: collection.id });
    while (task) task = (await giveVerdict(ann, task, "sound")).next;
    await publishGuidelines(lead, collection.id, { body: "# Rules", note: "" });
    const itemsOf = async () => {
      const text = "SELECT id, status::text FROM annotation_item WHERE collection_id = $1 ORDER BY ordinal";
      return (await pool().query(text, [collection.id])).rows as { id: string; status: string }[];
    };
    const [retired, , moved] = await itemsOf();
    await pool().query("UPDATE annotation_item SET status = 'submitted' WHERE id = $1", [retired?.id]);
    await leadItems(lead, collection.id, { act: "retire", items: [retired?.id as string], reason: "A duplicate." });
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      await client.query("UPDATE annotation_item SET status = 'in-review' WHERE id = $1", [moved?.id]);
      const looking = requeueOutdatedItems(lead, collection.id);
      await expect.poll(async () => (await itemsOf())[1]?.status, { timeout: 120_000 }).toBe("returned");
      await client.query("COMMIT");
      const why = ["Only a decided item can be reopened."];
      expect(await looking).toEqual({ items: 2, left: 0, stayed: 1, why });
    } finally {
      client.release();
    }
    expect((await itemsOf()).map(({ status }) => status)).toEqual(["rejected", "returned", "in-review", "returned"]);
  });

  it("are for those who work there, and written by those who manage it", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    const { actor: stranger } = await makePerson({});
    expect(await getGuidelines(rev, collection.id)).toEqual(none);
    await expect(getGuidelines(stranger, collection.id)).rejects.toMatchObject({ code: "not-found" });
    for (const refused of [
      () => publishGuidelines(ann, collection.id, { body: "x", note: "" }),
      () => requeueOutdatedItems(rev, collection.id),
      () => listGuidelines(ann, collection.id),
      () => askQuestion(stranger, collection.id, { text: "Why?" }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a question", () => {
  it("goes to the lead, and its answer to the one who asked and, as a case, to everybody", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const [ann, ben, lead] = [await collection.annotator(), await collection.annotator(), collection.researcher];
    const { task } = await claimNextTask(ann, { collectionId: collection.id });
    const itemId = task?.item.id as string;
    await askQuestion(ann, collection.id, { text: "May a ghost know it?", itemId });
    const other = await makeCollection({ pairs: 1 });
    await expect(askQuestion(await other.annotator(), other.id, { text: "Why?", itemId })).rejects.toMatchObject({
      code: "not-found",
    });
    const [question] = await listQuestions(lead, collection.id);
    expect(question).toMatchObject({ text: "May a ghost know it?", item: { id: itemId }, answer: null });
    await expect(answerQuestion(ann, question?.id as string, { answer: "Yes.", isCase: true })).rejects.toMatchObject({
      code: "not-found",
    });
    await answerQuestion(lead, question?.id as string, { answer: "Only its own death.", isCase: true });
    const known = { id: question?.id, question: "May a ghost know it?", answer: "Only its own death." };
    expect(await getGuidelines(ann, collection.id)).toMatchObject({ cases: [known], answers: [known] });
    expect(await getGuidelines(ben, collection.id)).toMatchObject({ cases: [known], answers: [] });
    await recordGuidelinesRead(ann, collection.id, 1);
    expect(await getGuidelines(ann, collection.id)).toMatchObject({ cases: [known], answers: [] });
  });
});
