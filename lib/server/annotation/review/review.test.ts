import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import {
  giveVerdict,
  type MadeCollection,
  makeCollection,
  saveText,
  withSentence,
} from "@/prisma/factories/make-collection.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { seedAnnotation } from "../../demo/seed-annotation.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { takeLease } from "../claim/take-lease.ts";
import { requeueItem } from "../items/requeue-item.ts";
import { readHiddenAnswers } from "../work/hidden-answers.ts";
import { listMyWork } from "../work/list-my-work.ts";
import { claimNextTask } from "../work/next-task.ts";
import { reopenTask } from "../work/reopen-task.ts";
import { submitVerdict } from "../work/submit-verdict.ts";
import { decideReview } from "./decide-review.ts";
import { claimNextReview } from "./next-review.ts";

withTestDatabase();

const code = (wanted: string) => expect.objectContaining({ code: wanted });
const accept = { decision: "accept" as const, reason: "" };

/** Annotates a collection: the named items get one more sentence, all others are found sound. */
async function annotate(actor: Actor, collection: MadeCollection, refined: readonly string[]): Promise<TaskPayload[]> {
  const done: TaskPayload[] = [];
  let { task } = await claimNextTask(actor, { collectionId: collection.id });
  while (task) {
    done.push(task);
    if (refined.includes(task.item.externalId)) {
      const saved = await saveText(actor, task, withSentence(task.document, "The end."));
      task = (await giveVerdict(actor, task, "refined", saved.revisionId)).next;
    } else task = (await giveVerdict(actor, task, "sound")).next;
  }
  return done;
}

async function statuses(collection: MadeCollection): Promise<Record<string, string>> {
  const { rows } = await pool().query("SELECT external_id, status FROM annotation_item WHERE collection_id = $1", [
    collection.id,
  ]);
  return Object.fromEntries(rows.map((row) => [row.external_id, row.status]));
}

