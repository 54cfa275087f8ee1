import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { problemSetFormSchema } from "@/lib/domain/epistemic/mindgames/generate/set-form.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { type ImportSource, makeImportSource } from "../items/import-lines.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { artefactResult, readArtefacts } from "./artefact-result.ts";
import { createHumanEvaluation } from "./create-human-evaluation.ts";
import { generateJobKind, listPendingSets, requestProblemSet, runGenerationJob } from "./generate-set.ts";
import { getProblem } from "./get-problem.ts";
import { importProblems } from "./import-problems.ts";
import { listProblemSets } from "./list-problem-sets.ts";
import { openLmEvalArchive } from "./lm-eval-archive.ts";
import { getProblemSet } from "./read-problem-set.ts";

withTestDatabase();

const fixtures = "../../domain/epistemic/fixtures/";
const released = () => fileOf(`${fixtures}mindgames-dev.jsonl`);
const flipped = () => fileOf(`${fixtures}mindgames-dev-flips.jsonl`);
const generated = () => fileOf("../../../content/mindgames/problems.jsonl");
const settings = { benchmarkName: "MindGames", gold: "stored", skipsMismatches: false } as const;

describe("importing MindGames rows", () => {
  it("takes the released rows, reports what disagrees in them, and changes nothing the second time", async () => {
    const { actor, projectId } = await researcher();
    const report = await importProblems(actor, { ...settings, projectId }, released());
    expect(report).toMatchObject({ rows: 200, inserted: 200, unchanged: 0, rejected: 0, skipped: 0 });
    expect(report.check).toMatchObject({ rows: 200, labelNotByFormula: 0, malformed: 0 });
    expect(report.check.differing).toBeGreaterThan(0);
    expect(report.checkBySetup.map(({ setup, check }) => [setup, check.rows])).toEqual([
      ["forehead", 50],
      ["forehead_mirror", 50],
      ["internal", 50],
      ["explicit", 50],
    ]);
    const wrong = report.checkBySetup.filter(({ check }) => check.withProblems > 0);
    expect(wrong.map(({ setup }) => setup)).toEqual(["explicit"]);
    expect(report.findings[0]!.problems.join()).toContain("who sees nothing");
    const again = await importProblems(actor, { ...settings, projectId }, released());
    expect(again).toMatchObject({ rows: 200, inserted: 0, unchanged: 200, benchmarkId: report.benchmarkId });
  });

  it("can follow the text where text and formula give different labels, or leave such rows out", async () => {
    const { actor, projectId } = await researcher();
    const goldsOf = async (benchmarkId: string) =>
      (await getProblemSet(actor, benchmarkId))!.problems.map(({ row }) => row.label);
    const stored = await importProblems(actor, { ...settings, projectId, benchmarkName: "stored" }, flipped());
    const byText = await importProblems(
      actor,
      { ...settings, projectId, benchmarkName: "text", gold: "text" },
      flipped(),
    );
    const flip = (label: string) => (label === "entailment" ? "not_entailment" : "entailment");
    expect((await goldsOf(stored.benchmarkId)).map(flip)).toEqual(await goldsOf(byText.benchmarkId));
    const sound = await importProblems(
      actor,
      { ...settings, projectId, benchmarkName: "sound", skipsMismatches: true },
      flipped(),
    );
    expect(sound).toMatchObject({ rows: 0, inserted: 0, skipped: 4 });
  });

  it("rejects lines that are no rows, by line and reason, and takes the others", async () => {
    const { actor, projectId } = await researcher();
    const [good] = await linesOf(generated());
    const lines = ["not JSON", good!, JSON.stringify({ ...JSON.parse(good!), index: 900, label: "maybe" })];
    const report = await importProblems(actor, { ...settings, projectId }, sourceOf(lines));
    expect(report).toMatchObject({ rows: 3, inserted: 1, rejected: 2 });
    expect(report.rejections.map(({ line }) => line)).toEqual([1, 3]);
    expect(report.rejections[1]!.message).toContain("label");
    expect(report.check).toMatchObject({ rows: 3, malformed: 2 });
  });

  it("keeps the classifier's columns as attributes", async () => {
    const { actor, projectId } = await researcher();
    const { benchmarkId } = await importProblems(actor, { ...settings, projectId }, released());
    const { problems } = (await getProblemSet(actor, benchmarkId))!;
    expect(problems.every(({ row }) => typeof row.difficulty === "number")).toBe(true);
    expect(problems.every(({ row }) => row.deberta_pred === 0 || row.deberta_pred === 1)).toBe(true);
  });

  it("refuses a viewer and a stranger, for whom the set is not there", async () => {
    const { actor, projectId } = await researcher();
    const { benchmarkId } = await importProblems(actor, { ...settings, projectId }, generated());
    const viewer = await makePerson({ projectId, role: "viewer" });
    const stranger = await makePerson({ projectId: (await makeProject()).id });
    await expect(importProblems(viewer.actor, { ...settings, projectId }, generated())).rejects.toThrow();
    expect((await getProblemSet(viewer.actor, benchmarkId))?.canWrite).toBe(false);
    expect(await getProblemSet(stranger.actor, benchmarkId)).toBeNull();
    const [first] = (await getProblemSet(actor, benchmarkId))!.problems;
    expect(await getProblem(stranger.actor, first!.itemVersionId)).toBeNull();
    await expect(readArtefacts(stranger.actor, benchmarkId)).rejects.toThrow();
  });
});

