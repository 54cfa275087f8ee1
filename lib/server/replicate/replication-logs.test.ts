import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { withTemporaryFolder } from "../platform/files/temporary-folder.ts";
import { importLogs } from "./replication-logs.ts";

withTestDatabase();

it("stops within a log when the replication is stopped, and stores nothing of it", async () => {
  const { projectId, benchmarkId } = await makeStudy({ open: false });
  const answer = { model: "Stopped", item: "item-0", condition: { prompt: "human" }, output: "True" };
  const stopped = AbortSignal.abort(new Error("Stopped."));
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, "log.jsonl");
    await writeFile(path, `${JSON.stringify(answer)}\n`);
    const target = { projectId, benchmarkId, actorId: null };
    const logs = [{ path, model: null }];
    await expect(importLogs(logs, { ...target, signal: stopped })).rejects.toThrow("Stopped.");
    expect((await pool().query("SELECT FROM prediction")).rowCount).toBe(0);
    await importLogs(logs, { ...target, signal: new AbortController().signal });
    expect((await pool().query("SELECT FROM prediction")).rowCount).toBe(1);
  });
});
