import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../lib/cli/main.ts";
import { itemRowSchema } from "../lib/domain/items/item.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../lib/domain/epistemic/fixtures/${name}`, import.meta.url));
const dev = fixture("mindgames-dev.jsonl");
const flips = fixture("mindgames-dev-flips.jsonl");
const mismatched = fixture("mindgames-dev-mismatches.jsonl");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mindgames-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("parallax mindgames check", () => {
  it("prints one object per row with --json, and finds the released defect by itself", async () => {
    const { code, stdout, stderr } = await run(["mindgames", "check", "--json", dev]);
    const checks = jsonLines(stdout);
    const known = new Set(
      (await readFile(mismatched, "utf8")).match(/"index": (\d+)/g)!.map((text) => Number(text.slice(9))),
    );
    expect(code).toBe(1);
    expect(checks).toHaveLength(200);
    expect(Object.keys(checks[0]!)).toEqual([
      "index",
      "label_by_formula",
      "label_by_text",
      "text_matches_formula",
      "text_contradictory",
      "verbalized_premise",
      "verbalized_hypothesis",
      "problems",
    ]);
    const found = checks.filter(({ text_matches_formula }) => text_matches_formula === false);
    expect(found).toHaveLength(10);
    for (const { index } of found) expect(known).toContain(index);
    expect(stderr).toMatch(/200 rows, 10 with problems/);
  });

  it("tells people line, index and reason, and sums up", async () => {
    const { code, stdout } = await run(["mindgames", "check", flips]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^line 1 \(index 12004\)\n {2}the stored label is not_entailment, but the text gives entailment\n/,
    );
    expect(stdout).toMatch(
      /4 rows, 4 with problems; of these\n +4 have a text that does not match the formula\n +1 have/,
    );
  });

  it("exits with 0 when nothing is wrong, and goes on after malformed lines", async () => {
    const [row] = (await readFile(dev, "utf8")).split("\n");
    expect(await run(["mindgames", "check", "-"], `${row}\r\n\n`)).toMatchObject({
      code: 0,
      stdout: "1 rows, no problems\n",
    });
    const { code, stdout } = await run(["mindgames", "check", "--json", "-"], `{"index":7}\nnonsense\n${row}`);
    expect(code).toBe(1);
    expect(jsonLines(stdout).map(({ index, problems }) => [index, problems.length])).toEqual([
      [7, 1],
      [null, 1],
      [66799, 0],
    ]);
  });

  it("does not hold endless lines in memory", async () => {
    const { code, stdout } = await run(["mindgames", "check", "-"], "x".repeat(3_000_000));
    expect(code).toBe(1);
    expect(stdout).toContain("the line is longer than 1000000 bytes");
  });

  it("reads characters that are cut between two chunks", async () => {
    const [row] = (await readFile(dev, "utf8")).split("\n");
    const bytes = Buffer.from(row!.replaceAll("Freddie", "Frédérique"));
    const chunks = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect((await runOn(["mindgames", "check", "-"], chunks)).code).toBe(0);
  });

  it("calls a missing file bad use", async () => {
    expect((await run(["mindgames", "check", join(folder, "absent")])).code).toBe(2);
  });
});

