import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../background/job-handlers.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { requireFreeSpace } from "../platform/files/free-space.ts";
import { startJobWorker } from "../platform/jobs/job-worker.ts";
import { getReplication, requestReplication } from "./replication-job.ts";
import { uploadReplicationFile } from "./replication-upload.ts";

withTestDatabase();

const megabyte = 2 ** 20;
const demoItems = readFileSync(fileURLToPath(new URL("../../../content/demo/items.jsonl", import.meta.url)));
let folder: string;
let path: string;
let projectId: string;
let actor: Actor;

/** A file of 300 MB: the demo's items, then empty lines. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "replication-upload-"));
  path = join(folder, "items.jsonl");
  const emptyLines = Buffer.from(`${" ".repeat(1_023)}\n`.repeat(1_024));
  async function* content() {
    yield demoItems;
    for (let count = 0; count < 300; count += 1) yield emptyLines;
  }
  await pipeline(content(), createWriteStream(path));
  ({ id: projectId } = await makeProject());
  ({ actor } = await makePerson({ projectId, role: "admin" }));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("replicates a paper from an upload of more than 256 MB, of which a small part is in memory", async () => {
  expect(statSync(path).size).toBeGreaterThan(300 * megabyte);
  let most = 0;
  const before = process.memoryUsage().arrayBuffers;
  const measured = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      controller.enqueue(bytes);
    },
  });
  const body = (await openAsBlob(path)).stream().pipeThrough(measured);
  const { upload: data } = await uploadReplicationFile(actor, projectId, { fileName: "items.jsonl" }, body);
  expect(most).toBeLessThan(128 * megabyte);
  await requestReplication(actor, projectId, {
    paper: "street2024",
    data,
    endpoints: [],
    study: "",
    maxCostUsd: null,
  });
  const worker = startJobWorker(jobHandlers, 1);
  try {
    const state = () => getReplication(actor, projectId, "street2024");
    await expect.poll(async () => (await state())?.isRunning, { timeout: 120_000 }).toBe(false);
    expect(await state()).toMatchObject({ problem: null, result: { studies: [{ kind: "true-false" }] } });
  } finally {
    await worker.stop();
  }
  expect((await pool().query("SELECT FROM upload_part")).rowCount).toBe(0);
});

it("refuses a file above the operator's limit, and stores nothing", async () => {
  process.env.PARALLAX_UPLOAD_MB = "1";
  try {
    const body = new Blob([Buffer.alloc(2 * megabyte)]).stream();
    await expect(uploadReplicationFile(actor, projectId, { fileName: "large.jsonl" }, body)).rejects.toThrow(
      "This file is larger than 1 MB. Use the command “parallax replicate” instead, or ask the operator to raise PARALLAX_UPLOAD_MB.",
    );
  } finally {
    delete process.env.PARALLAX_UPLOAD_MB;
  }
  expect((await pool().query("SELECT FROM upload_part")).rowCount).toBe(0);
});

it("refuses a file for which the disk has no space", async () => {
  await expect(requireFreeSpace(folder, 2 ** 52)).rejects.toThrow(
    /^The server’s disk has [\d,.]+ MB free, and this file/,
  );
});
