import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { documentHash } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import {
  giveVerdict,
  type MadeCollection,
  makeCollection,
  makePairs,
  saveText,
  withSentence,
} from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { getTask } from "../claim/get-task.ts";
import { heartbeat } from "../claim/heartbeat.ts";
import { takeLease } from "../claim/take-lease.ts";
import { chooseBranch } from "./choose-branch.ts";
import { claimNextTask } from "./next-task.ts";
import { parkTask } from "./park-task.ts";
import { reopenTask } from "./reopen-task.ts";
import { saveRevision } from "./save-revision.ts";
import { skipTask } from "./skip-task.ts";
import { submitVerdict } from "./submit-verdict.ts";

withTestDatabase();

async function one<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row> {
  return (await pool().query(text, values)).rows[0];
}

async function shown(actor: Actor, collection: MadeCollection): Promise<TaskPayload> {
  const { task } = await claimNextTask(actor, { collectionId: collection.id });
  if (!task) throw new Error("there is no task");
  return task;
}

/** Simulates a lease that ended this many minutes ago. */
async function endLease(taskId: string, minutes = 0): Promise<void> {
  await pool().query(
    "UPDATE annotation_task SET available_at = clock_timestamp() - make_interval(secs => $2) WHERE id = $1",
    [taskId, minutes * 60 + 1],
  );
}

const code = (wanted: string) => expect.objectContaining({ code: wanted });

describe("the queue", () => {
  it("hands out tasks with the lease taken, the next one offered without, and resumes what is in hand", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const ann = await collection.annotator();
    const first = await claimNextTask(ann, { collectionId: collection.id });
    expect(first.task).toMatchObject({ task: { state: "leased", fence: 1 }, item: { externalId: "story_1" } });
    expect(first.prefetch).toMatchObject({ task: { state: "open", fence: null, leaseEndsAt: null } });
    expect(first.counts).toMatchObject({ open: 3, total: 4 });
    const again = await claimNextTask(ann, { collectionId: collection.id });
    expect(again.task?.task).toMatchObject({ id: first.task?.task.id, fence: 1 });
    expect(again.prefetch?.task.id).toBe(first.prefetch?.task.id);
  });

  it("shows an erroneous story with its original and siblings, and never a key, a model or a person", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const ann = await collection.annotator();
    const original = await shown(ann, collection);
    const { next } = await giveVerdict(ann, original, "sound");
    expect(next).toMatchObject({
      item: { externalId: "erroneous_story_1", groupSize: 2 },
      original: { externalId: "story_1", document: { kind: "original" } },
    });
    const text = JSON.stringify(next);
    for (const secret of [ann.name, ann.email, ann.userId as string, "audit", "expert"])
      expect(text).not.toContain(secret);
  });

  it("never gives two people one task, nor one person two copies of an item, whoever asks at once", async () => {
    const collection = await makeCollection({ pairs: 3, settings: { overlap: 2 } });
    const people = await Promise.all(Array.from({ length: 4 }, () => collection.annotator()));
    const asked = people.flatMap((actor) => Array.from({ length: 3 }, () => actor));
    const answers = await Promise.all(asked.map((actor) => claimNextTask(actor, { collectionId: collection.id })));
    const holders = new Map<string, Set<string>>();
    answers.forEach(({ task }, index) => {
      if (task) holders.set(task.task.id, (holders.get(task.task.id) ?? new Set()).add(asked[index]?.userId as string));
    });
    for (const set of holders.values()) expect(set.size).toBe(1);
    const twice = await pool().query(
      "SELECT item_id, holder_id FROM annotation_task WHERE holder_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1",
    );
    expect(twice.rows).toEqual([]);
    // Everyone works to the end: each person sees each item at most once, and every copy is done.
    for (const actor of people) {
      for (let { task } = await claimNextTask(actor, { collectionId: collection.id }); task; ) {
        task = (await giveVerdict(actor, task, "sound")).next;
      }
    }
    const open = await one(
      "SELECT count(*)::int AS n FROM annotation_task WHERE collection_id = $1 AND state <> 'submitted'",
      [collection.id],
    );
    expect(open.n).toBe(0);
    const counted = await pool().query(
      `SELECT scope, state, sum(count)::int AS count FROM annotation_count WHERE collection_id = $1
       GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2`,
      [collection.id],
    );
    expect(counted.rows).toEqual([
      { scope: "item", state: "accepted", count: 6 },
      { scope: "task", state: "submitted", count: 12 },
    ]);
  });

  it("is not there for strangers, nor for researchers, who manage but do not annotate", async () => {
    const collection = await makeCollection();
    const { actor: stranger } = await makePerson({});
    const ann = await collection.annotator();
    const task = await shown(ann, collection);
    for (const actor of [stranger, collection.researcher]) {
      await expect(claimNextTask(actor, { collectionId: collection.id })).rejects.toEqual(code("not-found"));
      await expect(takeLease(actor, task.task.id)).rejects.toEqual(code("not-found"));
      await expect(heartbeat(actor, task.task.id, { fence: 1, activeMs: 0, idleMs: 0 })).rejects.toEqual(
        code("not-found"),
      );
      await expect(saveText(actor, task, task.document)).rejects.toEqual(code("not-found"));
      await expect(giveVerdict(actor, task, "sound")).rejects.toEqual(code("not-found"));
      await expect(reopenTask(actor, task.task.id)).rejects.toEqual(code("not-found"));
    }
    await expect(getTask(stranger, task.task.id)).rejects.toEqual(code("not-found"));
    expect(await getTask(collection.researcher, task.task.id)).toMatchObject({ task: { fence: null } });
    expect(await getTask(ann, task.task.id)).toMatchObject({ task: { fence: 1 } });
    const ben = await collection.annotator();
    await expect(getTask(ben, task.task.id)).rejects.toEqual(code("not-found"));
    await expect(saveText(ben, task, task.document)).rejects.toEqual(code("not-found"));
    await expect(giveVerdict(ben, task, "sound")).rejects.toEqual(code("conflict"));
  });
});

