import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { cellViewTitles } from "../domain/results/views/cell-views.ts";
import { viewTitles } from "../domain/results/views/study-views.ts";
import { pool } from "../server/platform/database/pool.ts";
import { listInterimViews } from "../server/studies/interim-views.ts";
import { excludeResponse } from "../server/studies/responses/exclude-response.ts";
import { formatErrorReason } from "./export/write-file.ts";
import { main } from "./main.ts";

withTestDatabase();

let folder = "";
let study: MadeStudy;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-analyse-"));
  study = await makeStudy();
  await walkTo(await startWalker(study), 6);
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(["analyse", ...args], { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

const contentsOf = async (out: string) =>
  Promise.all(
    (await readdir(out, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(out, join(entry.parentPath, entry.name)))
      .sort()
      .map(async (name) => [name, await readFile(join(out, name), name.endsWith(".png") ? "latin1" : "utf8")] as const),
  );

describe("parallax analyse", () => {
  it("writes the same bytes twice, by the study's name and by its id, under a plan", async () => {
    const plan = join(folder, "plan.json");
    await writeFile(plan, JSON.stringify({ margin: 0.1, family: { method: "bonferroni", alpha: 0.1, tests: [] } }));
    const [first, second] = [join(folder, "one"), join(folder, "two")];
    const told = await run(study.slug, "--plan", plan, "--out", first);
    expect(told).toMatchObject({ code: 0, error: expect.stringContaining("The human ceiling …") });
    expect(await run(study.id, "--plan", plan, "--out", second, "--json")).toMatchObject({ code: 0, error: "" });
    const written = await contentsOf(first);
    expect(await contentsOf(second)).toEqual(written);
    expect(await listInterimViews(study.id)).toMatchObject([{ by: "the command line" }]);
    const files = new Map(written);
    // Every table and comparison, and every analysis of single answers or why the data do not carry it.
    for (const { id } of cellViewTitles)
      expect([...files.keys()].some((name) => name.startsWith(`tables/${id}/`))).toBe(true);
    for (const { id } of viewTitles)
      expect([...files.keys()].some((name) => name.startsWith(`analyses/${id}/`))).toBe(true);
    expect(files.get("tables/accuracy/accuracy.csv")).toContain("People");
    expect(files.get("tables/accuracy/accuracy-1.png") ?? files.get("tables/conditions/conditions.png")).toMatch(
      /^.PNG/,
    );
    expect(files.get("analyses/persons/refused.md")).toContain("answered at least 5 items");
    expect(files.get("methods.md")).toContain("corrected by bonferroni at 0.1");
    expect(JSON.parse(files.get("summary.json")!)).toMatchObject({
      format: "parallax-analysis/1",
      plan: { margin: 0.1 },
      totals: { answers: 1 },
    });
  });

  const plans: Record<string, string> = {
    localisation: '{"outcome": {"measure": "localisation"}}',
    "foreign-model": '{"models": ["Somebody else"]}',
    "foreign-answer": '{"outcome": {"measure": "share-of-answer", "answer": "perhaps"}}',
    "foreign-levels": '{"family": {"method": "holm", "alpha": 0.05, "tests": [{"kind": "levels", "of": "depth"}]}}',
    "no-margin": '{"family": {"method": "holm", "alpha": 0.05, "tests": [{"kind": "equivalence"}]}}',
    "unknown-field": '{"modells": []}',
    "wrong-value": '{"ties": "sometimes"}',
    "cut-off": "{",
  };

  it.each<[string, string[], 1 | 2, string | RegExp]>([
    ["no such study", ["no-such-study"], 2, 'there is no study "no-such-study"; its name is the last part of its link'],
    ["no --out", [], 2, "required option '--out <dir>' not specified"],
    ["no such plan", ["--plan", "PLANS/none.json"], 2, "cannot be read: no such file or folder; name a file"],
    ["a folder for a plan", ["--plan", "PLANS"], 2, "cannot be read: it is a folder; name a file with --plan"],
    ["a plan that is cut off", ["--plan", "PLANS/cut-off.json"], 1, "is not JSON"],
    [
      "a plan with an unknown field",
      ["--plan", "PLANS/unknown-field.json"],
      1,
      'the plan\'s document: Unrecognized key: "modells"',
    ],
    [
      "a plan with a wrong value",
      ["--plan", "PLANS/wrong-value.json"],
      1,
      "the plan's ties: Invalid option: expected one of",
    ],
    [
      "a plan that contradicts itself",
      ["--plan", "PLANS/no-margin.json"],
      1,
      "the plan's margin: A test of equivalence",
    ],
    [
      "an outcome of other studies",
      ["--plan", "PLANS/localisation.json"],
      1,
      'outcome.measure "localisation" needs a study about errors',
    ],
    [
      "an answer of other studies",
      ["--plan", "PLANS/foreign-answer.json"],
      1,
      'outcome.answer "perhaps" is not an answer of an item here',
    ],
    [
      "models of another study",
      ["--plan", "PLANS/foreign-model.json"],
      1,
      'models "Somebody else" have no answers in this study: import',
    ],
    [
      "levels of another study",
      ["--plan", "PLANS/foreign-levels.json"],
      1,
      'tests.0.of "depth" is not an attribute of an item here',
    ],
    [
      "a stage without answers",
      ["--stage", "pilot"],
      1,
      'There are no answers to the study in a stage "pilot"; there are answers of the stages main.',
    ],
    ["a folder that is not empty", ["--out", "PLANS"], 2, "is not empty; name a new folder with --out"],
    [
      "a file for a folder",
      ["--out", "PLANS/cut-off.json"],
      2,
      "cannot be written to: a file with that name exists; name another",
    ],
    [
      "a folder inside a file",
      ["--out", "PLANS/cut-off.json/x"],
      2,
      "cannot be written to: a part of its path is not a folder; name another",
    ],
    [
      "a folder of an impossible name",
      ["--out", "x".repeat(300)],
      2,
      "cannot be written to: the name is too long; name another",
    ],
  ])("refuses %s in one plain sentence and writes nothing", async (what, given, code, says) => {
    const inPlans = join(folder, "plans");
    await mkdir(inPlans, { recursive: true });
    for (const [name, text] of Object.entries(plans)) await writeFile(join(inPlans, `${name}.json`), text);
    const args = given.map((one) => one.replace("PLANS", inPlans));
    const own = args[0]?.startsWith("--") === false ? [] : [study.slug];
    const out = join(folder, "refused", what);
    const needsOut = what !== "no --out" && !args.includes("--out");
    const looks = await listInterimViews(study.id);
    const told = await run(...own, ...args, ...(needsOut ? ["--out", out] : []));
    expect(told).toMatchObject({ code, out: "" });
    expect(told.error).toMatch(says);
    expect(told.error).toMatch(/^(parallax|error): [^\n]+\n$/);
    expect(await readdir(out).catch(() => [])).toEqual([]);
    expect(await listInterimViews(study.id)).toEqual(looks);
  });

  it("says of what the system refuses why, in words", () => {
    const because = (code: string) => formatErrorReason(Object.assign(new Error(`${code}: x`), { code }));
    expect(["EACCES", "EROFS", "ENOSPC"].map(because)).toEqual([
      "permission denied",
      "the disk is read-only",
      "the disk is full",
    ]);
    expect(because("EIO")).toBe("EIO: x");
  });

  it("refuses a study that nobody has answered, and one whose answers a plan leaves out", async () => {
    const empty = await makeStudy();
    const out = join(folder, "empty");
    expect(await run(empty.slug, "--out", out)).toMatchObject({
      code: 1,
      error: "parallax: Neither people nor models have answered the study yet.\n",
    });
    // What was refused left a folder that may be named again.
    const plan = join(folder, "none-counts.json");
    await writeFile(
      plan,
      '{"exclusions": {"openStratum": false, "surplus": false, "excluded": false, "mismatched": false}}',
    );
    const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
    const { rows } = await pool().query("SELECT id FROM counted_response WHERE study_id = $1", [study.id]);
    for (const { id } of rows) await excludeResponse(actor, id, { reason: "other", note: "Tried out." });
    expect(await run(study.slug, "--plan", plan, "--out", out)).toMatchObject({
      code: 1,
      error: 'parallax: No answer of the stage main counts under this plan; see the plan\'s "exclusions".\n',
    });
  });
});
