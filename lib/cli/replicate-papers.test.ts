import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tuples } from "@/lib/domain/beliefs/fixtures/load.ts";
import { askWhether } from "@/lib/domain/beliefs/queries.ts";
import { formatTuple } from "@/lib/domain/beliefs/tuple.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { eobRepositoryFiles, eobResultsOf, writeFiles } from "@/prisma/factories/eob-results.ts";
import { makeProject } from "@/prisma/factories/make-person.ts";
import { type ModelRequest, type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { inProcess, parallax, reportIn, valueIn } from "@/prisma/factories/run-parallax.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";

withTestDatabase();

const demoItems = fileURLToPath(new URL("../../content/demo/items.jsonl", import.meta.url));
let folder: string;
let server: ModelServer;

beforeAll(async () => {
  await makeProject();
  folder = mkdtempSync(join(tmpdir(), "replicate-papers-"));
  server = await startModelServer(reply);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Knows every fact, and follows every text that stands before the question. */
function believe({ prompt }: ModelRequest): string {
  const asked = prompt.replace("Answer the question with Yes or No.\n\n", "");
  const isRight = tuples.some((tuple) => asked.endsWith(askWhether(tuple.objectPrior, tuple.subjectRelation)));
  const isAlone = /^Is [^.?!]*\?$/.test(asked);
  return isRight === isAlone ? "Yes" : "No";
}

/** Says "true" to everything: in words, as the likelier ending, or by the candidates for the first word. */
function reply(request: ModelRequest): string {
  const { body, prompt } = request;
  if (prompt.startsWith("Answer the question with")) return believe(request);
  if (body.echo) return prompt.endsWith("True") ? "-0.5" : "-2.5";
  return body.logprobs ? '{" True":-0.1,"True":-3,"False":-3.2}' : "True";
}

describe("parallax replicate", () => {
  it("street2024: computes the paper's tests from items of its shape", async () => {
    for (const name of ["LaMDA", "Other"])
      await inProcess("evaluate", "endpoint", name, "--url", server.url, "--model", "any");
    const out = join(folder, "street");
    const call = ["replicate", "street2024", "--data", demoItems, "--endpoint", "LaMDA", "--out", out];
    // Without people, no status of people is printed.
    expect(await parallax(...call)).toMatchObject({ code: 1, out: expect.not.stringContaining("People:") });
    const report = reportIn(out);
    // Half of the statements of every order are true, in both arms and both orders of the words.
    expect(valueIn(report, "2", "LaMDA", "6")).toMatchObject({ printed: 0.55, ours: 0.5, n: 56 });
    expect(valueIn(report, "7", "LaMDA", "Z")).toMatchObject({ printed: 0, ours: 0, n: 560 });
    expect(valueIn(report, "A.6.1", "LaMDA ToM human prompt vs simplified prompt", "first")).toMatchObject({
      printed: 0.5,
      ours: 0.5,
      n: 140,
    });
    expect(valueIn(report, "4.1-mcnemar", "GPT-4 vs LaMDA", "chi-square")).toMatchObject({
      printed: 78.418,
      ours: null,
    });
    expect(report.missing).toContainEqual({
      what: expect.stringMatching(/^Table 2, Humans: /),
      why: "no people yet",
    });
    expect(readFileSync(join(out, "figure-1.svg"), "utf8")).toContain("polyline");
    // A paper that was asked once is asked of another model with a study of the same items.
    const [slug = ""] = /street2024-2024-[0-9a-f]{8}/.exec((await inProcess(...call)).out) ?? [];
    const other = await inProcess(...call.slice(0, 4), "--endpoint", "Other", "--study", slug, "--out", out, "--json");
    const rows = JSON.parse(other.out).rows as { row: string; column: string; ours: number }[];
    expect(rows).toContainEqual(
      expect.objectContaining({ table: "2", row: "Other", column: "2", printed: null, ours: 0.5 }),
    );
  });

  it("mindgames2023: asks a generated set without and with examples", async () => {
    const data = join(folder, "problems.jsonl");
    const settings = ["--persons", "2,3", "--rows-per-setup", "12", "--seed", "29", "--out", data];
    expect(await inProcess("mindgames", "generate", ...settings)).toMatchObject({ code: 0 });
    await inProcess(
      "evaluate",
      "endpoint",
      "Pythia 70M",
      "--url",
      server.url,
      "--model",
      "any",
      "--style",
      "completions",
    );
    await inProcess("evaluate", "endpoint", "GPT-4", "--url", server.url, "--model", "any");
    const out = join(folder, "mindgames");
    const models = ["--endpoint", "Pythia 70M", "GPT-4"];
    const archive = join(folder, "problems.zip");
    writeFileSync(archive, zipSync({ "mindgames/problems.jsonl": readFileSync(data) }));
    const first = await parallax("replicate", "mindgames2023", "--data", archive, ...models, "--out", out);
    expect({ code: first.code, err: first.err }).toEqual({ code: 1, err: expect.stringContaining("answered") });
    const report = reportIn(out);
    expect(valueIn(report, "models", "GPT-4", "accuracy")).toMatchObject({ printed: 0.7, ours: 0.5, n: 48 });
    expect(valueIn(report, "figure-1", "0 examples", "Pythia 70M")).toMatchObject({ ours: 0.5, n: 48 });
    expect(valueIn(report, "figure-1", "5 examples", "Pythia 70M").n).toBeLessThan(48);
    expect(valueIn(report, "setups", "GPT-4", "explicit")).toMatchObject({ printed: null, ours: 0.5, n: 12 });
    expect(report.missing).toContainEqual({ what: "Human, Human: accuracy, agreement", why: "no people yet" });
    expect(first.out).toMatch(/Studies: mindgames2023-evaluation-[0-9a-f]{8}/);
    const { rows } = await pool().query("SELECT name FROM study WHERE slug LIKE 'mindgames2023-%'");
    expect(rows).toEqual([{ name: "Sileo and Lernould 2023: human evaluation (replication)" }]);
  });

  it("eob2026: makes the expressions of tuples, and reads the authors' result files", async () => {
    await inProcess("evaluate", "endpoint", "Qwen3-8B", "--url", server.url, "--model", "any");
    const data = join(folder, "beliefs");
    mkdirSync(data);
    const facts = tuples.filter((tuple) => !/[.?!]/.test(tuple.objectPrior + tuple.subjectRelation)).slice(0, 3);
    writeFileSync(join(data, "tuples.jsonl"), facts.map((tuple) => `${JSON.stringify(formatTuple(tuple))}\n`).join(""));
    const out = join(folder, "eob");
    const call = ["replicate", "eob2026", "--data", data, "--endpoint", "Qwen3-8B", "--out", out];
    expect(await parallax(...call)).toMatchObject({ code: 1 });
    const report = reportIn(out);
    expect(valueIn(report, "design", "expressions", "value")).toMatchObject({ printed: 65_702, ours: 3 * 19 });
    expect(valueIn(report, "design", "types", "value")).toMatchObject({ printed: 19, ours: 19 });
    // The checkpoint's name finds the row of the paper.
    expect(valueIn(report, "rates", "Qwen3-8B-Instruct", "explicit")).toMatchObject({
      printed: expect.any(Number),
      ours: 1,
      n: 3,
    });
    expect(valueIn(report, "6.1", "imperative", "adjusted p")).toMatchObject({
      printed: "<.05",
      ours: expect.closeTo(1, 9),
    });

    // The layout of the authors' repository, which has other tables and earlier results, too.
    const repository = join(folder, "results");
    writeFiles(repository, eobRepositoryFiles());
    const from = ["--data", repository, "--out", join(folder, "eob-results")];
    const { code, out: printed } = await inProcess("replicate", "eob2026", ...from);
    expect({ code, printed }).toEqual({
      code: 1,
      printed: expect.stringMatching(/Studies: eob2026-expressions-[0-9a-f]{8}/),
    });
    const published = reportIn(join(folder, "eob-results"));
    expect(valueIn(published, "rates", "Gemma3-12B", "explicit")).toMatchObject({
      printed: expect.any(Number),
      ours: 1,
      n: 1,
    });
    expect(valueIn(published, "design", "models", "value")).toMatchObject({ ours: 1 });
    expect(published.missing).toContainEqual({
      what: expect.stringMatching(/^true assertions in the study eob2026-expressions-/),
      why: "too few facts have an expression that can also state the true object",
    });

    // Several facts: the study also states some of them truly, and is found again by its name and from its benchmark.
    const results = join(folder, "Gemma3-4B_results.csv");
    const capitals = { Norway: "Oslo", France: "Paris", Italy: "Rome", Spain: "Madrid", Japan: "Tokyo", Peru: "Lima" };
    writeFileSync(results, eobResultsOf(capitals));
    const again = join(folder, "eob-again");
    const first = await inProcess("replicate", "eob2026", "--data", results, "--out", again);
    expect(reportIn(again).missing.map(({ what }) => what)).not.toContainEqual(
      expect.stringContaining("true assertions"),
    );
    const [, benchmark = "", study = ""] = /Benchmark: (.+)\. Studies: (\S+)\./.exec(first.out) ?? [];
    for (const source of [
      ["--data", results, "--study", study],
      ["--data", benchmark],
    ]) {
      const second = await inProcess("replicate", "eob2026", ...source, "--out", again);
      expect({ err: second.err, out: second.out }).toEqual({
        err: expect.not.stringContaining("Error"),
        out: expect.stringContaining(`Studies: ${study}.`),
      });
    }

    const other = ["--data", join(repository, "comparison_results", "rankings.csv"), "--out", join(folder, "no")];
    expect(await inProcess("replicate", "eob2026", ...other)).toMatchObject({
      code: 2,
      err: expect.stringContaining("does not have the columns of the authors' result files"),
    });
    const broken = join(folder, "broken.zip");
    writeFileSync(broken, "no archive");
    expect(await inProcess("replicate", "eob2026", "--data", broken, "--out", join(folder, "no"))).toMatchObject({
      code: 2,
      err: expect.stringContaining("--data: broken.zip: it is not a zip archive that can be read"),
    });
    for (const paper of ["street2024", "mindgames2023"])
      expect(await inProcess("replicate", paper, "--data", repository, "--out", join(folder, "no"))).toMatchObject({
        code: 2,
        err: expect.stringContaining("it is a folder, and a file is expected"),
      });
  });
});