describe("a lease", () => {
  let collection: MadeCollection;
  beforeAll(async () => {
    collection = await makeCollection({ pairs: 40 });
  });

  it("is refused to others while it lasts, and resumed silently by its holder after it ended", async () => {
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const task = await shown(ann, collection);
    await expect(takeLease(ben, task.task.id)).rejects.toEqual(code("conflict"));
    await endLease(task.task.id);
    expect(await takeLease(ann, task.task.id)).toMatchObject({ ok: true, fence: task.task.fence });
    await expect(takeLease(ben, task.task.id)).rejects.toEqual(code("conflict"));
    await endLease(task.task.id);
    const saved = await saveText(ann, task, withSentence(task.document, "The end."));
    expect(saved).toMatchObject({ receipt: { branch: "main", number: 1 }, leaseEndsAt: expect.any(String) });
    await expect(takeLease(ben, task.task.id)).rejects.toEqual(code("conflict"));
  });

  it("goes to another annotator 30 minutes after it ended, from the imported text; the draft stays its author's", async () => {
    const small = await makeCollection({ pairs: 1 });
    const [ann, ben] = [await small.annotator(), await small.annotator()];
    const task = await shown(ann, small);
    const before = await saveText(ann, task, withSentence(task.document, "Once."));
    await endLease(task.task.id);
    await expect(takeLease(ben, task.task.id)).rejects.toEqual(code("conflict"));
    expect((await claimNextTask(ben, { collectionId: small.id })).task?.task.id).not.toBe(task.task.id);
    await endLease(task.task.id, 31);
    expect(await takeLease(ben, task.task.id)).toMatchObject({ fence: (task.task.fence as number) + 1 });
    await expect(
      heartbeat(ann, task.task.id, { fence: task.task.fence as number, activeMs: 1, idleMs: 0 }),
    ).rejects.toEqual(code("conflict"));
    const late = await saveText(ann, task, withSentence(task.document, "Twice."), { base: before.revisionId });
    expect(late).toMatchObject({
      receipt: { branch: "late-1", number: 1 },
      leaseEndsAt: null,
      conflict: { mine: { isMine: true }, theirs: null },
    });
    // Further saves of the same workspace continue its branch.
    const later = await saveText(ann, task, withSentence(task.document, "Thrice."), { base: late.revisionId });
    expect(later.receipt).toMatchObject({ branch: "late-1", number: 2 });
    await expect(giveVerdict(ann, task, "refined", before.revisionId)).rejects.toEqual(code("conflict"));
    const seen = await getTask(ben, task.task.id);
    expect(seen).toMatchObject({ revisionId: null, document: task.document, branches: [] });
    const keep = { keep: later.revisionId, fence: seen.task.fence as number };
    await expect(chooseBranch(ben, task.task.id, keep)).rejects.toEqual(code("not-found"));
    const own = await saveText(ben, seen, withSentence(seen.document, "Mine."));
    expect(own.receipt).toMatchObject({ branch: "main", number: 2 });
    // The text of the other annotator is not shown to the late one.
    const last = await saveText(ann, task, withSentence(task.document, "Last."), { base: later.revisionId });
    expect(last.conflict).toMatchObject({ theirs: null });
    const kept = await pool().query("SELECT branch, number FROM annotation_revision WHERE task_id = $1 ORDER BY 1, 2", [
      task.task.id,
    ]);
    expect(kept.rows.map(({ branch, number }) => `${branch}:${number}`)).toEqual([
      "late-1:1",
      "late-1:2",
      "late-1:3",
      "main:1",
      "main:2",
    ]);
  });

  it("that was lost leaves the other copies of the item open to its former holder, who gets one and never two", async () => {
    const small = await makeCollection({ items: makePairs(1).slice(0, 1), settings: { overlap: 2 } });
    const [ann, ben] = [await small.annotator(), await small.annotator()];
    const first = await shown(ann, small);
    await saveText(ann, first, withSentence(first.document, "Once."));
    await endLease(first.task.id, 31);
    expect(await takeLease(ben, first.task.id)).toMatchObject({ ok: true });
    const second = await shown(ann, small);
    expect(second.task).toMatchObject({ copy: 2 });
    expect(second.document).toEqual(first.givenDocument);
    await giveVerdict(ann, second, "sound");
    await giveVerdict(ben, await shown(ben, small), "sound");
    expect(await one("SELECT status::text FROM annotation_item WHERE id = $1", [first.item.id])).toEqual({
      status: "accepted",
    });
  });

  it("counts time by the server's clock, a repeated heartbeat once", async () => {
    const ann = await collection.annotator();
    const task = await shown(ann, collection);
    await pool().query(
      "UPDATE annotation_activity SET last_beat_at = clock_timestamp() - interval '60 seconds' WHERE task_id = $1",
      [task.task.id],
    );
    const beat = { fence: task.task.fence as number, activeMs: 40_000, idleMs: 86_400_000 };
    await heartbeat(ann, task.task.id, beat);
    await heartbeat(ann, task.task.id, beat);
    const row = await one("SELECT active_ms::int, idle_ms::int FROM annotation_activity WHERE task_id = $1", [
      task.task.id,
    ]);
    expect(row.active_ms).toBeGreaterThanOrEqual(40_000);
    expect(row.active_ms).toBeLessThan(45_000);
    expect(row.idle_ms).toBeGreaterThanOrEqual(20_000);
    expect(row.idle_ms).toBeLessThan(25_000);
  });
});

