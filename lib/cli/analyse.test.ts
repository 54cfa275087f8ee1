import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { cellViewTitles } from "../domain/results/views/cell-views.ts";
import { viewTitles } from "../domain/results/views/study-views.ts";
import { listLooks } from "../server/studies/looks.ts";
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
    expect(await listLooks(study.id)).toMatchObject([{ by: "the command line" }]);
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
    expect(files.get("analyses/persons/refused.md")).toContain("answered 5 items or more");
    expect(files.get("methods.md")).toContain("corrected by bonferroni at 0.1");
    expect(JSON.parse(files.get("summary.json")!)).toMatchObject({
      format: "parallax-analysis/1",
      plan: { margin: 0.1 },
      totals: { answers: 1 },
    });
  });

  it("ends with 2 when it is used wrongly and with 1 when the plan is wrong, naming the field", async () => {
    expect(await run("no-such-study", "--out", join(folder, "x"))).toMatchObject({
      code: 2,
      error: 'parallax: there is no study "no-such-study"\n',
    });
    const plan = join(folder, "wrong.json");
    await writeFile(plan, JSON.stringify({ outcome: { measure: "localisation" } }));
    const refused = await run(study.slug, "--plan", plan, "--out", join(folder, "y"));
    expect(refused.code).not.toBe(0);
    expect(refused.error).toContain('outcome.measure "localisation" needs a study about errors');
    await writeFile(plan, "{");
    expect((await run(study.slug, "--plan", plan, "--out", join(folder, "z"))).error).toContain("is not JSON");
  });
});