describe("the second pass", () => {
  it("gives refined items to somebody else, with the imported text beside the new one and no name", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    await annotate(ann, collection, ["erroneous_story_2"]);
    const { review, counts } = await claimNextReview(rev);
    expect(counts).toEqual({ waiting: 1, done: 0 });
    expect(review).toMatchObject({
      item: { externalId: "erroneous_story_2" },
      original: { externalId: "story_2" },
      submissions: [{ verdict: "refined", branches: [] }],
    });
    expect(review?.submissions[0]?.document.story).toBe(`${review?.importedDocument.story} The end.`);
    const text = JSON.stringify(review);
    for (const secret of [ann.name, ann.email, ann.userId as string]) expect(text).not.toContain(secret);
    expect(await decideReview(rev, review?.taskId as string, accept)).toEqual({ ok: true, itemStatus: "accepted" });
    expect(await decideReview(rev, review?.taskId as string, accept)).toEqual({ ok: true, itemStatus: "accepted" });
    expect((await statuses(collection)).erroneous_story_2).toBe("accepted");
    expect((await claimNextReview(rev)).review).toBeNull();
    const given = await pool().query("SELECT count(*)::int AS n FROM annotation_review");
    expect(given.rows[0].n).toBe(1);
  });

  it("is not for strangers, nor for whoever worked on the item, and one item is with one reviewer", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const { actor: admin } = await makePerson({ projectId: collection.projectId, role: "admin" });
    const [rev, other] = [await collection.reviewer(), await collection.reviewer()];
    const { actor: stranger } = await makePerson({});
    const [task] = await annotate(admin, collection, ["story_1"]);
    const taskId = task?.task.id as string;
    expect((await claimNextReview(admin)).review).toBeNull();
    await expect(decideReview(admin, taskId, accept)).rejects.toEqual(code("not-found"));
    await expect(decideReview(rev, taskId, accept)).rejects.toEqual(code("conflict"));
    expect((await claimNextReview(rev)).review?.taskId).toBe(taskId);
    expect((await claimNextReview(rev)).review?.taskId).toBe(taskId);
    expect((await claimNextReview(other)).review).toBeNull();
    expect((await claimNextReview(stranger)).review).toBeNull();
    await expect(decideReview(stranger, taskId, accept)).rejects.toEqual(code("not-found"));
    await expect(decideReview(other, taskId, accept)).rejects.toEqual(code("conflict"));
    // From here on the annotator cannot undo it.
    await expect(reopenTask(admin, taskId)).rejects.toEqual(code("conflict"));
    await pool().query("UPDATE annotation_item SET review_lease_ends_at = now() - interval '1 second'");
    expect((await claimNextReview(other)).review?.taskId).toBe(taskId);
    await expect(decideReview(rev, taskId, accept)).rejects.toEqual(code("conflict"));
    await decideReview(other, taskId, accept);
  });

  it("returns an item to the same person with the reason, who repairs it and submits again", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    await annotate(ann, collection, ["story_1"]);
    const { review } = await claimNextReview(rev);
    const taskId = review?.taskId as string;
    await expect(decideReview(rev, taskId, { decision: "return", reason: " " })).rejects.toMatchObject({
      field: "reason",
    });
    await decideReview(rev, taskId, { decision: "return", reason: "The last sentence is not needed." });
    const mine = await listMyWork(ann, { state: "returned" });
    expect(mine.tasks).toMatchObject([{ taskId, returnReason: "The last sentence is not needed." }]);
    const { task } = await claimNextTask(ann, { collectionId: collection.id });
    expect(task?.task).toMatchObject({ id: taskId, state: "leased", returnReason: "The last sentence is not needed." });
    const saved = await saveText(ann, task as TaskPayload, withSentence((task as TaskPayload).givenDocument, "So."));
    await giveVerdict(ann, task as TaskPayload, "refined", saved.revisionId);
    const again = await claimNextReview(rev);
    expect(again.review?.submissions[0]?.document.story).toContain("So.");
    expect(await decideReview(rev, taskId, accept)).toMatchObject({ itemStatus: "accepted" });
  });

  it("takes a change with its reason as the text that is accepted", async () => {
    const collection = await makeCollection({ pairs: 1, settings: { requiresReSolve: true } });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    await annotate(ann, collection, ["erroneous_story_1"]);
    const { review } = await claimNextReview(rev);
    const document = withSentence(review?.importedDocument as never, "Night fell.");
    const change = { decision: "change" as const, reason: "Shorter.", document, revisionId: randomUUID() };
    await expect(
      decideReview(rev, review?.taskId as string, { decision: "change", reason: "Shorter.", document }),
    ).rejects.toMatchObject({ field: "revisionId" });
    const [anchor, ...others] = document.anchors;
    await expect(
      decideReview(rev, review?.taskId as string, {
        ...change,
        document: { ...document, anchors: [{ ...anchor, damage: "cut" }, ...others] } as typeof document,
      }),
    ).rejects.toMatchObject({ field: "document.anchors" });
    expect(await decideReview(rev, review?.taskId as string, change)).toMatchObject({ itemStatus: "reviewed" });
    const { rows } = await pool().query(
      `SELECT revision.origin, revision.number, revision.document->>'story' AS story FROM annotation_item AS item
       JOIN annotation_revision AS revision ON revision.id = item.accepted_revision_id WHERE item.collection_id = $1`,
      [collection.id],
    );
    expect(rows).toEqual([{ origin: "review", number: 2, story: document.story }]);
  });

  it("gets again what a lead brought back, though its annotator then finds it sound", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    const done = await annotate(ann, collection, ["story_1"]);
    const idOf = (name: string) => done.find(({ item }) => item.externalId === name)?.item.id as string;
    const { review } = await claimNextReview(rev);
    const document = withSentence(review?.importedDocument as never, "Night fell.");
    const change = { decision: "change" as const, reason: "Shorter.", document, revisionId: randomUUID() };
    await decideReview(rev, review?.taskId as string, change);
    expect(await statuses(collection)).toEqual({ story_1: "accepted", erroneous_story_1: "accepted" });
    // The one was accepted with the reviewer's changes, the other by rule.
    for (const name of ["story_1", "erroneous_story_1"]) {
      await requeueItem(collection.researcher, idOf(name), "A rule changed.");
      const back = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
      expect(back.item.externalId).toBe(name);
      const { revisionId } =
        back.revisionId === null ? { revisionId: null } : await saveText(ann, back, back.givenDocument);
      await giveVerdict(ann, back, "sound", revisionId);
      expect((await statuses(collection))[name]).toBe("submitted");
    }
    const again = await claimNextReview(rev);
    await decideReview(rev, again.review?.taskId as string, accept);
    const { rows } = await pool().query("SELECT is_sample FROM annotation_review WHERE reviewer_id = $1", [rev.userId]);
    expect(rows.map((row) => row.is_sample)).toEqual([false, false]);
  });

  it("also gets the share of unchanged items that the draw chose, and says so in the record only", async () => {
    const collection = await makeCollection({ pairs: 2, settings: { reviewShareUntouched: 0.5 } });
    const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
    await pool().query(
      "UPDATE annotation_item SET audit_draw = CASE WHEN external_id = 'story_2' THEN 0.49 ELSE 0.5 END WHERE collection_id = $1",
      [collection.id],
    );
    await annotate(ann, collection, ["story_1"]);
    expect(await statuses(collection)).toEqual({
      story_1: "submitted",
      erroneous_story_1: "accepted",
      story_2: "submitted",
      erroneous_story_2: "accepted",
    });
    const first = await claimNextReview(rev);
    await decideReview(rev, first.review?.taskId as string, accept);
    const second = await claimNextReview(rev);
    expect(Object.keys(second.review ?? {})).toEqual(Object.keys(first.review ?? {}));
    await decideReview(rev, second.review?.taskId as string, accept);
    const { rows } = await pool().query(
      "SELECT is_sample FROM annotation_review WHERE reviewer_id = $1 ORDER BY saved_at",
      [rev.userId],
    );
    expect(rows.map((row) => row.is_sample)).toEqual([false, true]);
  });

  it("decides between copies: the reviewer names the one to accept", async () => {
    const collection = await makeCollection({ pairs: 1, settings: { overlap: 2 } });
    const [ann, ben, rev] = [await collection.annotator(), await collection.annotator(), await collection.reviewer()];
    await annotate(ann, collection, ["story_1"]);
    expect((await claimNextReview(rev)).review).toBeNull();
    await annotate(ben, collection, []);
    const { review } = await claimNextReview(rev);
    expect(review?.submissions.map(({ verdict }) => verdict).sort()).toEqual(["refined", "sound"]);
    const sound = review?.submissions.find(({ verdict }) => verdict === "sound");
    await decideReview(rev, sound?.taskId as string, accept);
    const { rows } = await pool().query(
      "SELECT accepted_task_id, accepted_revision_id, status FROM annotation_item WHERE external_id = 'story_1' AND collection_id = $1",
      [collection.id],
    );
    expect(rows).toEqual([{ accepted_task_id: sound?.taskId, accepted_revision_id: null, status: "accepted" }]);
  });
});

