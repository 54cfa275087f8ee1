import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getJudgingQueue, judgeAnswer } from "@/lib/server/models/judging/judge-answers.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { writeKsteRelease } from "@/prisma/factories/kste-release.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { inProcess, reportIn, valueIn } from "@/prisma/factories/run-parallax.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";

withTestDatabase();

let folder: string;
let release: string;
let server: ModelServer;
let judge: Actor;
let project: string;

beforeAll(async () => {
  const { id } = await makeProject();
  project = id;
  judge = (await makePerson({ projectId: id })).actor;
  folder = mkdtempSync(join(tmpdir(), "replicate-again-"));
  release = join(folder, "release");
  writeKsteRelease(release, 2);
  rmSync(join(release, "Data/IKD/errors/erroneous_story_900.json"));
  server = await startModelServer(({ prompt }) => {
    if (prompt.startsWith("You are an accuracy evaluator")) return "True";
    return prompt.includes("Logical Error") ? "Logical Error: NA\nConclusion: No" : "**Answer:** A";
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const replicate = (...args: string[]) =>
  inProcess("replicate", "kste2025", "--data", release, "--out", join(folder, "out"), ...args);
const report = () => reportIn(join(folder, "out"));
const studiesIn = (out: string) => /Studies: ([^.]*)\./.exec(out)?.[1]?.split(", ") ?? [];

/** A log of open-ended answers of these models to every question. */
function openLog(name: string, models: readonly string[]): string {
  const path = join(folder, name);
  const condition = { prompt: "open-ended", ablation: "plain" };
  const lines = models.flatMap((model) =>
    ["qa_1", "qa_2"].map((item) => JSON.stringify({ model, item, condition, output: "She asks where the key is." })),
  );
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

describe("parallax replicate kste2025 a second time", () => {
  it("takes each of the paper's studies with --study, and finds the others beside it", async () => {
    const studies = studiesIn((await replicate()).out);
    expect(studies.map((slug) => slug.replace(/-[0-9a-f]{8}$/, ""))).toEqual([
      "kste2025-consistency",
      "kste2025-highlighted",
      "kste2025-action",
    ]);
    for (const slug of studies) {
      const { code, out, err } = await replicate("--study", slug);
      expect({ slug, code, studies: studiesIn(out), err: /differ/.test(err) }).toEqual({
        slug,
        code: 1,
        studies,
        err: false,
      });
    }
    const larger = join(folder, "larger");
    writeKsteRelease(larger, 3);
    for (const slug of studies)
      expect(
        await inProcess("replicate", "kste2025", "--data", larger, "--out", join(folder, "out"), "--study", slug),
      ).toMatchObject({ code: 2, err: expect.stringMatching(/differ from the data: it does not ask \w+_3/) });
  });

  it("judges the rest of a log that a person has judged in part, and lists it without a judge", async () => {
    const log = ["--logs", openLog("partly.jsonl", ["GPT-4o"])];
    await replicate(...log);
    const { rows } = await pool().query("SELECT benchmark_id AS id FROM run LIMIT 1");
    const queue = await getJudgingQueue(judge, rows[0].id);
    await judgeAnswer(judge, { prediction: queue!.next!.predictionId, verdict: "false" });
    expect(await replicate(...log)).toMatchObject({ code: 1 });
    expect(report().missing).toContainEqual({
      what: "GPT-4o: 1 of 2 open-ended answers of its log",
      why: "not judged, because no endpoint was named",
    });
    expect(valueIn(report(), "4", "GPT-4o", "openEnded")).toMatchObject({ ours: 0, n: 1 });

    await inProcess("evaluate", "endpoint", "Judge", "--url", server.url, "--model", "any");
    await replicate(...log, "--endpoint", "Judge");
    // The person's verdict stands, and the judge's is another one.
    expect(valueIn(report(), "4", "GPT-4o", "openEnded")).toMatchObject({ ours: 0.5, n: 2 });
    expect(report().missing.filter(({ what }) => what.startsWith("GPT-4o: "))).toEqual([]);
  });

  it("counts the judging of all logs towards the limit", async () => {
    const priced = ["--url", server.url, "--model", "any", "--usd-read", "1", "--usd-written", "0"];
    await inProcess("evaluate", "endpoint", "Priced", ...priced);
    const logs = ["A", "B", "C"].map((name) => openLog(`${name}.jsonl`, [`Model ${name}`]));
    const spent = async () => {
      const sum = "SELECT coalesce(sum(spent_usd), 0)::float8 AS usd FROM evaluation";
      return (await pool().query(sum)).rows[0].usd as number;
    };
    await replicate("--endpoint", "Priced", "--max-cost", "1");
    const asking = await spent();
    expect(asking).toBeGreaterThan(0);
    // Each judgement costs 0.001 USD: enough for one log.
    const limit = asking + 0.0025;
    await replicate("--endpoint", "Priced", "--max-cost", String(limit), "--logs", ...logs);
    expect(await spent()).toBeLessThanOrEqual(limit);
    const unjudged = report().missing.filter(({ what }) => /^Model [ABC]: /.test(what));
    expect(unjudged.length).toBeGreaterThan(0);
    expect(unjudged.map(({ why }) => why)).toEqual(unjudged.map(() => expect.stringMatching(/^judging: /)));
  });

  it("makes studies of their own in another project, and finds them again", async () => {
    const other = await makeProject("Another project");
    const { rows } = await pool().query("SELECT slug FROM project WHERE id = $1", [other.id]);
    const call = ["--project", rows[0].slug];
    const first = await replicate(...call);
    expect(studiesIn(first.out)).toHaveLength(3);
    expect(studiesIn((await replicate(...call)).out)).toEqual(studiesIn(first.out));
    const made = await pool().query("SELECT count(*)::int AS n FROM study WHERE project_id = ANY($1)", [
      [project, other.id],
    ]);
    expect(made.rows[0].n).toBe(6);
  });
});