describe("saving", () => {
  let collection: MadeCollection;
  beforeAll(async () => {
    collection = await makeCollection({ pairs: 20 });
  });

  it("is one effect however often it is sent, also at the same time", async () => {
    const ann = await collection.annotator();
    const task = await shown(ann, collection);
    const document = withSentence(task.document, "The end.");
    const revisionId = randomUUID();
    const copies = await Promise.all(Array.from({ length: 8 }, () => saveText(ann, task, document, { revisionId })));
    expect(new Set(copies.map(({ receipt }) => JSON.stringify(receipt))).size).toBe(1);
    expect(copies[0]?.receipt).toMatchObject({ revisionId, branch: "main", number: 1, sha256: documentHash(document) });
    await expect(saveText(ann, task, withSentence(task.document, "Other."), { revisionId })).rejects.toEqual(
      code("conflict"),
    );
    const stored = await one("SELECT count(*)::int AS n FROM annotation_revision WHERE task_id = $1", [task.task.id]);
    expect(stored.n).toBe(1);
  });

  it("keeps both texts of two tabs, and shows the difference to the second", async () => {
    const ann = await collection.annotator();
    const task = await shown(ann, collection);
    const [first, second] = await Promise.all([
      saveText(ann, task, withSentence(task.document, "One.")),
      saveText(ann, task, withSentence(task.document, "Two.")),
    ]);
    expect([first.receipt.branch, second.receipt.branch].sort()).toEqual(["late-1", "main"]);
    const late = first.conflict ? first : second;
    expect(late.conflict).toMatchObject({ mine: { isMine: true }, theirs: { isMine: true, branch: "main" } });
  });

  it("keeps the undo history of the newest text", async () => {
    const ann = await collection.annotator();
    const task = await shown(ann, collection);
    const document = withSentence(task.document, "The end.");
    await saveRevision(ann, task.task.id, randomUUID(), {
      base: null,
      fence: task.task.fence as number,
      document,
      undo: '{"past":[1]}',
      sha256: documentHash(document),
    });
    expect((await shown(ann, collection)).undo).toBe('{"past":[1]}');
  });

  it("refuses a text that arrived altered, or of another kind of item", async () => {
    const ann = await collection.annotator();
    const task = await shown(ann, collection);
    const request = { base: null, fence: task.task.fence as number, undo: null };
    await expect(
      saveRevision(ann, task.task.id, randomUUID(), { ...request, document: task.document, sha256: "0".repeat(64) }),
    ).rejects.toMatchObject({ code: "invalid", field: "sha256" });
    const { genre, story } = task.document;
    const document =
      task.document.kind === "original"
        ? {
            kind: "knp" as const,
            genre,
            story,
            anchors: [],
            character: "",
            implausibleKnowledge: "",
            question: "",
            answerWithKnowledge: "",
            answerWithoutKnowledge: "",
            knowledgeExplanation: null,
            explanation: null,
          }
        : { kind: "original" as const, genre, story, anchors: [] };
    await expect(
      saveRevision(ann, task.task.id, randomUUID(), { ...request, document, sha256: documentHash(document) }),
    ).rejects.toMatchObject({ code: "invalid", field: "document.kind" });
  });

  it("leaves rows that nobody can change or delete", async () => {
    const ann = await collection.annotator();
    const task = await shown(ann, collection);
    await saveText(ann, task, withSentence(task.document, "The end."));
    await expect(pool().query("UPDATE annotation_revision SET sha256 = ''")).rejects.toThrow("append-only");
    await expect(pool().query("DELETE FROM annotation_revision")).rejects.toThrow("append-only");
    await pool().query("DELETE FROM project WHERE id = $1", [(await makeCollection()).projectId]);
  });
});