describe("parallax mindgames generate", () => {
  it("writes rows that the check passes, the same for the same seed, with progress on standard error", async () => {
    const args = ["mindgames", "generate", "--preset", "released", "--rows-per-setup", "20", "--seed", "s"];
    const first = await run(args);
    expect(first.code).toBe(0);
    expect(jsonLines(first.stdout)).toHaveLength(80);
    expect(first.stderr).toMatch(/100% {2}80 of 80 problems/);
    expect((await run(args)).stdout).toBe(first.stdout);
    expect(await run(["mindgames", "check", "-"], first.stdout)).toMatchObject({ code: 0 });
  });

  it("takes every setting as an option", async () => {
    const { stdout } = await run([
      ..."mindgames generate --settings --setups internal,explicit --rows-per-setup 8 --splits a=2,b=1".split(" "),
      ..."--persons 4,5=3 --depths 2 --announced-knowledge 0.1 --announced-knowledge-negation 0.2".split(" "),
      ..."--announced-that 0.3 --announced-fact-negation 0.4 --known-fact-negation 0.6 --hypothesis-that 0.7".split(
        " ",
      ),
      ..."--hypothesis-knowledge-negation 0.8 --hypothesis-fact-negation 0.9 --announced-subjects nobody".split(" "),
      ..."--hypothesis-subjects someone --cards-shown 2 --hypotheses-per-premise 9 --rows-per-premise 3".split(" "),
      ..."--some-card-shown --no-both-labels --pairs".split(" "),
      "--announcements",
      "up to persons",
      "--known-subjects",
      "everyone,not everyone",
    ]);
    expect(JSON.parse(stdout)).toEqual({
      setups: ["internal", "explicit"],
      rowsPerSetup: 8,
      splits: [
        ["a", 2],
        ["b", 1],
      ],
      persons: [
        [4, 1],
        [5, 3],
      ],
      announcements: "up to persons",
      depths: [[2, 1]],
      announcedKnowledge: 0.1,
      announcedKnowledgeNegation: 0.2,
      announcedThat: 0.3,
      announcedFactNegation: 0.4,
      knownFactNegation: 0.6,
      hypothesisThat: 0.7,
      hypothesisKnowledgeNegation: 0.8,
      hypothesisFactNegation: 0.9,
      announcedSubjects: ["nobody"],
      knownSubjects: ["everyone", "not everyone"],
      hypothesisSubjects: ["someone"],
      cardsShown: 2,
      someCardShown: true,
      hypothesesPerPremise: 9,
      rowsPerPremise: 3,
      bothLabels: false,
      pairs: true,
    });
  });

  it("generates pairs with a number for each setup, lists what is not possible, and writes the guessability", async () => {
    const guessability = join(folder, "guessability.json");
    const args = "mindgames generate --preset balanced --setups forehead,explicit --guessability".split(" ");
    const made = await run([...args, guessability, "--rows-per-setup", "forehead=20,explicit=12"]);
    expect(made.code).toBe(0);
    const rows = jsonLines(made.stdout);
    expect(rows.map(({ setup }) => setup).filter((setup) => setup === "forehead")).toHaveLength(20);
    expect(rows).toHaveLength(32);
    expect(made.stderr).toContain("Muddy foreheads, 2 persons, 0 announcements after the first, order 1: none");
    expect(JSON.parse(await readFile(guessability, "utf8"))).toMatchObject({
      rows: 32,
      folds: 0,
      training: { rows: 96, seed: "1, training" },
      baselines: [{ accuracy: { n: 32, estimate: 0.5, low: expect.any(Number) } }, {}, {}],
    });
  });

  it("writes each split into a file of its own", async () => {
    const out = join(folder, "set.jsonl");
    const args = "mindgames generate --rows-per-setup 40 --splits train=3,test=1 --out".split(" ");
    expect((await run([...args, out])).code).toBe(0);
    const sizes = await Promise.all(
      ["train", "test"].map(
        async (split) => jsonLines(await readFile(join(folder, `set.${split}.jsonl`), "utf8")).length,
      ),
    );
    expect(sizes).toEqual([120, 40]);
    expect((await run(args.slice(0, -1))).code).toBe(2);
  });

  it("refuses what is not possible and says why", async () => {
    expect(await run(["mindgames", "generate", "--persons", "99"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the setting persons"),
    });
    expect((await run(["mindgames", "generate", "--persons", "two"])).code).toBe(2);
    expect((await run(["mindgames", "generate", "--preset", "other"])).code).toBe(2);
    expect(
      (await run(["mindgames", "generate", "--rows-per-setup", "2", "--out", join(folder, "no", "file")])).code,
    ).toBe(2);
    const few = "mindgames generate --setups forehead_mirror --persons 2 --announcements 0 --rows-per-setup 900".split(
      " ",
    );
    expect(await run(few)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/test: \d+ of 450 forehead_mirror problems/),
    });
  });
});

describe("parallax mindgames items", () => {
  it("writes an item file that keeps the classifier's columns", async () => {
    const { code, stdout } = await run(["mindgames", "items", dev]);
    const items = jsonLines(stdout).map((item) => itemRowSchema.parse(item));
    expect([code, items.length]).toEqual([0, 200]);
    expect(items[0]).toMatchObject({
      kind: "true-false",
      gold: false,
      attributes: { deberta_pred: 0, setup: "forehead_mirror" },
    });
  });

  it("can leave out rows whose text is not what the formula says, or trust the text", async () => {
    const skipped = await run(["mindgames", "items", "--skip-mismatches", dev]);
    expect(jsonLines(skipped.stdout)).toHaveLength(190);
    expect(skipped.stderr).toBe("10 rows were omitted\n");
    const golds = async (...args: string[]) =>
      jsonLines((await run(["mindgames", "items", ...args, flips])).stdout).map(({ gold }) => gold);
    expect(await golds()).toEqual([false, false, true, false]);
    expect(await golds("--gold", "text")).toEqual([true, true, false, true]);
  });

  it("stops at a malformed row with its line", async () => {
    const { code, stderr } = await run(["mindgames", "items", "-"], "{}");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/-, line 1: premise/)]);
  });
});