describe("my work", () => {
  it("pages through everything once, and counts hours and pay from active time", async () => {
    const collection = await makeCollection({ pairs: 30, settings: { payPerHour: 1_200, currency: "EUR" } });
    const ann = await collection.annotator();
    const done = await annotate(ann, collection, []);
    await pool().query("UPDATE annotation_activity SET active_ms = 60000, idle_ms = 5 WHERE user_id = $1", [
      ann.userId,
    ]);
    const first = await listMyWork(ann, {});
    const second = await listMyWork(ann, { cursor: first.cursor as string });
    expect(first.tasks).toHaveLength(50);
    expect(new Set([...first.tasks, ...second.tasks].map(({ taskId }) => taskId))).toEqual(
      new Set(done.map(({ task }) => task.id)),
    );
    expect(second.cursor).toBeNull();
    expect(second.hours).toEqual([]);
    expect(first.hours).toEqual([
      expect.objectContaining({
        submitted: 60,
        activeMs: 3_600_000,
        payPerHour: 1_200,
        currency: "EUR",
        payPerItem: null,
        pay: { by: "hour", earned: 1_200, perHour: 1_200, topUp: 0, total: 1_200 },
      }),
    ]);
    expect(first.tasks[0]).toMatchObject({ verdict: "sound", canReopen: true });
    const ben = await collection.annotator();
    expect(await listMyWork(ben, {})).toEqual({ tasks: [], cursor: null, hours: [] });
    await expect(listMyWork(ann, { cursor: "x~y" })).rejects.toEqual(code("invalid"));
  });
});

async function waitUntil(holds: () => Promise<boolean>): Promise<"waiting"> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
  return "waiting";
}

