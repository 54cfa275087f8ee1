import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentHash } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { untilWaiting } from "@/prisma/factories/wait-for-locks.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { seedAnnotation } from "../../demo/seed-annotation.ts";
import { requirePerson } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { takeLease } from "../claim/take-lease.ts";
import { requeueItem } from "../items/requeue-item.ts";
import { publishAcceptedItems } from "../publish/publish-accepted.ts";
import { readHiddenAnswers } from "./hidden-answers.ts";
import { claimNextTask } from "./next-task.ts";
import { reopenTask } from "./reopen-task.ts";
import { saveRevision } from "./save-revision.ts";

withTestDatabase();

/** A collection whose items were all found sound, and so are accepted. */
async function accepted() {
  const collection = await makeCollection({ pairs: 1 });
  const annotator = await collection.annotator();
  let { task } = await claimNextTask(annotator, { collectionId: collection.id });
  while (task) task = (await giveVerdict(annotator, task, "sound")).next;
  const { rows } = await pool().query(
    "SELECT id, status::text FROM annotation_item WHERE collection_id = $1 ORDER BY ordinal",
    [collection.id],
  );
  expect(rows.map(({ status }) => status)).toEqual(["accepted", "accepted"]);
  return { collection, itemId: rows[0].id as string };
}

describe("publishing", () => {
  it("leaves out an item that is brought back into work while it runs", async () => {
    const { collection, itemId } = await accepted();
    const gate = await pool().connect();
    try {
      await gate.query("BEGIN");
      await gate.query("UPDATE annotation_item SET status = 'in-work' WHERE id = $1", [itemId]);
      const published = publishAcceptedItems(collection.researcher, collection.id);
      await untilWaiting(1);
      await gate.query("COMMIT");
      expect(await published).toMatchObject({ accepted: 1, inserted: 1 });
    } finally {
      gate.release();
    }
    const { rows } = await pool().query("SELECT item_version_id FROM annotation_item WHERE id = $1", [itemId]);
    expect(rows).toEqual([{ item_version_id: null }]);
  });
});

describe("the models' answers to an item", () => {
  /** The demo's collection, and its next task of one annotator with a verdict. */
  async function judged() {
    const { id: projectId } = await makeProject();
    const { collectionId } = await seedAnnotation(projectId);
    const { actor: annotator } = await makePerson({ projectId, role: "annotator" });
    const judge = async () => {
      const { task } = await claimNextTask(annotator, { collectionId });
      await giveVerdict(annotator, task as TaskPayload, "sound");
      return task?.task.id as string;
    };
    return { annotator, judge };
  }

  const unblindedAt = async (taskId: string): Promise<Date | null> =>
    (await pool().query("SELECT unblinded_at FROM annotation_activity WHERE task_id = $1", [taskId])).rows[0]
      .unblinded_at;

  it("are read or the task is reopened, never both, when the two are requested at the same time", async () => {
    const { annotator, judge } = await judged();
    for (let round = 0; round < 12; round += 1) {
      const taskId = await judge();
      const read = () => readHiddenAnswers(annotator, taskId);
      const reopen = () => reopenTask(annotator, taskId);
      const early = round % 2 === 0 ? read() : null;
      const [reopening, reading] = await Promise.allSettled([reopen(), early ?? read()]);
      expect([reading.status, reopening.status].sort()).toEqual(["fulfilled", "rejected"]);
      if (reading.status === "fulfilled") {
        expect(reading.value).toMatchObject({ answers: [{}, {}, {}] });
        expect(reopening).toMatchObject({ reason: { code: "conflict" } });
        expect(await unblindedAt(taskId)).toBeInstanceOf(Date);
      } else {
        expect(reading).toMatchObject({ reason: { code: "forbidden" } });
        expect(await unblindedAt(taskId)).toBeNull();
        if (reopening.status === "fulfilled") await giveVerdict(annotator, reopening.value.task, "sound");
      }
    }
  });

  it("are marked as read once, by the first of several requests at the same time", async () => {
    const { annotator, judge } = await judged();
    const taskId = await judge();
    const reads = await Promise.all(Array.from({ length: 5 }, () => readHiddenAnswers(annotator, taskId)));
    for (const one of reads) expect(one).toEqual(reads[0]);
    const first = await unblindedAt(taskId);
    await readHiddenAnswers(annotator, taskId);
    expect(await unblindedAt(taskId)).toEqual(first);
    await expect(reopenTask(annotator, taskId)).rejects.toMatchObject({ code: "conflict" });
  });

  it("are not shown where the mark cannot be stored", async () => {
    const { annotator, judge } = await judged();
    const taskId = await judge();
    await pool().query(
      "ALTER TABLE annotation_activity ADD CONSTRAINT test_no_mark CHECK (unblinded_at IS NULL) NOT VALID",
    );
    try {
      await expect(readHiddenAnswers(annotator, taskId)).rejects.toThrow("test_no_mark");
    } finally {
      await pool().query("ALTER TABLE annotation_activity DROP CONSTRAINT test_no_mark");
    }
    await expect(reopenTask(annotator, taskId)).resolves.toBeDefined();
  });
});

