import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { main } from "@/lib/cli/main.ts";
import malformed from "@/lib/domain/beliefs/fixtures/malformed-tuples.json";
import counts from "@/lib/domain/beliefs/fixtures/published-counts.json";
import rows from "@/lib/domain/beliefs/fixtures/tuples.json";

const folder = mkdtempSync(join(tmpdir(), "parallax-eob-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const linesOf = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

async function run(args: string[], input: string | Buffer = "") {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [output, errors] = [text(stdout), text(stderr)];
  const code = await main(["eob", ...args], { stdin: Readable.from([Buffer.from(input)]), stdout, stderr });
  stdout.end();
  stderr.end();
  const out = await output;
  return { code, out, errors: await errors, lines: out.split("\n").slice(0, -1) };
}

const tuples = fileOf("tuples.jsonl", linesOf(rows));

describe("parallax eob tuples", () => {
  it("passes the authors' tuples on and refuses malformed ones with line and field", async () => {
    const report = join(folder, "report.json");
    const file = fileOf("mixed.jsonl", linesOf([rows[0], malformed[0], rows[1], rows[0]]));
    const { code, lines, errors } = await run(["tuples", file, "--format", "authors", "--report", report]);
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(errors).toContain("refused: line 2, object_pri: begins or ends with a comma");
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
      given: 4,
      tuples: 2,
      repeated: 1,
      refused: [{ line: 2 }],
    });
  });

  it("loses no tuple to surrogates that were written one by one, and reports halves", async () => {
    const line = (alias: Buffer) => {
      const [before, after] = JSON.stringify({ ...rows[0], object_ctx_aliases: ["@"] }).split("@");
      return Buffer.concat([Buffer.from(before ?? ""), alias, Buffer.from(`${after}\n`)]);
    };
    const pair = Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);
    const whole = await run(["tuples", fileOf("pair.jsonl", line(pair)), "--format", "authors"]);
    expect(whole.code).toBe(0);
    expect(JSON.parse(whole.lines[0] ?? "")).toMatchObject({ object_ctx_aliases: ["😀"] });
    const half = await run(["tuples", fileOf("half.jsonl", line(pair.subarray(0, 3))), "--format", "authors"]);
    expect(half.lines).toHaveLength(1);
    expect(half.errors).toContain('note: line 1, object_ctx_aliases: dropped "\\ud83d"');
  });

  it("filters PopQA rows from TSV and CSV alike, and says how many each filter removed", async () => {
    const towns = ["Aland", "Beland", "Celand"].map((country, index) => [country, "capital", `Town${index}`]);
    const births = ["Ann", "Bob", "Cid"].map((person, index) => [person, "place of birth", `Town${index}`]);
    const odd = [
      ["Town0", "capital of", "Aland"],
      ["Fay", "place of birth", "Nowhere"],
      ["Gus", "place of birth"],
    ];
    const table = (mark: string) =>
      [
        ["subj", "prop", "obj", "s_pop", "o_aliases"],
        ...[...towns, ...births].map((cells) => [...cells, "5", '"[""x"", ""y z""]"'.replaceAll("x", cells[2] ?? "")]),
        ...odd.map((cells) => (cells.length === 3 ? [...cells, "1", "[]"] : cells)),
      ]
        .map((cells) => cells.join(mark))
        .join("\n");
    const [tsv, csv] = [fileOf("popqa.tsv", table("\t")), fileOf("popqa.csv", table(","))];
    const [first, second] = [
      await run(["tuples", tsv, "--format", "popqa"]),
      await run(["tuples", csv, "--format", "popqa"]),
    ];
    expect(first.out).toBe(second.out);
    expect(first.code).toBe(1);
    expect(first.errors).toContain("removed by excludedRelation: 1");
    expect(first.errors).toContain("removed by unlinkedObject: 1");
    expect(first.errors).toMatch(/refused: line 10/);
    const given =
      first.lines.length +
      [...first.errors.matchAll(/removed by \w+: (\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 1);
    expect(first.errors).toContain(`rows given: ${given}`);
  });

  it("says when a file is missing, empty or not PopQA", async () => {
    expect(await run(["tuples", join(folder, "none"), "--format", "authors"])).toMatchObject({ code: 2 });
    expect(await run(["tuples", fileOf("empty.csv", ""), "--format", "popqa"])).toMatchObject({ code: 1 });
    const other = await run(["tuples", fileOf("other.csv", "a,b\n1,2\n"), "--format", "popqa"]);
    expect(other.errors).toContain("has no column subj, prop, obj");
    expect((await run(["tuples", tuples])).code).toBe(2);
  });
});

describe("parallax eob generate and render", () => {
  it("writes one expression for each fact and category, the same for the same seed", async () => {
    const first = await run(["generate", "--tuples", tuples, "--seed", "1"]);
    expect(first.code).toBe(0);
    expect(first.lines).toHaveLength(45 * 19);
    expect(first.errors).toContain("done: 45 facts, 855 expressions");
    expect((await run(["generate", "--tuples", "-", "--seed", "1"], linesOf(rows))).out).toBe(first.out);
    expect((await run(["generate", "--tuples", "-", "--seed", "1"], JSON.stringify(rows, null, 1))).out).toBe(
      first.out,
    );
    expect((await run(["generate", "--tuples", tuples, "--seed", "2"])).out).not.toBe(first.out);
  });

  it("writes all templates when asked to, from a researcher's own files", async () => {
    const templates = fileOf(
      "own.json",
      JSON.stringify({
        form: {
          explicit: { templates: ["The {relation} of {subject} is {object}!", "{object}, {subject_relation}."] },
        },
      }),
    );
    const { lines, errors } = await run([
      "generate",
      "--tuples",
      tuples,
      "--seed",
      "1",
      "--templates",
      templates,
      "--all-templates",
      "--quiet",
    ]);
    expect(lines).toHaveLength(90);
    expect(errors).toContain("missingCategory");
    expect(JSON.parse(lines[0] ?? "").assertion).toBe("The author of Reflex is Jack Finney!");
  });

  it("refuses templates with unknown slots by place", async () => {
    const bad = fileOf("bad.json", JSON.stringify({ form: { explicit: { templates: ["{sbject} is {object}"] } } }));
    const { code, errors } = await run(["templates", bad]);
    expect(code).toBe(1);
    expect(errors).toContain("form.explicit.templates[0] asks for the unknown slot {sbject} (unknownSlot)");
    expect((await run(["templates"])).lines).toHaveLength(114);
  });

  it("renders line by line, and answers a bad line in its place", async () => {
    const good = {
      tuple: rows[0],
      template: "{belief_source}: {object_ctx} is {subject_relation}\u2028.",
      belief_source: "my aunt",
    };
    const { code, lines } = await run(["render"], `${JSON.stringify(good)}\nnonsense\n\n${JSON.stringify(good)}`);
    expect(code).toBe(1);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        assertion: "My aunt: Jack Finney is the author of Reflex\u2028.",
        ctx_yes_query: "Is Jack Finney the author of Reflex?",
      },
      { error: "is not JSON" },
      { prior_yes_query: "Is Steven Gould the author of Reflex?" },
    ]);
  });
});

