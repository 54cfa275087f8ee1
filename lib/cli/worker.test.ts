import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { evaluationJobKind } from "../server/models/evaluations/store-evaluation.ts";
import { pool } from "../server/platform/database/pool.ts";
import { enqueueJob } from "../server/platform/jobs/enqueue-job.ts";
import { launchJobs } from "../supervisor/app-processes.ts";

withTestDatabase();

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = join(root, "bin/parallax");

it("`parallax worker` works off the job table of its database until it is stopped", async () => {
  const payload = { evaluationId: "00000000-0000-7000-8000-000000000000" };
  const id = await enqueueJob({ kind: evaluationJobKind, payload, projectId: null, createdById: null });
  const worker = spawn(process.execPath, [command, "worker", "--concurrency", "1"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(worker, "exit");
  try {
    const read = async () =>
      (await pool().query("SELECT state::text, last_error FROM job WHERE id = $1", [id])).rows[0];
    await expect
      .poll(read, { timeout: 120_000 })
      .toEqual({ state: "dead", last_error: "The evaluation no longer exists." });
  } finally {
    worker.kill("SIGTERM");
  }
  expect(await ended).toEqual([0, null]);
});

it("ends if `npm start` ends while it is starting", async () => {
  const worker = launchJobs(root, 1, process.env);
  const ended = once(worker, "exit", { signal: AbortSignal.timeout(60_000) });
  try {
    worker.disconnect();
    expect(await ended).toEqual([0, null]);
  } finally {
    worker.kill("SIGKILL");
  }
});