describe("parallax mindgames lm-eval", () => {
  it("writes two tasks and the documents they name, under the names of the items", async () => {
    const out = join(folder, "task");
    expect((await run(["mindgames", "lm-eval", dev, "--out", out])).code).toBe(0);
    expect((await readdir(out)).sort()).toEqual([
      "README.md",
      "mindgames.jsonl",
      "mindgames_generate.yaml",
      "mindgames_mc.yaml",
    ]);
    const documents = jsonLines(await readFile(join(out, "mindgames.jsonl"), "utf8"));
    const items = jsonLines((await run(["mindgames", "items", dev])).stdout);
    expect(documents.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    for (const { prompt, premise, hypothesis } of documents) {
      expect(prompt).toBe(`${premise} Question: ${hypothesis} True or False?`);
    }
  });

  it("says when it cannot write", async () => {
    await writeFile(join(folder, "occupied"), "");
    expect((await run(["mindgames", "lm-eval", dev, "--out", join(folder, "occupied")])).code).toBe(2);
  });
});

describe("parallax mindgames balance", () => {
  it("writes the subset with its rule and seed, in every row and beside the file", async () => {
    const [from, to] = [join(folder, "all.jsonl"), join(folder, "balanced.jsonl")];
    await run(["mindgames", "generate", "--rows-per-setup", "100", "--seed", "3", "--out", from]);
    const { code, stdout } = await run(["mindgames", "balance", from, "--seed", "5", "--out", to, "--json"]);
    expect(code).toBe(0);
    const rule = JSON.parse(stdout);
    const rows = jsonLines(await readFile(to, "utf8"));
    expect(rule).toMatchObject({
      rule: "matched-labels/1",
      against: "premise_blind",
      seed: "5",
      source: { rows: 400, sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) },
      subset: { rows: rows.length },
    });
    expect(JSON.parse(await readFile(`${to}.rule.json`, "utf8"))).toEqual(rule);
    expect(rows.filter(({ label }) => label === "entailment")).toHaveLength(rows.length / 2);
    expect(new Set(rows.map(({ subset }) => subset))).toEqual(new Set(["matched-labels/1 premise_blind seed=5"]));
    const items = jsonLines((await run(["mindgames", "items", to])).stdout);
    expect(items[0]).toMatchObject({ attributes: { subset: "matched-labels/1 premise_blind seed=5" } });
  });

  it("is refused where no hypothesis stands there with both labels", async () => {
    const [only] = (await readFile(dev, "utf8")).split("\n");
    const file = join(folder, "one.jsonl");
    await writeFile(file, `${only}\n`);
    expect(await run(["mindgames", "balance", file, "--out", join(folder, "none.jsonl")])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no hypothesis with both labels"),
    });
  });
});

describe("parallax mindgames shortcuts and explain", () => {
  it("report how far the baselines get, and can add their guesses to the rows", async () => {
    const path = join(folder, "guessed.jsonl");
    const { code, stdout } = await run(["mindgames", "shortcuts", "--json", "--rows", path, dev]);
    const report = JSON.parse(stdout);
    expect([code, report.rows, report.baselines.length]).toEqual([0, 200, 3]);
    expect(report.baselines[0].accuracy.estimate).toBeGreaterThan(0.65);
    const rows = jsonLines(await readFile(path, "utf8"));
    expect(rows[0]).toMatchObject({
      deberta_pred: 0,
      hypothesis_only_pred: expect.any(Number),
      lexical_difficulty: expect.any(Number),
    });
    const text = await run(["mindgames", "shortcuts", dev]);
    expect(text.stdout).toMatch(/hypothesis_only {2}\d+\.\d%/);
  });

  it("need two premises", async () => {
    const [row] = (await readFile(dev, "utf8")).split("\n");
    expect((await run(["mindgames", "shortcuts", "-"], row)).code).toBe(1);
  });

  it("explain a problem in words and as data", async () => {
    const words = await run(["mindgames", "explain", flips, "--index", "49453"]);
    expect(words.stdout).toContain("The hypothesis follows: it is true in all 4 worlds left by the announcements.");
    const data = await run(["mindgames", "explain", flips, "--index", "49453", "--json"]);
    expect(JSON.parse(data.stdout)).toMatchObject({ label: "entailment", contradictory: false });
    expect((await run(["mindgames", "explain", flips, "--index", "1"])).code).toBe(1);
  });

  it("help, as every command does", async () => {
    for (const command of ["generate", "check", "shortcuts", "explain", "items", "lm-eval"]) {
      const { code, stdout } = await run(["mindgames", command, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toContain("Exit code:");
    }
  });
});

function run(args: string[], input = "") {
  return runOn(args, [input]);
}

async function runOn(args: string[], input: (string | Buffer)[]) {
  const outputs = { stdout: "", stderr: "" };
  const into = (name: "stdout" | "stderr") =>
    new Writable({
      write(chunk, _encoding, done) {
        outputs[name] += String(chunk);
        done();
      },
    });
  const code = await main(args, { stdin: Readable.from(input), stdout: into("stdout"), stderr: into("stderr") });
  return { code, ...outputs };
}

// biome-ignore lint/suspicious/noExplicitAny: the outputs of many commands pass through here, and the tests look at them
function jsonLines(text: string): any[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
