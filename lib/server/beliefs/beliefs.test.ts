import { describe, expect, it } from "vitest";
import malformed from "@/lib/domain/beliefs/fixtures/malformed-tuples.json" with { type: "json" };
import tuples from "@/lib/domain/beliefs/fixtures/tuples.json" with { type: "json" };
import { defaultBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { makeImportSource } from "@/lib/server/items/import-lines.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { readBeliefSource } from "./belief-source.ts";
import { compareTuning } from "./compare-tuning.ts";
import { createBeliefStudy } from "./create-belief-study.ts";
import { itemLines, runExpansionJob } from "./expand-beliefs.ts";
import { getBeliefCell } from "./get-cell.ts";
import { getFacts } from "./get-facts.ts";
import { listBeliefBenchmarks } from "./list-belief-benchmarks.ts";
import { loadBeliefs } from "./load-beliefs.ts";
import { makeExpressions } from "./make-expressions.ts";
import { uploadFacts } from "./upload-facts.ts";

withTestDatabase();

const few = tuples.slice(0, 12);
const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");

function body(text: string | Uint8Array): ReadableStream<Uint8Array> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return new ReadableStream({
    start(controller) {
      // In pieces, as a network brings them.
      for (let start = 0; start < bytes.length; start += 777) controller.enqueue(bytes.subarray(start, start + 777));
      controller.close();
    },
  });
}

async function researcher() {
  const { id: projectId } = await makeProject();
  const { actor } = await makePerson({ projectId });
  return { projectId, actor };
}

const upload = { benchmark: "Facts", format: "authors", seed: "42", fileName: "facts.jsonl" } as const;
const post = (text = "") => new Request("http://localhost/", { method: "POST", body: text });
const shipped = { seed: "7", templates: "shipped", all: "no", fileName: "" } as const;

describe("a file of the authors' tuples", () => {
  it("becomes a benchmark with an account of every row, once", async () => {
    const { projectId, actor } = await researcher();
    const file = `${lines(...few, few[0], ...malformed)}\nno json\n`;
    const done = await uploadFacts(actor, projectId, upload, body(file));
    expect(done.importSummary).toMatchObject({
      given: few.length + 1 + malformed.length + 1,
      tuples: few.length,
      repeated: 1,
      refused: malformed.length + 1,
    });
    expect(done.importSummary.refusals.at(-1)).toMatchObject({
      line: few.length + malformed.length + 2,
      message: "is not JSON",
    });
    const again = await uploadFacts(actor, projectId, upload, body(file));
    expect(again).toMatchObject({ benchmarkId: done.benchmarkId, isUnchanged: true });
    expect(await listBeliefBenchmarks(actor, projectId)).toMatchObject([{ name: "Facts", facts: few.length }]);
  });

  it("loses no row to an encoding error: half a pair costs an alias, or names the field that it stands in", async () => {
    const { projectId, actor } = await researcher();
    const half = { ...few[0], possible_prior_answers: ["fine", "half \ud83d"] };
    const shown = { ...few[1], subject: "half \ud83d" };
    const nul = { ...few[2], object_ctx: "a\u0000b" };
    const [before, after] = lines(half, shown, nul, { ...few[3], object_ctx_aliases: ["HERE"] }).split("HERE");
    // The bytes that Python's "surrogatepass" writes for half a pair.
    const file = Buffer.concat([Buffer.from(before!), Buffer.from([0xed, 0xa0, 0xbd]), Buffer.from(after!)]);
    const { importSummary, benchmarkId } = await uploadFacts(actor, projectId, upload, body(file));
    expect(importSummary).toMatchObject({ given: 4, tuples: 2, refused: 2 });
    expect(importSummary.refusals.map(({ line, field }) => [line, field])).toEqual([
      [2, "subject"],
      [3, "object_ctx"],
    ]);
    expect(importSummary.notes.map(({ line, field }) => [line, field])).toEqual(
      expect.arrayContaining([
        [1, "possible_prior_answers"],
        [4, "object_ctx_aliases"],
      ]),
    );
    expect((await readBeliefSource(benchmarkId!))?.tuples).toHaveLength(2);
  });

  it("without a usable fact is told so and leaves nothing behind", async () => {
    const { projectId, actor } = await researcher();
    const done = await uploadFacts(actor, projectId, upload, body(lines(...malformed)));
    expect(done).toMatchObject({ benchmarkId: null, importSummary: { tuples: 0, refused: malformed.length } });
    expect(await listBeliefBenchmarks(actor, projectId)).toEqual([]);
  });

  it("is refused to those who may not write, and to a name that holds other items", async () => {
    const { projectId, actor } = await researcher();
    const { actor: viewer } = await makePerson({ projectId, role: "viewer" });
    const { actor: stranger } = await researcher();
    for (const somebody of [viewer, stranger]) {
      await expect(uploadFacts(somebody, projectId, upload, body(lines(...few)))).rejects.toMatchObject({
        code: "not-found",
      });
    }
    const { benchmarkId } = await uploadFacts(actor, projectId, upload, body(lines(...few)));
    await makeExpressions(actor, benchmarkId!, shipped, post());
    while (await runNextJob({ "expand-beliefs": runExpansionJob }));
    await expect(uploadFacts(actor, projectId, upload, body(lines(...tuples)))).rejects.toMatchObject({
      code: "conflict",
      field: "benchmark",
    });
    expect(await getFacts(stranger, benchmarkId!)).toBeNull();
  });
});

