import { expect, it } from "vitest";
import { makeCollection } from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { takeLease } from "../claim/take-lease.ts";
import { claimNextTask } from "./next-task.ts";
import { readTasksAhead } from "./read-ahead.ts";

withTestDatabase();

it("reserves at least 20 items for the minutes of a lease, one copy of each, in the order of assignment", async () => {
  const collection = await makeCollection({ pairs: 15, settings: { overlap: 2, leaseMinutes: 45 } });
  const [ann, bea] = [await collection.annotator(), await collection.annotator()];
  const { task } = await claimNextTask(ann, { collectionId: collection.id });
  const ahead = await readTasksAhead(ann, { collection: collection.id, have: [] });
  expect(ahead.order.length).toBeGreaterThanOrEqual(20);
  expect(ahead.payloads.map((payload) => payload.task.id)).toEqual(ahead.order);
  const items = [task, ...ahead.payloads].map((payload) => payload?.item.id);
  expect(new Set(items).size).toBe(items.length);
  expect(ahead.payloads.every((payload) => payload.task.fence === null)).toBe(true);
  const { rows } = await pool().query(
    `SELECT count(*)::int AS n FROM annotation_task WHERE collection_id = $1 AND offered_to = $2
       AND offered_until > clock_timestamp() + interval '44 minutes'`,
    [collection.id, ann.userId],
  );
  expect(rows[0].n).toBe(ahead.order.length);

  // What is known is not sent again, and another person gets other copies.
  const have = ahead.payloads.map((payload) => ({ taskId: payload.task.id, revisionId: payload.revisionId }));
  expect(await readTasksAhead(ann, { collection: collection.id, have })).toEqual({ order: ahead.order, payloads: [] });
  await claimNextTask(bea, { collectionId: collection.id });
  const others = await readTasksAhead(bea, { collection: collection.id, have: [] });
  expect(others.order.filter((id) => ahead.order.includes(id))).toEqual([]);

  // Taken in this order, as a workspace does that was without a connection.
  for (const id of ahead.order) expect(await takeLease(ann, id)).toMatchObject({ ok: true });
});

it("reserves nothing for those who hold no task there, such as strangers", async () => {
  const collection = await makeCollection({ pairs: 2 });
  const { actor: stranger } = await makePerson({});
  for (const actor of [stranger, await collection.annotator()])
    expect(await readTasksAhead(actor, { collection: collection.id, have: [] })).toEqual({ order: [], payloads: [] });
});
