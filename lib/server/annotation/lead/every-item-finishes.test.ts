import fc from "fast-check";
import { expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { formatKsteLine } from "@/lib/domain/interchange/kste/jsonl.ts";
import {
  giveVerdict,
  type MadeCollection,
  makeCollection,
  makePairs,
  saveText,
  withSentence,
} from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { setCollectionRole } from "../access/set-collection-role.ts";
import { takeLease } from "../claim/take-lease.ts";
import { importUpload } from "../import/import-upload.ts";
import { claimNextTask } from "../work/next-task.ts";
import { parkTask } from "../work/park-task.ts";
import { skipTask } from "../work/skip-task.ts";
import { leadItems } from "./lead-items.ts";
import { countBlockedCopies, listBlockedCopies } from "./list-blocked.ts";

withTestDatabase();

const acts = [
  "ask",
  "submit",
  "submit",
  "save",
  "skip",
  "park",
  "lapse",
  "pull-back",
  "assign",
  "leave",
  "join",
] as const;
const step = fc.record({ who: fc.nat(2), item: fc.nat(1), does: fc.constantFrom(...acts) });

/** A refusal is not a failure: the act was not possible at that moment. */
async function ifItFits(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function endLeases(collection: MadeCollection): Promise<void> {
  await pool().query(
    `UPDATE annotation_task SET available_at = clock_timestamp() - interval '31 minutes'
     WHERE collection_id = $1 AND state = 'leased'`,
    [collection.id],
  );
}

async function inHand(actor: Actor, collection: MadeCollection): Promise<TaskPayload | null> {
  return (await claimNextTask(actor, { collectionId: collection.id }).catch(() => null))?.task ?? null;
}

async function submit(actor: Actor, task: TaskPayload): Promise<TaskPayload | null> {
  const isChanged = task.document.story !== task.givenDocument.story;
  return (await giveVerdict(actor, task, isChanged ? "refined" : "sound")).next;
}

async function does(
  collection: MadeCollection,
  people: readonly Actor[],
  { who, item, does }: { who: number; item: number; does: (typeof acts)[number] },
  items: readonly string[],
) {
  const actor = people[who] as Actor;
  const personId = actor.userId as string;
  const lead = (act: "pull-back" | "assign") =>
    leadItems(collection.researcher, collection.id, { act, items: [items[item] as string], personId, reason: "Test." });
  if (does === "lapse") return endLeases(collection);
  if (does === "pull-back" || does === "assign") return ifItFits(() => lead(does));
  if (does === "leave" || does === "join")
    return setCollectionRole(collection.researcher, collection.id, {
      userId: personId,
      role: does === "leave" ? "none" : "annotate",
    });
  const task = await inHand(actor, collection);
  if (!task) return;
  const fence = task.task.fence as number;
  if (does === "submit") await ifItFits(() => submit(actor, task));
  if (does === "save") await saveText(actor, task, withSentence(task.document, "More."));
  if (does === "skip") await skipTask(actor, task.task.id, { fence, reason: "Test." });
  if (does === "park") await parkTask(actor, task.task.id, { fence });
}

/** Everyone works until no task is left. */
async function finish(collection: MadeCollection, people: readonly Actor[]): Promise<void> {
  for (let hasMoved = true; hasMoved; ) {
    hasMoved = false;
    await endLeases(collection);
    for (const actor of people) {
      const { rows } = await pool().query(
        "SELECT id FROM annotation_task WHERE collection_id = $1 AND holder_id = $2 AND state = 'parked'",
        [collection.id, actor.userId],
      );
      for (const { id } of rows) await ifItFits(() => takeLease(actor, id));
      for (let task = await inHand(actor, collection); task; hasMoved = true) task = await submit(actor, task);
    }
  }
}

it("finishes every item after any sequence of acts, or lists it with the reason", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 22 }), async (steps) => {
      const collection = await makeCollection({ pairs: 1, settings: { overlap: 2 } });
      const people = [await collection.annotator(), await collection.annotator(), await collection.annotator()];
      const { rows } = await pool().query("SELECT id FROM annotation_item WHERE collection_id = $1 ORDER BY ordinal", [
        collection.id,
      ]);
      const items = rows.map(({ id }) => id as string);
      for (const one of steps) await does(collection, people, one, items);
      const { listed, items: counted, copies } = await listBlockedCopies(collection.researcher, collection.id);
      // The count in the database and the matching of the domain agree.
      expect(listed.reduce((sum, { blocked }) => sum + blocked, 0)).toBe(copies);
      expect(listed).toHaveLength(counted);
      for (const { reason } of listed) expect(reason).not.toBe("");
      await finish(collection, people);
      const left = await pool().query(
        `SELECT item_id, count(*)::int AS copies FROM annotation_task WHERE collection_id = $1
           AND state IN ('open', 'leased', 'parked', 'returned') GROUP BY 1 ORDER BY 1`,
        [collection.id],
      );
      const expected = listed.map(({ itemId, blocked }) => ({ item_id: itemId, copies: blocked }));
      expect(left.rows).toEqual(expected.sort((a, b) => (a.item_id < b.item_id ? -1 : 1)));
      const twice = await pool().query(
        `SELECT FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
         WHERE task.collection_id = $1 GROUP BY task.item_id, verdict.author_id HAVING count(DISTINCT task.id) > 1`,
        [collection.id],
      );
      expect(twice.rowCount).toBe(0);
    }),
    { numRuns: 40 },
  );
});