describe("a PopQA table", () => {
  const fact = (subject: string, relation: string, object: string, popularity: number) =>
    [subject, relation, object, popularity, popularity, "[]", JSON.stringify([object])].map(quoted).join(",");
  const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;
  const rows = [
    ...["A", "B", "C", "D"].flatMap((name, place) => [
      fact(`Town ${name}`, "country", `Land ${place % 2}`, 100 + place),
      fact(`River ${name}`, "mouth", `Sea ${place % 2}`, 50 + place),
    ]),
    fact("Land 0", "capital of", "Town A", 9),
    fact("", "country", "Land 1", 9),
    fact("Town E", "country", "1984", 9),
  ];
  const table = ["subj,prop,obj,s_pop,o_pop,o_aliases,possible_answers", ...rows, "too,few,cells"].join("\n");

  it("passes the filters, each of which says what it removed; every row is accounted for", async () => {
    const { projectId, actor } = await researcher();
    const done = await uploadFacts(actor, projectId, { ...upload, format: "popqa" }, body(table));
    const { importSummary } = done;
    const removed = Object.values(importSummary.removed).reduce((sum, count) => sum + count, 0);
    expect(importSummary.given).toBe(importSummary.tuples + importSummary.repeated + importSummary.refused + removed);
    expect(importSummary).toMatchObject({ seed: "42", refused: 1, removed: { excludedRelation: 1, empty: 1 } });
    expect(importSummary.tuples).toBeGreaterThan(0);
  });

  it("draws the same for the same seed", async () => {
    const { projectId, actor } = await researcher();
    await uploadFacts(actor, projectId, { ...upload, format: "popqa" }, body(table));
    const again = await uploadFacts(actor, projectId, { ...upload, format: "popqa" }, body(table));
    expect(again.isUnchanged).toBe(true);
  });

  it("without its columns is refused in words", async () => {
    const { projectId, actor } = await researcher();
    const wrong = uploadFacts(actor, projectId, { ...upload, format: "popqa" }, body("a,b\n1,2\n"));
    await expect(wrong).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("no column subj") });
  });
});