describe("parallax eob items, design, score and rank", () => {
  const study = ["--tuples", tuples, "--seed", "3", "--participants", "6", "--facts", "8", "--fillers", "2"];

  it("writes sessions whose items the item file holds", async () => {
    const [items, design] = [await run(["items", ...study]), await run(["design", ...study])];
    const ids = new Set(items.lines.map((line) => JSON.parse(line).id));
    const placements = design.lines.flatMap((line) => JSON.parse(line).placements as { item: string }[]);
    expect(placements.every(({ item }) => ids.has(item))).toBe(true);
    expect(design.lines).toHaveLength(6);
    expect((await run(["items", ...study.slice(0, 4), "--categories", "weak,loud"])).code).toBe(2);
  });

  it("scores a prediction file through the item file", async () => {
    const items = fileOf("items.jsonl", (await run(["items", ...study])).out);
    const predictions = readFileSync(items, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => {
        const { id, gold, attributes } = JSON.parse(line);
        const follows = attributes.role === "expression" && attributes.dimension === "tone";
        return { model: "toy", item: id, condition: {}, answer: follows ? (gold === "yes" ? "No" : "Yes") : gold };
      });
    const file = fileOf("predictions.jsonl", linesOf(predictions));
    const { code, out, errors } = await run(["score", file, "--items", items, "--json", "--rule", "first-word"]);
    expect(code).toBe(0);
    expect(errors).toMatch(/scored separately: \d+ answers to fillers/);
    const score = JSON.parse(out).toy.strict_first_word;
    expect(score.by_dimension).toMatchObject({ tone: { cfr: 1 }, form: { cfr: 0 } });
    expect((await run(["score", file])).code).toBe(2);
  });

  it("takes result tables with and without expressions, and reports rows it cannot use", async () => {
    const header = "assertion,query,generated_answer,dimension,category,subject,object,object_true,query_only\n";
    const row = (object: string, answer: string, only: string) =>
      `The author of Reflex is Jack Finney.,Is ${object} the author of Reflex?,${answer},form,explicit,Reflex,Jack Finney,Steven Gould,${only}\n`;
    const shown = fileOf(
      "m1.csv",
      header + row("Steven Gould", "no", "False") + row("Jack Finney", "Yes", "False") + row("Nobody", "Yes", "False"),
    );
    const only = fileOf(
      "m1_query_only.csv",
      header + row("Steven Gould", "yes", "True") + row("Jack Finney", "No", "True"),
    );
    const { code, out, errors } = await run(["score", shown, only, "--json"]);
    expect(code).toBe(1);
    expect(errors).toContain("m1.csv, line 4, query: asks about neither of the row's objects");
    const scores = JSON.parse(out);
    expect(Object.keys(scores)).toEqual(["m1"]);
    expect(Object.keys(scores.m1)).toEqual(["strict_first_word", "authors_substring"]);
    expect(scores.m1.strict_first_word).toMatchObject({
      prior_filter: { prior_known: 1 },
      pair_outcomes: { context: 1 },
      cfr: 1,
      by_category: { explicit: { context: 1, memory: 0, cfr: 1 } },
    });
    const alone = await run(["score", `mine=${shown}`]);
    expect(alone.errors).toContain("dropped: mine: there are no answers without the expression");
    expect((await run(["score", `${folder}/nothing.csv`])).code).toBe(2);
    const empty = mkdtempSync(join(folder, "empty-"));
    expect(await run(["score", empty])).toMatchObject({ code: 2, errors: expect.stringContaining("contains no .csv") });
  });

  it("ranks counts, its own scores, and refuses what is neither", async () => {
    const file = fileOf("counts.json", JSON.stringify(counts));
    const exact = JSON.parse((await run(["rank", file, "--json"])).out);
    expect(exact).toMatchObject({ n_models: 16, n_categories: 19, n_permutations: null });
    expect(exact.rows[0]).toMatchObject({ category: "child_directed", mean_rank: 3.625 });
    const simulated = await run(["rank", file, "--monte-carlo", "--permutations", "200", "--seed", "1", "--json"]);
    expect(JSON.parse(simulated.out)).toMatchObject({ n_permutations: 200 });
    expect((await run(["rank", file, "--exact", "--monte-carlo"])).code).toBe(2);
    expect((await run(["rank", file, "--include", "Nothing"])).code).toBe(1);
    expect((await run(["rank", "-"], '{"a": 1}')).code).toBe(1);
    const scores = {
      m1: {
        strict_first_word: {
          enters: true,
          by_category: { weak: { context: 1, memory: 3 }, strong: { context: 3, memory: 1 } },
        },
      },
    };
    const ranked = await run(["rank", "--json"], JSON.stringify(scores));
    expect(JSON.parse(ranked.out).rows.map(({ category }: { category: string }) => category)).toEqual([
      "strong",
      "weak",
    ]);
  });

  it("describes itself", async () => {
    const { code, out } = await run(["--help"]);
    expect(code).toBe(0);
    for (const name of ["tuples", "templates", "generate", "render", "items", "design", "score", "rank"])
      expect(out).toContain(`  ${name} `);
    expect((await run(["score", "--help"])).out).toContain("--rule");
    expect((await run(["nonsense"])).code).toBe(2);
  });
});
