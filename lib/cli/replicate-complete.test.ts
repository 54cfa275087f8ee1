import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { openStudy } from "@/lib/server/studies/run/open-study.ts";
import { makeProject } from "@/prisma/factories/make-person.ts";
import type { MadeStudy } from "@/prisma/factories/make-study.ts";
import { type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { inProcess, parallax, reportIn, valueIn } from "@/prisma/factories/run-parallax.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";

withTestDatabase();
// Each command is a process of its own, which takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
let server: ModelServer;

beforeAll(async () => {
  await makeProject();
  folder = mkdtempSync(join(tmpdir(), "replicate-complete-"));
  server = await startModelServer(() => "True");
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Answers all problems of one session: "true", except for the first `others` problems. */
async function rate(study: MadeStudy, others: number): Promise<void> {
  const walker = await startWalker(study);
  await walker.post(0, { consent: "yes" });
  await walker.post(1, {});
  const { rows } = await pool().query(
    `SELECT placement.item_version_id FROM slot JOIN placement ON placement.slot_id = slot.id
     WHERE slot.study_id = $1 AND slot.session_id IS NOT NULL AND NOT slot.is_done ORDER BY position`,
    [study.id],
  );
  for (const position of rows.keys()) await walker.post(position + 2, { choice: String(position >= others) });
}

it("ends with 0 and nothing missing when people and every model of the paper have answered", async () => {
  const made = join(folder, "made.jsonl");
  const settings = ["--persons", "2,3", "--rows-per-setup", "16", "--seed", "29", "--out", made];
  expect(await inProcess("mindgames", "generate", ...settings, "--splits", "test=0.5,examples=0.5")).toMatchObject({
    code: 0,
  });
  const data = join(folder, "problems.jsonl");
  writeFileSync(data, ["test", "examples"].map((part) => readFileSync(join(folder, `made.${part}.jsonl`))).join(""));
  const models = ["deberta-small", "GPT-3.5", "GPT-4"];
  for (const name of models) await inProcess("evaluate", "endpoint", name, "--url", server.url, "--model", "any");
  const out = join(folder, "out");
  const call = ["replicate", "mindgames2023", "--data", data, "--endpoint", ...models, "--out", out];

  expect(await parallax(...call)).toMatchObject({ code: 1 });
  const first = reportIn(out);
  expect(first.missing).toEqual([{ what: "Human, Human: accuracy, agreement", why: "no people yet" }]);
  expect(valueIn(first, "problems", "training examples", "value")).toMatchObject({ printed: "11.2k", ours: 32 });
  expect(valueIn(first, "problems", "test cases per setup", "value")).toMatchObject({ ours: 8 });

  const study = await studyOf();
  await openStudy(study.id);
  for (const others of [0, 2]) await rate(await studyOf(), others);

  const asked = server.requests.length;
  const second = await parallax(...call);
  const report = reportIn(out);
  expect({ missing: report.missing, code: second.code }).toEqual({ missing: [], code: 0 });
  // The same command asks nothing twice and changes no value of a model.
  expect(server.requests).toHaveLength(asked);
  expect(report.rows.filter(({ row }) => models.includes(row))).toEqual(
    first.rows.filter(({ row }) => models.includes(row)),
  );
  expect(valueIn(report, "human", "Human", "accuracy").ours).toBeGreaterThan(0.4);
  expect(valueIn(report, "human", "Human", "agreement").ours).toBeLessThan(1);
});

async function studyOf(): Promise<MadeStudy> {
  const { rows } = await pool().query(
    `SELECT id, slug, project_id AS "projectId", benchmark_id AS "benchmarkId",
       protocol_version_id AS "protocolVersionId" FROM study`,
  );
  return rows[0];
}