describe("a workspace that hands in one task while it shows the next", () => {
  it("gets the shown one and no other besides", async () => {
    const collection = await makeCollection({ pairs: 6 });
    const annotator = await collection.annotator();
    let { task, prefetch } = await claimNextTask(annotator, { collectionId: collection.id });
    while (task && prefetch) {
      const [handedIn] = await Promise.all([
        giveVerdict(annotator, task, "sound"),
        takeLease(annotator, prefetch.task.id),
      ]);
      expect(handedIn.next?.task.id).toBe(prefetch.task.id);
      const { rows } = await pool().query("SELECT id FROM annotation_task WHERE holder_id = $1 AND state = 'leased'", [
        requirePerson(annotator),
      ]);
      expect(rows.map(({ id }) => id)).toEqual([prefetch.task.id]);
      ({ task, prefetch } = await claimNextTask(annotator, { collectionId: collection.id, after: task.task.id }));
    }
    expect(task).not.toBeNull();
  });
});

describe("the verdict on a corrected original", () => {
  it("holds no counter while it waits for a story made from it: whoever has that story may wait for the counter", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const annotator = await collection.annotator();
    const { task } = await claimNextTask(annotator, { collectionId: collection.id });
    const original = task as TaskPayload;
    const { revisionId } = await saveText(annotator, original, withSentence(original.document, "The end."));
    const gate = await pool().connect();
    try {
      await gate.query("BEGIN");
      await gate.query("SELECT FROM annotation_item WHERE collection_id = $1 AND kind = 'error' FOR UPDATE", [
        collection.id,
      ]);
      const judged = giveVerdict(annotator, original, "refined", revisionId);
      await untilWaiting(1);
      const counters = "SELECT FROM annotation_count WHERE collection_id = $1 FOR UPDATE NOWAIT";
      expect((await gate.query(counters, [collection.id])).rowCount).toBeGreaterThan(0);
      await gate.query("COMMIT");
      expect((await judged).receipt.verdict).toBe("refined");
    } finally {
      gate.release();
    }
  });
});

describe("bringing an item back", () => {
  it("happens once, however many ask at once", async () => {
    const { collection, itemId } = await accepted();
    const asked = await Promise.allSettled(
      Array.from({ length: 6 }, () => requeueItem(collection.researcher, itemId, "A rule changed.")),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of asked) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
  });
});

describe("leases under any order of events", () => {
  it("belong to one person at a time, and no late text goes over another's", async () => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 3 }),
      does: fc.constantFrom("asks" as const, "saves" as const, "saves" as const, "is away" as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
        const collection = await makeCollection({ pairs: 1 });
        const people = await Promise.all([0, 1, 2, 3].map(() => collection.annotator()));
        const workspaces = people.map((actor) => ({
          actor,
          task: null as TaskPayload | null,
          base: null as string | null,
        }));
        for (const [number, round] of rounds.entries()) {
          await Promise.all(
            round.map(async ({ who, does }, place) => {
              const workspace = workspaces[who] as (typeof workspaces)[number];
              if (does === "is away") {
                await pool().query(
                  `UPDATE annotation_task SET available_at = clock_timestamp() - interval '31 minutes'
                   WHERE holder_id = $1 AND state = 'leased'`,
                  [requirePerson(workspace.actor)],
                );
              } else if (does === "asks" || !workspace.task) {
                const { task } = await claimNextTask(workspace.actor, { collectionId: collection.id });
                Object.assign(workspace, { task, base: task?.revisionId ?? null });
              } else {
                const document = withSentence(workspace.task.document, `Words ${number} ${place} of ${who}.`);
                const saved = await saveRevision(workspace.actor, workspace.task.task.id, crypto.randomUUID(), {
                  base: workspace.base,
                  fence: workspace.task.task.fence ?? 1,
                  document,
                  undo: null,
                  sha256: documentHash(document),
                });
                workspace.base = saved.receipt.revisionId;
              }
            }),
          );
        }
        await expectOneLine(collection.id);
      }),
      { numRuns: 20 },
    );
  });
});

/** On main every text is based on an earlier one of its author or on none, and each new holder has a higher fence. */
async function expectOneLine(collectionId: string): Promise<void> {
  const { rows } = await pool().query(
    `SELECT count(*)::int AS broken FROM (
       SELECT revision.base_id, revision.author_id, revision.fence,
         (SELECT id FROM annotation_revision AS own WHERE own.task_id = revision.task_id AND own.branch = 'main'
            AND own.author_id = revision.author_id AND own.number < revision.number ORDER BY number DESC LIMIT 1) AS before_id,
         lag(revision.author_id) OVER line AS before_author,
         lag(revision.fence) OVER line AS before_fence
       FROM annotation_revision AS revision JOIN annotation_task AS task ON task.id = revision.task_id
       WHERE task.collection_id = $1 AND branch = 'main'
       WINDOW line AS (PARTITION BY revision.task_id ORDER BY revision.number)
     ) AS main
     WHERE base_id IS DISTINCT FROM before_id OR fence < before_fence
       OR (before_author <> author_id AND fence = before_fence)`,
    [collectionId],
  );
  expect(rows).toEqual([{ broken: 0 }]);
}