describe("answers of models", () => {
  it("are hidden until the own verdict, and never there for others", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const { task } = await claimNextTask(ann, { collectionId: collection.id });
    const taskId = task?.task.id as string;
    await expect(readHiddenAnswers(ann, taskId)).rejects.toEqual(code("forbidden"));
    await giveVerdict(ann, task as TaskPayload, "sound");
    expect(await readHiddenAnswers(ann, taskId)).toMatchObject({ answers: [] });
    await expect(readHiddenAnswers(ben, taskId)).rejects.toEqual(code("not-found"));
  });

  it("stay hidden where the task is reopened between the request and the mark", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const ann = await collection.annotator();
    const { task } = await claimNextTask(ann, { collectionId: collection.id });
    const taskId = task?.task.id as string;
    await giveVerdict(ann, task as TaskPayload, "sound");
    const reopening = await pool().connect();
    try {
      await reopening.query("BEGIN");
      await reopening.query("UPDATE annotation_task SET state = 'leased', verdict_id = NULL WHERE id = $1", [taskId]);
      const reading = readHiddenAnswers(ann, taskId);
      const ended = reading.then(
        () => "shown",
        () => "refused",
      );
      const isWaiting = async () =>
        (
          await pool().query(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
          )
        ).rowCount;
      const first = await Promise.race([ended, waitUntil(async () => Boolean(await isWaiting()))]);
      expect(first).toBe("waiting");
      await reopening.query("COMMIT");
      await expect(reading).rejects.toEqual(code("forbidden"));
    } finally {
      reopening.release();
    }
    const { rows } = await pool().query("SELECT unblinded_at FROM annotation_activity WHERE task_id = $1", [taskId]);
    expect(rows).toEqual([{ unblinded_at: null }]);
  });

  it("end the right to reopen once they are read, say nothing about right and wrong before the item is decided", async () => {
    const { id: projectId } = await makeProject();
    const { collectionId } = await seedAnnotation(projectId);
    await pool().query(
      `UPDATE annotation_collection SET settings = settings || '{"reviewShareUntouched": 1}' WHERE id = $1`,
      [collectionId],
    );
    const [{ actor: ann }, { actor: reviewer }] = [
      await makePerson({ projectId, role: "annotator" }),
      await makePerson({ projectId, role: "reviewer" }),
    ];
    const { task } = await claimNextTask(ann, { collectionId });
    const taskId = task?.task.id as string;
    await submitVerdict(ann, taskId, {
      ...{ verdict: "irreparable", revisionId: null, fence: task?.task.fence as number, reason: "I want to read on" },
      ...{ checklist: {}, dismissals: [], activeMs: 0 },
    });
    // A revoked verdict does not reopen them.
    await reopenTask(ann, taskId);
    await expect(readHiddenAnswers(ann, taskId)).rejects.toEqual(code("forbidden"));
    const again = await takeLease(ann, taskId);
    const held = { ...(task as TaskPayload), task: { ...(task as TaskPayload).task, fence: again.fence } };
    await giveVerdict(ann, held, "sound");
    const { isDecided, answers } = await readHiddenAnswers(ann, taskId);
    expect({ isDecided, right: answers.map(({ isRight }) => isRight) }).toEqual({
      isDecided: false,
      right: [null, null, null],
    });
    await expect(reopenTask(ann, taskId)).rejects.toEqual(code("conflict"));
    expect((await listMyWork(ann, {})).tasks.find((mine) => mine.taskId === taskId)?.canReopen).toBe(false);
    // Returned by review it is judged again, and that verdict is marked and does not count in any agreement.
    await claimNextReview(reviewer, { collectionId });
    await decideReview(reviewer, taskId, { decision: "return", reason: "Look again" });
    await expect(readHiddenAnswers(ann, taskId)).rejects.toEqual(code("forbidden"));
    const { fence } = await takeLease(ann, taskId);
    await giveVerdict(ann, { ...held, task: { ...held.task, fence } }, "sound");
    const marked = await pool().query(
      "SELECT is_unblinded FROM annotation_verdict WHERE task_id = $1 ORDER BY saved_at",
      [taskId],
    );
    expect(marked.rows.map((row) => row.is_unblinded)).toEqual([false, false, true]);
    await claimNextReview(reviewer, { collectionId });
    await decideReview(reviewer, taskId, accept);
    expect((await readHiddenAnswers(ann, taskId)).answers.every(({ isRight }) => isRight !== null)).toBe(true);
  });
});

describe("an item that review has returned", () => {
  it.each(["sound", "irreparable"] as const)("goes back to review when its annotator calls it %s", async (verdict) => {
    const collection = await makeCollection({ pairs: 1 });
    const [ann, reviewer] = [await collection.annotator(), await collection.reviewer()];
    const [refined] = await annotate(ann, collection, ["story_1"]);
    const taskId = refined?.task.id as string;
    await claimNextReview(reviewer, { collectionId: collection.id });
    await decideReview(reviewer, taskId, { decision: "return", reason: "Leave the last sentence out" });
    const { fence } = await takeLease(ann, taskId);
    const head = async (): Promise<string> =>
      (await pool().query("SELECT head_id FROM annotation_task WHERE id = $1", [taskId])).rows[0].head_id;
    const given = refined as TaskPayload;
    if (verdict === "sound") await saveText(ann, given, given.givenDocument, { base: await head(), fence });
    await submitVerdict(ann, taskId, {
      ...{ verdict, revisionId: await head(), fence, reason: "As it was" },
      ...{ checklist: {}, dismissals: [], activeMs: 0 },
    });
    const { rows } = await pool().query(
      "SELECT item.status::text FROM annotation_item AS item JOIN annotation_task AS task ON task.item_id = item.id WHERE task.id = $1",
      [taskId],
    );
    expect(rows[0].status).toBe("submitted");
    const next = await claimNextReview(reviewer, { collectionId: collection.id });
    expect(next.review?.item.externalId).toBe("story_1");
  });
});
