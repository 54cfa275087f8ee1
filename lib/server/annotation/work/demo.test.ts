import { describe, expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { giveVerdict, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { seedAnnotation } from "../../demo/seed-annotation.ts";
import { pool } from "../../platform/database/pool.ts";
import { takeLease } from "../claim/take-lease.ts";
import { readHiddenAnswers } from "./hidden-answers.ts";
import { claimNextTask } from "./next-task.ts";
import { reopenTask } from "./reopen-task.ts";

withTestDatabase();

describe("the demo of the workspace", () => {
  it("brings 36 items in groups, three synthetic models and the training, and changes nothing the second time", async () => {
    const { id: projectId } = await makeProject();
    const seeded = await seedAnnotation(projectId);
    expect(await seedAnnotation(projectId)).toEqual(seeded);
    const { rows } = await pool().query(
      `SELECT count(*)::int AS items, count(DISTINCT group_key)::int AS groups, count(knowledge_type)::int AS typed
       FROM annotation_item WHERE collection_id = $1`,
      [seeded.collectionId],
    );
    expect(rows[0]).toMatchObject({ items: 36, typed: 36 });
    const predictions = await pool().query("SELECT count(*)::int AS n FROM prediction");
    expect(predictions.rows[0].n).toBe(108);

    const { actor: ann } = await makePerson({ projectId, role: "annotator" });
    const { task } = await claimNextTask(ann, { collectionId: seeded.collectionId });
    const { receipt } = await giveVerdict(ann, task as TaskPayload, "sound");
    const { isDecided, answers } = await readHiddenAnswers(ann, receipt.taskId);
    // Whether the verdict was right is shown when the item is decided: at once, unless it was drawn for review.
    expect(answers.every(({ answer, isRight }) => answer !== null && (isRight !== null) === isDecided)).toBe(true);
    expect(answers.map(({ model }) => model)).toEqual(
      ["A", "B", "C"].map((letter) => `Demo model ${letter} (synthetic)`),
    );
    // Anyone who has read them no longer judges this item.
    await expect(reopenTask(ann, receipt.taskId)).rejects.toThrow("You have read the models' answers to this item");
  });
});

describe("the training", () => {
  it("gives everybody copies of their own, the task before and the expert's view after the verdict", async () => {
    const { id: projectId } = await makeProject();
    const { trainingId } = await seedAnnotation(projectId);
    const [{ actor: ann }, { actor: ben }] = [
      await makePerson({ projectId, role: "annotator" }),
      await makePerson({ projectId, role: "annotator" }),
    ];
    // The order is different for each person; here it is the order of the file.
    const shuffled = [
      await claimNextTask(ann, { collectionId: trainingId }),
      await claimNextTask(ben, { collectionId: trainingId }),
    ];
    const { rows: orders } = await pool().query(
      `SELECT string_agg(item.external_id, ' ' ORDER BY task.ordinal) AS of FROM annotation_task AS task
       JOIN annotation_item AS item ON item.id = task.item_id WHERE task.collection_id = $1 GROUP BY task.holder_id`,
      [trainingId],
    );
    expect(orders[0].of.split(" ").sort()).toEqual(orders[1].of.split(" ").sort());
    expect(orders[0].of).not.toBe(orders[1].of);
    expect(shuffled.map(({ task }) => task?.step?.title)).toEqual(["Step 1 of 13", "Step 1 of 13"]);
    await pool().query(
      `UPDATE annotation_task AS task SET ordinal = item.ordinal, fence = 0, state = 'open' FROM annotation_item AS item
       WHERE item.id = task.item_id AND task.collection_id = $1`,
      [trainingId],
    );
    const [first, again, other] = [
      await claimNextTask(ann, { collectionId: trainingId }),
      await claimNextTask(ann, { collectionId: trainingId }),
      await claimNextTask(ben, { collectionId: trainingId }),
    ];
    expect(first.task).toMatchObject({
      item: { externalId: "erroneous_story_1" },
      original: { externalId: "story_1" },
      position: { done: 0, total: 13 },
      step: { title: "Step 1 of 13" },
      task: { fence: 1 },
    });
    // The next item is not begun: when it is skipped, its lease is requested like any other's.
    expect(first.prefetch?.task).toMatchObject({ fence: null, leaseEndsAt: null });
    expect((await takeLease(ann, first.prefetch?.task.id ?? "")).fence).toBe(1);
    expect(again.task?.task.id).toBe(first.task?.task.id);
    expect(other.task?.item.externalId).toBe("erroneous_story_1");
    expect(other.task?.task.id).not.toBe(first.task?.task.id);
    expect(JSON.stringify(first)).not.toContain("private thought, spoken back");

    const answer = await giveVerdict(ann, first.task as TaskPayload, "sound");
    expect(answer.lesson).toMatchObject({ expertVerdict: "sound", agrees: true });
    expect(answer.next).toMatchObject({ item: { externalId: "erroneous_story_5" }, position: { done: 1, total: 13 } });
    const flawed = answer.next as TaskPayload;
    const saved = await saveText(ann, flawed, withSentence(flawed.document, "The end."));
    const second = await giveVerdict(ann, flawed, "refined", saved.revisionId);
    expect(second.lesson).toMatchObject({
      expertVerdict: "refined",
      agrees: true,
      suggestedRepair: expect.any(String),
    });
    expect((await reopenTask(ann, flawed.task.id)).task.task.state).toBe("leased");
    // Training does not change the counts of the collection's items.
    const { rows } = await pool().query("SELECT DISTINCT status FROM annotation_item WHERE collection_id = $1", [
      trainingId,
    ]);
    expect(rows).toEqual([{ status: "open" }]);
  });
});