describe("generating a set", () => {
  const form = (more: Record<string, unknown> = {}) =>
    problemSetFormSchema.parse({
      benchmark: "Generated",
      preset: "paper",
      forehead: "6",
      forehead_mirror: "0",
      internal: "6",
      explicit: "0",
      depths: "1",
      persons: ["2", "3"],
      seed: "7",
      ...more,
    });
  const work = () => runNextJob({ [generateJobKind]: runGenerationJob });

  it("happens once in the background, with the settings and the seed on record, and gives the same set again", async () => {
    const { actor, projectId } = await researcher();
    await requestProblemSet(actor, projectId, form());
    await expect(requestProblemSet(actor, projectId, form())).rejects.toMatchObject({ field: "benchmark" });
    expect(await listPendingSets(actor, projectId)).toMatchObject([{ name: "Generated", problem: null }]);
    expect(await work()).toBe(true);
    expect(await listPendingSets(actor, projectId)).toEqual([]);
    const [set] = await listProblemSets(actor, projectId);
    expect(set).toMatchObject({ name: "Generated", problems: 12, bySetup: { forehead: 6, internal: 6 } });
    const { benchmark, problems } = (await getProblemSet(actor, set!.id))!;
    expect(benchmark.description).toContain("problems by setup (Muddy foreheads 6, Thirst 6)");
    expect(benchmark.description).toContain("seed “7”");
    expect(problems.map(({ row }) => row.hypothesis_depth)).toEqual(problems.map(() => 1));
    const audit = await pool().query("SELECT after FROM audit_event WHERE action = 'problems.generate'");
    expect(audit.rows[0].after).toMatchObject({
      seed: "7",
      settings: { rowsPerSetup: { forehead: 6, internal: 6 }, depths: [[1, 1]] },
    });
    await expect(requestProblemSet(actor, projectId, form())).rejects.toThrow("with this name already exists");
    await requestProblemSet(actor, projectId, form({ benchmark: "Once more" }));
    expect(await work()).toBe(true);
    const again = (await listProblemSets(actor, projectId)).find(({ name }) => name === "Once more");
    const texts = async (id: string) => (await getProblemSet(actor, id))!.problems.map(({ row }) => row.hypothesis);
    expect(await texts(again!.id)).toEqual(await texts(set!.id));
  });

  it("keeps what a set in pairs was made from, and guesses its labels from another set generated alike", async () => {
    const { actor, projectId } = await researcher();
    await requestProblemSet(
      actor,
      projectId,
      form({ preset: "balanced", forehead: "40", depths: ["0", "1"], examples: "20" }),
    );
    expect(await work()).toBe(true);
    const [set] = await listProblemSets(actor, projectId);
    expect(set).toMatchObject({ problems: 66 });
    const splits = (await getProblemSet(actor, set!.id))!.problems.map(({ row }) => `${row.split} ${row.setup}`);
    expect(
      Object.fromEntries([...new Set(splits)].map((one) => [one, splits.filter((own) => own === one).length])),
    ).toEqual({
      "test forehead": 40,
      "test internal": 6,
      "examples forehead": 18,
      "examples internal": 2,
    });
    await expect(
      createHumanEvaluation(actor, { benchmarkId: set!.id, name: "Too many", itemsPerSetup: 7, raters: 1, seed: "1" }),
    ).rejects.toThrow("too small");
    const { generation } = (await getProblemSet(actor, set!.id))!;
    expect(generation).toMatchObject({ seed: "7", settings: { pairs: true } });
    expect(generation!.shortCells).toContain(
      "Muddy foreheads, 2 persons, 0 announcements after the first, order 1: none",
    );
    const report = await artefactResult.compute(set!.id, {
      isInThread: true,
      read: async () => {},
      step: async () => {},
    });
    expect(report).toMatchObject({ folds: 0, training: { rows: 198, seed: "7, training" } });
    expect(report!.baselines[0]!.accuracy.estimate).toBe(0.5);
  });

  it("says why a set could not be made, and is refused to those who may not write", async () => {
    const { actor, projectId } = await researcher();
    const viewer = await makePerson({ projectId, role: "viewer" });
    await expect(requestProblemSet(viewer.actor, projectId, form())).rejects.toMatchObject({ code: "not-found" });
    await requestProblemSet(actor, projectId, form());
    const { benchmarkId } = await importProblems(
      actor,
      { ...settings, projectId, benchmarkName: "Generated" },
      flipped(),
    );
    await work();
    expect(await listPendingSets(actor, projectId)).toMatchObject([
      { name: "Generated", problem: "Another benchmark with this name now exists." },
    ]);
    expect(await listProblemSets(actor, projectId)).toMatchObject([{ id: benchmarkId, problems: 4 }]);
  });
});