it("lists a team that is too small, and lets the lead allow a person who skipped the item", async () => {
  const collection = await makeCollection({ pairs: 1, settings: { overlap: 2 } });
  const [ann, ben] = [await collection.annotator(), await collection.annotator()];
  const task = (await inHand(ann, collection)) as TaskPayload;
  await skipTask(ann, task.task.id, { fence: task.task.fence as number, reason: "I know it." });
  const [blocked] = (await listBlockedCopies(collection.researcher, collection.id)).listed;
  expect(blocked).toMatchObject({ itemId: task.item.id, blocked: 1, allow: [{ userId: ann.userId }] });
  expect(blocked?.reason).toContain("skipped it");
  await leadItems(collection.researcher, collection.id, {
    act: "assign",
    items: [task.item.id],
    personId: ann.userId as string,
  });
  expect((await listBlockedCopies(collection.researcher, collection.id)).items).toBe(0);
  await finish(collection, [ann, ben]);
  const { rows } = await pool().query("SELECT DISTINCT status::text FROM annotation_item WHERE collection_id = $1", [
    collection.id,
  ]);
  expect(rows).toEqual([{ status: "accepted" }]);
  const { rows: seen } = await pool().query("SELECT how FROM annotation_seen WHERE item_id = $1 AND user_id = $2", [
    task.item.id,
    ann.userId,
  ]);
  expect(seen).toEqual([{ how: "worked" }]);
});

it("counts blocked copies at the import, when roles change and when a queue is empty", async () => {
  const collection = await makeCollection({ pairs: 1, settings: { overlap: 2 } });
  const [ann, ben] = [await collection.annotator(), await collection.annotator()];
  const setRole = (role: "none" | "annotate") =>
    setCollectionRole(collection.researcher, collection.id, { userId: ben.userId as string, role });
  expect(await countBlockedCopies(collection.id)).toBe(0);
  await setRole("none");
  expect(await countBlockedCopies(collection.id)).toBe(2);
  const lines = makePairs(2).map((item) => `${formatKsteLine(item)}\n`);
  const body = new Blob(lines).stream();
  const report = await importUpload(collection.researcher, collection.id, { fileName: "more.jsonl" }, body);
  expect(report).toMatchObject({ inserted: 2, unchanged: 2, blockedCopies: 4 });
  for (let task = await inHand(ann, collection); task; ) task = await submit(ann, task);
  expect(await claimNextTask(ann, { collectionId: collection.id })).toMatchObject({
    task: null,
    counts: { left: 4, blocked: 4 },
  });
  await setRole("annotate");
  expect((await claimNextTask(ann, { collectionId: collection.id })).counts.blocked).toBe(0);
});
