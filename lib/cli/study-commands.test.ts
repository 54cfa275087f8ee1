import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcessEndpoints } from "@/app/s/own-endpoints.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../server/platform/access/access.ts";
import { pool } from "../server/platform/database/pool.ts";
import { getStudyPlan } from "../server/studies/draft/study-plan.ts";
import { moveStudy } from "../server/studies/run/move-study.ts";
import { main } from "./main.ts";

withTestDatabase();

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-plan-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(args: string[], input = "") {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, {
    stdin: Readable.from([input]),
    stdout,
    stderr,
    ownEndpoints: async () => inProcessEndpoints,
  });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

describe("parallax design plan and protocol", () => {
  it("set a plan, freeze it by opening, ask for a reason, and write what was frozen", async () => {
    const study = await makeStudy({ open: false });
    const plan = join(folder, "plan.json");
    await writeFile(plan, JSON.stringify({ margin: 0.05 }));
    const set = await run(["design", "plan", study.slug, "--set", plan, "--registered", "https://osf.io/abc"]);
    expect(set).toMatchObject({ code: 0, error: "" });
    expect(JSON.parse(set.out)).toMatchObject({ margin: 0.05, ties: "half" });
    const early = await run(["design", "protocol", study.slug, "--out", join(folder, "early")]);
    expect(early).toMatchObject({ code: 1, error: expect.stringContaining("nothing is frozen yet") });
    await moveStudy(installation, study.id, "open");
    await writeFile(plan, JSON.stringify({ margin: 0.1 }));
    expect(await run(["design", "plan", study.slug, "--set", plan])).toMatchObject({
      code: 1,
      error: expect.stringContaining("reason"),
    });
    expect((await run(["design", "plan", study.slug, "--set", plan, "--reason", "A reviewer asked."])).code).toBe(0);
    const out = join(folder, "registration");
    expect((await run(["design", "protocol", study.slug, "--out", out])).code).toBe(0);
    expect((await readdir(out)).sort()).toEqual(["amendments.json", "aspredicted.md", "osf.md", "protocol.json"]);
    const amendments = JSON.parse(await readFile(join(out, "amendments.json"), "utf8"));
    expect(amendments[1]).toMatchObject({ reason: "A reviewer asked.", changes: [{ path: "plan.margin" }] });
    expect(await readFile(join(out, "osf.md"), "utf8")).toContain("Registered at https://osf.io/abc.");
    expect((await run(["design", "plan", "no-such-study"])).code).toBe(2);
  });

  it("write that a study opened without a saved plan has no confirmatory tests", async () => {
    const study = await makeStudy({ open: false });
    await moveStudy(installation, study.id, "open");
    const out = join(folder, "unsaved");
    expect((await run(["design", "protocol", study.slug, "--out", out])).code).toBe(0);
    for (const name of ["aspredicted.md", "osf.md"]) {
      const text = await readFile(join(out, name), "utf8");
      expect(text).toContain("Confirmatory tests: none, because no analysis plan is saved.");
      expect(text).not.toContain("corrected by");
    }
  });
});

describe("parallax import items", () => {
  it("asks why it corrects a key to which a frozen study committed itself, and amends the study with the answer", async () => {
    const study = await makeStudy({ open: false, items: 1 });
    await moveStudy(installation, study.id, "open");
    const project = `project-${study.slug}`;
    const args = ["import", "items", "-", "--benchmark", `Benchmark of ${study.slug}`, "--project", project];
    const corrected = JSON.stringify({
      id: "item-0",
      kind: "true-false",
      story: { id: "story-0", title: "Story 0", text: "Ana told Ben the number 0." },
      text: "Ben knows the number 0.",
      gold: false,
      attributes: { number: 0 },
    });
    const refused = await run(args, corrected);
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining("(--reason)") });
    expect(await run([...args, "--reason", "A reader found the error."], corrected)).toMatchObject({ code: 0 });
    const freezes = (await getStudyPlan(installation, study.id))?.freezes;
    expect(freezes).toMatchObject([{ number: 1 }, { number: 2, reason: "A reader found the error." }]);
  });
});

describe("parallax simulate", () => {
  it("fills a twin of the study and prints its margins, time and memory", async () => {
    const study = await makeStudy({ items: 2 });
    const args = ["simulate", "--study", study.slug, "--participants", "60", "--seed", "7", "--json"];
    const { code, out } = await run(args);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      study: `${study.slug}-simulation`,
      finished: 32,
      itemCondition: [4, 4],
      stratumItem: [2, 2],
      open: 0,
      peakMegabytes: expect.any(Number),
    });
    expect((await run(["simulate", "--study", study.slug, "--participants", "0", "--seed", "7"])).code).toBe(2);
  });

  it("writes the answers of a profile's models, which import predictions reads", async () => {
    const study = await makeStudy({ items: 2 });
    const [profile, models] = [join(folder, "profile.json"), join(folder, "models.jsonl")];
    const model = { name: "Echo", distance: -0.1, repeats: 25, unparsed: 0.1 };
    await writeFile(profile, JSON.stringify({ accuracy: 0.9, storySd: 0, itemSd: 0, personSd: 0, models: [model] }));
    const args = ["simulate", "--study", study.slug, "--participants", "1", "--seed", "7", "--models-out", models];
    expect((await run(args)).error).toContain("--models-out needs --profile");
    expect((await run([...args, "--profile", profile])).code).toBe(0);
    const to = [
      "--benchmark",
      `Benchmark of ${study.slug}`,
      "--project",
      `project-${study.slug}`,
      "--source",
      "simulated",
    ];
    expect(await run(["import", "predictions", models, ...to])).toMatchObject({ code: 0 });
    const { rows } = await pool().query(
      `SELECT model.name, count(*)::int AS answers, count(answer_key)::int AS read,
         avg((answer_key = gold #>> '{}')::int) AS right
       FROM prediction JOIN run ON run.id = run_id JOIN model ON model.id = model_id
       JOIN item_key ON item_key.item_version_id = prediction.item_version_id WHERE benchmark_id = $1 GROUP BY 1`,
      [study.benchmarkId],
    );
    expect(rows).toEqual([
      { name: "Echo (simulated)", answers: 200, read: expect.any(Number), right: expect.anything() },
    ]);
    // Nine tenths can be read; unparsed answers count as wrong, so 0.9 - 0.1 of all are right.
    expect(Math.abs(rows[0].read - 180)).toBeLessThan(20);
    expect(Math.abs(Number(rows[0].right) * (rows[0].read / 200) - 0.8)).toBeLessThan(0.12);
  });
});