describe("a set of problems", () => {
  it("is listed with its composition and leads from problem to problem", async () => {
    const { actor, projectId } = await researcher();
    const { benchmarkId } = await importProblems(actor, { ...settings, projectId }, generated());
    expect(await listProblemSets(actor, projectId)).toEqual([
      expect.objectContaining({
        id: benchmarkId,
        problems: 80,
        bySetup: { forehead: 20, forehead_mirror: 20, internal: 20, explicit: 20 },
        studies: [],
      }),
    ]);
    const { problems, others } = (await getProblemSet(actor, benchmarkId))!;
    expect(others).toBe(0);
    const second = (await getProblem(actor, problems[1]!.itemVersionId))!;
    expect(second).toMatchObject({
      previous: problems[0]!.itemVersionId,
      next: problems[2]!.itemVersionId,
      row: problems[1]!.row,
      check: { problems: [] },
    });
    expect(second.byText).toEqual(second.byFormula);
    expect((await getProblem(actor, problems[0]!.itemVersionId))!.previous).toBeNull();
    expect((await getProblem(actor, problems.at(-1)!.itemVersionId))!.next).toBeNull();
    expect(await getProblem(actor, randomUUID())).toBeNull();
    expect(await getProblem(actor, "no-id")).toBeNull();
  });

  it("has its artefacts computed once, and again when it has changed", async () => {
    const { actor, projectId } = await researcher();
    const { benchmarkId } = await importProblems(actor, { ...settings, projectId }, generated());
    const first = (await readArtefacts(actor, benchmarkId)).stored;
    expect(first?.document).toMatchObject({ rows: 80, folds: 5, majority: 0.5 });
    expect(first?.document?.baselines.map(({ name }) => name)).toEqual(["hypothesis_only", "premise_blind", "lexical"]);
    expect((await readArtefacts(actor, benchmarkId)).stored).toEqual(first);
    await importProblems(actor, { ...settings, projectId }, flipped());
    const second = (await readArtefacts(actor, benchmarkId)).stored;
    expect(second).toMatchObject({ isStale: false });
    expect(second?.dataHash).not.toBe(first?.dataHash);
  });

  it("has no artefacts to measure without two different premises", async () => {
    const { actor, projectId } = await researcher();
    const [only] = await linesOf(generated());
    const { benchmarkId } = await importProblems(actor, { ...settings, projectId }, sourceOf([only!]));
    expect((await readArtefacts(actor, benchmarkId)).stored?.document).toBeNull();
  });

  it("is exported as tasks whose documents have the items' names and the canary", async () => {
    const { actor, projectId } = await researcher();
    const { benchmarkId } = await importProblems(actor, { ...settings, projectId }, generated());
    const set = (await getProblemSet(actor, benchmarkId))!;
    const bytes = Buffer.from(await new Response(openLmEvalArchive(set)).arrayBuffer());
    const files = await filesIn(bytes);
    expect(Object.keys(files).sort()).toEqual([
      "README.md",
      "mindgames.jsonl",
      "mindgames_generate.yaml",
      "mindgames_mc.yaml",
    ]);
    const documents = files["mindgames.jsonl"]!.trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(documents.map(({ id }) => id)).toEqual(set.problems.map(({ externalId }) => externalId));
    expect(documents[0]).toMatchObject({ canary: set.benchmark.canary, n_agents: expect.any(Number) });
  });
});

async function researcher() {
  const { id: projectId } = await makeProject();
  return { projectId, ...(await makePerson({ projectId })) };
}

function fileOf(path: string): ImportSource {
  return makeImportSource(path.split("/").at(-1)!, createReadStream(fileURLToPath(new URL(path, import.meta.url))));
}

function sourceOf(lines: readonly string[]): ImportSource {
  return makeImportSource("made.jsonl", [Buffer.from(lines.join("\n"))] as unknown as AsyncIterable<Uint8Array>);
}

async function linesOf(source: ImportSource): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of source.lines) if (typeof line === "string") lines.push(line);
  return lines;
}

async function filesIn(zip: Buffer): Promise<Record<string, string>> {
  const { fromBuffer } = await import("yauzl");
  return await new Promise((resolve, reject) => {
    const files: Record<string, string> = {};
    fromBuffer(zip, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error);
      archive.on("entry", (entry) =>
        archive.openReadStream(entry, async (problem, stream) => {
          if (problem) return reject(problem);
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          files[entry.fileName] = Buffer.concat(chunks).toString("utf8");
          archive.readEntry();
        }),
      );
      archive.on("end", () => resolve(files));
      archive.readEntry();
    });
  });
}