describe("expressions made of facts", () => {
  it("stand there once, with shipped templates or with a file whose problems are all named", async () => {
    const { projectId, actor } = await researcher();
    const { benchmarkId } = await uploadFacts(actor, projectId, upload, body(lines(...few)));
    const own = { ...shipped, templates: "own", fileName: "own.json" } as const;
    const bad = {
      form: {
        explicit: { templates: ["{nobody} is {object_ctx}.", "{object_ctx"] },
        "mystery type": { templates: [] },
      },
    };
    const refused = await makeExpressions(actor, benchmarkId!, own, post(JSON.stringify(bad)));
    expect(refused).toMatchObject({ ok: false, problems: { length: 3 } });
    const good = { form: { explicit: { templates: ["{subject_relation} is {object_ctx}."] } } };
    expect(await makeExpressions(actor, benchmarkId!, own, post(JSON.stringify(good)))).toEqual({ ok: true });
    await expect(makeExpressions(actor, benchmarkId!, shipped, post())).rejects.toMatchObject({ code: "conflict" });
    while (await runNextJob({ "expand-beliefs": runExpansionJob }));
    const facts = await getFacts(actor, benchmarkId!);
    expect(facts).toMatchObject({
      hasItems: true,
      expansion: { state: "done", facts: few.length, expressions: few.length, refused: 0 },
      source: { seed: "7", importSummary: { templates: { fileName: "own.json", count: 1, categories: 1 } } },
    });
    await expect(makeExpressions(actor, benchmarkId!, shipped, post())).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a cell", () => {
  it("opens the very expressions that its numbers count, for those who may see them", async () => {
    const { projectId, actor } = await researcher();
    const { benchmarkId } = await uploadFacts(actor, projectId, upload, body(lines(...few)));
    await makeExpressions(actor, benchmarkId!, shipped, post());
    while (await runNextJob({ "expand-beliefs": runExpansionJob }));
    const source = await readBeliefSource(benchmarkId!);
    const predictions: string[] = [];
    for await (const line of itemLines(source!)) {
      const item = JSON.parse(line);
      // Knows every fact but the first; follows whatever is poetic.
      const isRight =
        item.attributes.role === "prior"
          ? item.attributes.fact !== source!.tuples[0]!.id
          : item.attributes.category !== "poetic";
      const answer = isRight ? item.gold : item.gold === "yes" ? "no" : "yes";
      predictions.push(JSON.stringify({ model: "Cedar-2B", item: item.id, answer }));
    }
    await importPredictions({
      projectId,
      benchmarkId: benchmarkId!,
      source: "test",
      actorId: null,
      ...makeImportSource("answers.jsonl", body(predictions.join("\n")) as AsyncIterable<Uint8Array>),
    });
    const results = await loadBeliefs(actor, benchmarkId!, defaultBeliefQuery);
    const model = results!.models[0]!;
    expect(model.score?.byCategory.get("poetic")).toMatchObject({
      context: few.length - 1,
      memory: 0,
      pairs: few.length,
    });
    const cell = await getBeliefCell(results!, model.runId, "poetic");
    expect(cell).toMatchObject({ counted: few.length - 1, context: few.length - 1 });
    expect(cell!.expressions).toHaveLength(few.length);
    expect(cell!.expressions.at(-1)).toMatchObject({ counts: false, reason: "notKnown", person: null });
    expect(cell!.expressions[0]!.texts?.answers).toEqual({ prior_yes: "no", ctx_yes: "yes" });
    expect(await getBeliefCell(results!, "people", "poetic")).toBeNull();
    const { actor: stranger } = await researcher();
    expect(await loadBeliefs(stranger, benchmarkId!, defaultBeliefQuery)).toBeNull();
  });
});

describe("a base model and its tuned sibling", () => {
  it("are compared expression by expression", async () => {
    const { projectId, actor } = await researcher();
    const { benchmarkId } = await uploadFacts(actor, projectId, upload, body(lines(...few)));
    await makeExpressions(actor, benchmarkId!, shipped, post());
    while (await runNextJob({ "expand-beliefs": runExpansionJob }));
    const answers: string[] = [];
    for await (const line of itemLines((await readBeliefSource(benchmarkId!))!)) {
      const { id, gold } = JSON.parse(line);
      for (const model of ["gemma-3-4b-pt", "gemma-3-4b-it"])
        answers.push(JSON.stringify({ model, item: id, answer: gold }));
    }
    await importPredictions({
      projectId,
      benchmarkId: benchmarkId!,
      source: "test",
      actorId: null,
      ...makeImportSource("answers.jsonl", body(answers.join("\n")) as AsyncIterable<Uint8Array>),
    });
    const { modelPairs, shown } = await compareTuning(
      (await loadBeliefs(actor, benchmarkId!, defaultBeliefQuery))!,
      null,
    );
    const names = {
      family: "Gemma3",
      sizeBillions: 4,
      base: "gemma-3-4b-pt",
      instruct: "gemma-3-4b-it",
      missing: null,
    };
    expect(modelPairs).toMatchObject([names]);
    expect(shown?.stored?.document).toMatchObject(names);
    expect(shown?.stored?.document?.rows[0]).toMatchObject({ plainDifference: 0, paired: expect.anything() });
  });
});

describe("answers to another text than the benchmark's", () => {
  it("are in the scores of a run, and in none where that is asked for", async () => {
    const { projectId, actor } = await researcher();
    const { benchmarkId } = await uploadFacts(actor, projectId, upload, body(lines(...few)));
    await makeExpressions(actor, benchmarkId!, shipped, post());
    while (await runNextJob({ "expand-beliefs": runExpansionJob }));
    const source = await readBeliefSource(benchmarkId!);
    const predictions: string[] = [];
    for await (const line of itemLines(source!)) {
      const { id, gold, attributes } = JSON.parse(line);
      const prompt = attributes.category === "poetic" ? "Is it so?" : undefined;
      predictions.push(JSON.stringify({ model: "Cedar-2B", item: id, answer: gold, prompt }));
    }
    await importPredictions({
      projectId,
      benchmarkId: benchmarkId!,
      source: "test",
      actorId: null,
      ...makeImportSource("answers.jsonl", body(predictions.join("\n")) as AsyncIterable<Uint8Array>),
    });
    const answered = async (parity: "all" | "matching", category: string) => {
      const results = await loadBeliefs(actor, benchmarkId!, { ...defaultBeliefQuery, parity });
      const { context = 0, memory = 0 } = results?.models[0]?.score?.byCategory.get(category) ?? {};
      return context + memory;
    };
    for (const parity of ["all", "matching"] as const) expect(await answered(parity, "hearsay")).toBe(few.length);
    expect(await answered("all", "poetic")).toBe(few.length);
    expect(await answered("matching", "poetic")).toBe(0);
  });
});

describe("answers about a fact whose alternative is also true", () => {
  it("are in no score of a run, which says how many they are", async () => {
    const { projectId, actor } = await researcher();
    const contained = { ...tuples[0], object_ctx: `${tuples[0]!.object_pri} County` };
    const { benchmarkId } = await uploadFacts(actor, projectId, upload, body(lines(contained, ...few.slice(1, 3))));
    await makeExpressions(actor, benchmarkId!, shipped, post());
    while (await runNextJob({ "expand-beliefs": runExpansionJob }));
    const source = await readBeliefSource(benchmarkId!);
    const items: { id: string; gold: string; attributes: { fact: string } }[] = [];
    for await (const line of itemLines(source!)) items.push(JSON.parse(line));
    const answers = items.map(({ id, gold }) => JSON.stringify({ model: "Cedar-2B", item: id, answer: gold }));
    await importPredictions({
      projectId,
      benchmarkId: benchmarkId!,
      source: "test",
      actorId: null,
      ...makeImportSource("answers.jsonl", body(answers.join("\n")) as AsyncIterable<Uint8Array>),
    });
    const { models } = (await loadBeliefs(actor, benchmarkId!, defaultBeliefQuery))!;
    const left = items.filter(({ attributes }) => attributes.fact === source!.tuples[0]!.id).length;
    expect(left).toBeGreaterThan(0);
    expect(models[0]?.score).toMatchObject({ known: expect.any(Number), alsoTrue: left });
  });
});

describe("a study made from facts", () => {
  it("is generated for those who may write and is refused with the field when facts are too few", async () => {
    const { projectId, actor } = await researcher();
    const { benchmarkId } = await uploadFacts(actor, projectId, upload, body(lines(...tuples)));
    const wanted = {
      benchmarkId: benchmarkId!,
      name: "Study",
      slug: `beliefs-${projectId.slice(0, 8)}`,
      stage: "pilot",
      participants: 4,
      facts: 3,
      fillers: 1,
      category: ["explicit", "poetic"],
      prior: "first",
      pairing: "together",
    } as const;
    const many = createBeliefStudy(actor, { ...wanted, category: [...wanted.category], facts: 50 });
    await expect(many).rejects.toMatchObject({ code: "invalid", field: "facts" });
    const { actor: viewer } = await makePerson({ projectId, role: "viewer" });
    await expect(createBeliefStudy(viewer, { ...wanted, category: [...wanted.category] })).rejects.toMatchObject({
      code: "not-found",
    });
    const { studyId } = await createBeliefStudy(actor, { ...wanted, category: [...wanted.category] });
    const { rows } = await pool().query("SELECT count(*)::int AS slots FROM slot WHERE study_id = $1", [studyId]);
    expect(rows[0].slots).toBe(4);
  });

  it("asks people about a category of the user's own, and refuses one without templates", async () => {
    const { projectId, actor } = await researcher();
    const { benchmarkId } = await uploadFacts(actor, projectId, upload, body(lines(...tuples)));
    const told = { templates: ["{subject_relation} is {object_ctx}."] };
    const cheerful = { templates: ["Hooray, {subject_relation} is {object_ctx}!"] };
    const own = { ...shipped, templates: "own", fileName: "own.json" } as const;
    const file = { form: { explicit: told }, tone: { cheerful } };
    expect(await makeExpressions(actor, benchmarkId!, own, post(JSON.stringify(file)))).toEqual({ ok: true });
    expect((await getFacts(actor, benchmarkId!))?.source?.categories).toEqual([
      { id: "explicit", label: "Explicit", dimension: "form" },
      { id: "cheerful", label: "Cheerful", dimension: "tone" },
    ]);
    const wanted = {
      benchmarkId: benchmarkId!,
      name: "Study",
      slug: `own-${projectId.slice(0, 8)}`,
      stage: "pilot",
      participants: 4,
      facts: 3,
      fillers: 1,
      prior: "first",
      pairing: "together",
    } as const;
    const refused = createBeliefStudy(actor, { ...wanted, category: ["explicit", "poetic"] });
    await expect(refused).rejects.toMatchObject({ code: "invalid", field: "category" });
    const { studyId } = await createBeliefStudy(actor, { ...wanted, category: ["explicit", "cheerful"] });
    const { rows } = await pool().query(
      `SELECT DISTINCT item.attributes ->> 'category' AS category FROM study_item
       JOIN item_version AS item ON item.id = study_item.item_version_id WHERE study_id = $1 ORDER BY 1`,
      [studyId],
    );
    expect(rows.map(({ category }) => category)).toEqual(["cheerful", "explicit", null]);
  });
});
