import { expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { giveVerdict, makeCollection } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { claimNextTask } from "../work/next-task.ts";
import { heartbeat } from "./heartbeat.ts";

withTestDatabase();

it("counts what a reload kept from arriving, once, and never more than has passed", async () => {
  const collection = await makeCollection({ pairs: 1 });
  const ann = await collection.annotator();
  const task = (await claimNextTask(ann, { collectionId: collection.id })).task as TaskPayload;
  const fence = task.task.fence as number;
  const back = (seconds: number) =>
    pool().query(
      "UPDATE annotation_activity SET last_beat_at = clock_timestamp() - make_interval(secs => $2) WHERE task_id = $1",
      [task.task.id, seconds],
    );
  const counted = async () => {
    const { rows } = await pool().query("SELECT active_ms::int FROM annotation_activity WHERE task_id = $1", [
      task.task.id,
    ]);
    return rows[0].active_ms as number;
  };
  await back(60);
  // The page is reloaded: the task is resumed, and the clock starts again.
  await claimNextTask(ann, { collectionId: collection.id });
  await heartbeat(ann, task.task.id, { fence, activeMs: 50_000, idleMs: 0 });
  expect(await counted()).toBe(50_000);
  await heartbeat(ann, task.task.id, { fence, activeMs: 50_000, idleMs: 0 });
  expect(await counted()).toBeLessThan(55_000);
  await back(30);
  await claimNextTask(ann, { collectionId: collection.id });
  await giveVerdict(ann, task, "sound");
  const { rows } = await pool().query("SELECT active_ms FROM annotation_verdict WHERE task_id = $1", [task.task.id]);
  expect(rows[0].active_ms).toBe(await counted());
});