describe("a verdict", () => {
  it("is taken once, answers the next task leased, and is given again when it is repeated", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const ann = await collection.annotator();
    const { task, prefetch } = await claimNextTask(ann, { collectionId: collection.id });
    const first = await giveVerdict(ann, task as TaskPayload, "sound");
    expect(first.next?.task).toMatchObject({ id: prefetch?.task.id, state: "leased", fence: 1 });
    const again = await giveVerdict(ann, task as TaskPayload, "sound");
    expect(again.receipt).toEqual(first.receipt);
    expect(again.next?.task.id).toBe(first.next?.task.id);
    const stored = await one("SELECT count(*)::int AS n FROM annotation_verdict WHERE task_id = $1", [task?.task.id]);
    expect(stored.n).toBe(1);
  });

  it("does not fit: sound on a changed text, refined on an untouched one, on an older text, on broken anchors", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const ann = await collection.annotator();
    await giveVerdict(ann, await shown(ann, collection), "sound");
    const task = await shown(ann, collection);
    await expect(giveVerdict(ann, task, "refined")).rejects.toMatchObject({ field: "verdict" });
    const saved = await saveText(ann, task, withSentence(task.document, "The end."));
    await expect(giveVerdict(ann, task, "sound", saved.revisionId)).rejects.toMatchObject({ field: "verdict" });
    await expect(giveVerdict(ann, task, "refined", saved.revisionId, [])).rejects.toMatchObject({
      code: "invalid",
      field: "codes",
    });
    await expect(giveVerdict(ann, task, "refined", null)).rejects.toMatchObject({
      code: "conflict",
      field: "revisionId",
    });
    const [anchor, ...others] = task.document.anchors;
    const broken = { ...task.document, anchors: [{ ...anchor, damage: "cut" as const }, ...others] };
    const later = await saveText(ann, task, broken as typeof task.document, { base: saved.revisionId });
    await expect(giveVerdict(ann, task, "refined", later.revisionId)).rejects.toMatchObject({ code: "invalid" });
    const given = {
      revisionId: null,
      fence: task.task.fence as number,
      verdict: "irreparable" as const,
      checklist: {},
      dismissals: [],
      activeMs: 0,
    };
    await expect(submitVerdict(ann, task.task.id, { ...given, reason: " " })).rejects.toMatchObject({
      field: "reason",
    });
    const done = await submitVerdict(ann, task.task.id, { ...given, reason: "The story makes no sense." });
    expect(done).toMatchObject({ receipt: { verdict: "irreparable", revisionId: later.revisionId }, next: null });
    const item = await one("SELECT status FROM annotation_item WHERE id = $1", [task.item.id]);
    expect(item.status).toBe("irreparable");
  });

  it("sends refined items to review, accepts the untouched, and flags the siblings of a corrected original", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const ann = await collection.annotator();
    const original = await shown(ann, collection);
    const saved = await saveText(ann, original, withSentence(original.document, "The end."));
    const { next } = await giveVerdict(ann, original, "refined", saved.revisionId);
    expect(next?.item.flags).toEqual(["sibling-changed"]);
    await giveVerdict(ann, next as TaskPayload, "sound");
    const { rows } = await pool().query(
      "SELECT external_id, status, flags FROM annotation_item WHERE collection_id = $1 ORDER BY ordinal",
      [collection.id],
    );
    expect(rows).toEqual([
      { external_id: "story_1", status: "submitted", flags: [] },
      { external_id: "erroneous_story_1", status: "accepted", flags: [] },
    ]);
  });

  it("can be undone until the review begins, with text and fence as they were", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const ann = await collection.annotator();
    const task = await shown(ann, collection);
    const saved = await saveText(ann, task, withSentence(task.document, "The end."));
    await giveVerdict(ann, task, "refined", saved.revisionId, ["language"]);
    const reopened = await reopenTask(ann, task.task.id);
    expect(reopened.task).toMatchObject({
      codes: ["language"],
      task: { state: "leased", fence: task.task.fence },
      revisionId: saved.revisionId,
    });
    expect((await reopenTask(ann, task.task.id)).task.task.state).toBe("leased");
    await giveVerdict(ann, reopened.task, "refined");
    await pool().query("UPDATE annotation_item SET review_started_at = now() WHERE id = $1", [task.item.id]);
    await expect(reopenTask(ann, task.task.id)).rejects.toEqual(code("conflict"));
  });
});

describe("parking and skipping", () => {
  it("keeps a parked task for its holder and gives a skipped one to somebody else, never back", async () => {
    const collection = await makeCollection({ pairs: 1 });
    const [ann, ben] = [await collection.annotator(), await collection.annotator()];
    const first = await shown(ann, collection);
    const parked = await parkTask(ann, first.task.id, { fence: 1, reason: "later" });
    expect(parked).toMatchObject({
      receipt: { verdict: "parked" },
      next: { item: { externalId: "erroneous_story_1" } },
    });
    expect((await parkTask(ann, first.task.id, { fence: 1 })).receipt.savedAt).toBe(parked.receipt.savedAt);
    const second = parked.next as TaskPayload;
    const skipped = await skipTask(ann, second.task.id, { fence: 1, reason: "I know this story." });
    expect(skipped).toMatchObject({ receipt: { verdict: "skipped" }, next: null });
    expect((await skipTask(ann, second.task.id, { fence: 1, reason: "again" })).receipt).toEqual(skipped.receipt);
    expect((await claimNextTask(ben, { collectionId: collection.id })).task?.task).toMatchObject({
      id: second.task.id,
      fence: 2,
    });
    await expect(takeLease(ann, second.task.id)).rejects.toEqual(code("conflict"));
    expect(await takeLease(ann, first.task.id)).toMatchObject({ fence: 1 });
    await expect(takeLease(ben, first.task.id)).rejects.toBeInstanceOf(AppError);
  });
});
