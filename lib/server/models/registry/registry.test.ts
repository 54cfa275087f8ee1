import { describe, expect, it } from "vitest";
import { answerFormSchema, modelFormSchema, newRunFormSchema, runFormSchema } from "@/lib/domain/models/registry.ts";
import {
  type AnsweredRun,
  type AnswerQuery,
  formatAnswerCursor,
  parseAnswerCursor,
} from "@/lib/domain/models/registry-view.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../../items/import-items.ts";
import { makeImportSource } from "../../items/import-lines.ts";
import { archiveBenchmark, deleteBenchmark, updateBenchmark } from "../../items/save-benchmark.ts";
import { type Actor, installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { importPredictions } from "../import-predictions.ts";
import { reparsePredictions } from "../reparse-predictions.ts";
import { compareRuns } from "./compare-runs.ts";
import { listAnswers } from "./list-answers.ts";
import { listModels } from "./list-models.ts";
import { loadModel } from "./load-model.ts";
import { correctAnswer, enterAnswer } from "./save-answer.ts";
import { archiveModel, createModel, deleteModel, updateModel } from "./save-model.ts";
import { archiveRun, createRun, deleteRun, updateRun } from "./save-run.ts";

withTestDatabase();

const stranger: Actor = { ...installation, isOwner: false, userId: null };
const everything = { search: "", sort: "name", page: 1, isArchived: false } as const;
const modelForm = (changes: object = {}) =>
  modelFormSchema.parse({
    name: "Owl",
    family: "Owls",
    sizeBillions: "7",
    tuning: "instruct",
    tunedWith: "",
    access: "open",
    released: "2026-05",
    licence: "Apache-2.0",
    notes: "",
    ...changes,
  });

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

async function importAnswers(
  study: { projectId: string; benchmarkId: string },
  source: string,
  answers: readonly (string | boolean)[],
) {
  const rows = answers.map((answer, place) =>
    JSON.stringify({
      model: "Owl",
      item: `item-${place}`,
      ...(typeof answer === "boolean" ? { answer } : { output: answer }),
    }),
  );
  await importPredictions({
    ...study,
    source,
    actorId: null,
    ...makeImportSource("owl.jsonl", bytesOf(rows.join("\n"))),
  });
}

async function actions(projectId: string): Promise<string[]> {
  const { rows } = await pool().query(
    "SELECT action FROM audit_event WHERE action LIKE 'model.%' AND project_id = $1 ORDER BY id",
    [projectId],
  );
  return rows.map(({ action }) => action);
}

describe("the registry of models", () => {
  it("scores a model's runs, names what could not be read, and compares two runs", async () => {
    const study = await makeStudy({ open: false });
    const { rows: golds } = await pool().query(
      `SELECT item.external_id AS id, key.gold FROM item_version AS item JOIN item_key AS key ON key.item_version_id = item.id
       WHERE item.benchmark_id = $1 ORDER BY item.external_id LIMIT 4`,
      [study.benchmarkId],
    );
    const right = golds.map(({ gold }) => gold as boolean);
    await importAnswers(study, "all right", right);
    await importAnswers(study, "one hedge", [right[0] as boolean, !right[1], "probably true", right[3] as boolean]);
    const { models } = await listModels(installation, study.projectId, everything);
    expect(models).toMatchObject([{ name: "Owl", runs: 2, answers: 8, unparsed: 1 }]);
    const page = await loadModel(installation, models[0]?.id ?? "", { slice: "", page: 1, withMismatches: true });
    expect(page?.runs).toMatchObject([
      { source: "all right", figures: { answers: 4, unparsed: 0, share: { correct: 4, n: 4 } }, fileName: "owl.jsonl" },
      { source: "one hedge", figures: { answers: 4, unparsed: 1, share: { correct: 2, n: 4 } } },
    ]);
    expect(page?.runs[0]?.fileSha256).toMatch(/^[0-9a-f]{64}$/u);
    expect(page?.unparsed).toMatchObject({
      total: 1,
      byRule: [{ rule: "hedge", count: 1 }],
      outputs: [{ item: "item-2", rule: "hedge", output: "probably true" }],
    });
    const [one, other] = page?.runs.map(({ id }) => id) ?? [];
    expect((await compareRuns(installation, one ?? "", other ?? ""))?.stored?.document).toMatchObject({
      n: 4,
      unmatched: 0,
      bothRight: 2,
      firstOnly: 2,
      secondOnly: 0,
      difference: 0.5,
      p: 0.5,
      items: [
        { item: "item-1", isFirstRight: true },
        { item: "item-2", second: null },
      ],
    });
    const items = { ids: ["item-0", "item-1"] };
    const some = await loadModel(installation, models[0]?.id ?? "", {
      slice: "",
      page: 1,
      withMismatches: true,
      items,
    });
    expect(some?.runs.map(({ figures }) => figures)).toMatchObject([
      { answers: 2, share: { correct: 2, n: 2 } },
      { answers: 2, withoutKey: 0, share: { correct: 1, n: 2 } },
    ]);
    expect((await compareRuns(installation, one ?? "", other ?? "", true, items))?.stored?.document).toMatchObject({
      n: 2,
      bothRight: 1,
      firstOnly: 1,
    });
    expect(await loadModel(stranger, models[0]?.id ?? "", { slice: "", page: 1, withMismatches: true })).toBeNull();
    expect(await compareRuns(stranger, one ?? "", other ?? "")).toBeNull();
    await expect(listModels(stranger, study.projectId, everything)).rejects.toMatchObject({ code: "not-found" });
  });

  it("leaves out answers to another text where it is asked to, of a run and of a difference", async () => {
    const study = await makeStudy({ open: false });
    const answers = ["Something else.", undefined, undefined].map((prompt, place) =>
      JSON.stringify({ model: "Owl", item: `item-${place}`, answer: true, prompt }),
    );
    const file = makeImportSource("owl.jsonl", bytesOf(answers.join("\n")));
    await importPredictions({ ...study, source: "one text is another", actorId: null, ...file });
    await importAnswers(study, "no prompts", [true, true, true]);
    const { models } = await listModels(installation, study.projectId, everything);
    const runsOf = async (withMismatches: boolean) => {
      const page = await loadModel(installation, models[0]?.id ?? "", { slice: "", page: 1, withMismatches });
      return page?.runs.map(({ id, source, figures }) => ({ id, source, n: figures?.share.n })) ?? [];
    };
    const answered = async (withMismatches: boolean) =>
      Object.fromEntries((await runsOf(withMismatches)).map(({ source, n }) => [source, n]));
    expect(await answered(true)).toEqual({ "one text is another": 3, "no prompts": 3 });
    expect(await answered(false)).toEqual({ "one text is another": 2, "no prompts": 3 });
    const [one, other] = (await runsOf(true)).map(({ id }) => id);
    for (const [withMismatches, n] of [
      [true, 3],
      [false, 2],
    ] as const) {
      const difference = await compareRuns(installation, one ?? "", other ?? "", withMismatches);
      expect(difference?.stored?.document).toMatchObject({ n });
    }
  });

  it("compares two runs only where both answered the same version of an item, and counts the rest", async () => {
    const study = await makeStudy({ open: false });
    await importAnswers(study, "before", [true, true]);
    // The second item is turned round, and its key with it.
    await importItems({
      projectId: study.projectId,
      benchmarkName: `Benchmark of ${study.slug}`,
      actorId: null,
      ...makeImportSource(
        "items.jsonl",
        bytesOf(
          JSON.stringify({
            id: "item-1",
            kind: "true-false",
            story: { id: "story-1", title: "Story 1", text: "Ana told Ben the number 1." },
            text: "Ben was told the number 1.",
            gold: true,
          }),
        ),
      ),
    });
    await importAnswers(study, "after", [true, true]);
    const { rows } = await pool().query("SELECT id FROM run WHERE benchmark_id = $1 ORDER BY source DESC", [
      study.benchmarkId,
    ]);
    expect((await compareRuns(installation, rows[0].id, rows[1].id))?.stored?.document).toMatchObject({
      n: 1,
      bothRight: 1,
      firstOnly: 0,
      secondOnly: 0,
      neither: 0,
      unmatched: 2,
      otherVersions: 2,
    });
  });

  it("enters, corrects, finds, sorts, archives and deletes models, and writes all of it down", async () => {
    const { projectId } = await makeStudy({ open: false });
    const { id } = await createModel(installation, projectId, modelForm());
    await createModel(installation, projectId, modelForm({ name: "Wren", sizeBillions: "70,5", family: "" }));
    await expect(createModel(installation, projectId, modelForm())).rejects.toMatchObject({ field: "name" });
    await expect(updateModel(installation, id, modelForm({ name: "Wren" }))).rejects.toMatchObject({ field: "name" });
    await updateModel(installation, id, modelForm({ name: "Barn owl", licence: "MIT" }));
    const names = async (query: object) =>
      (await listModels(installation, projectId, { ...everything, ...query })).models.map(({ name }) => name);
    expect(await names({ sort: "size" })).toEqual(["Wren", "Barn owl"]);
    expect(await names({ search: "OWLS" })).toEqual(["Barn owl"]);
    await archiveModel(installation, id, true);
    expect(await names({})).toEqual(["Wren"]);
    expect(await names({ isArchived: true })).toEqual(["Barn owl"]);
    for (const act of [() => archiveModel(stranger, id, false), () => deleteModel(stranger, id)])
      await expect(act()).rejects.toMatchObject({ code: "not-found" });
    await deleteModel(installation, id);
    expect(await names({ isArchived: true })).toEqual([]);
    expect(await actions(projectId)).toEqual([
      "model.create",
      "model.create",
      "model.update",
      "model.archive",
      "model.delete",
    ]);
  });

  it("corrects a run and keeps it where the results of a study may rest on it", async () => {
    const study = await makeStudy();
    await importAnswers(study, "run", [true, false]);
    const { rows } = await pool().query("SELECT id, model_id FROM run WHERE benchmark_id = $1", [study.benchmarkId]);
    const [{ id, model_id: modelId }] = rows;
    const form = runFormSchema.parse({
      source: "July",
      temperature: "0.7",
      seed: "11",
      reasoning: "on",
      effort: "high",
      prompt: "human",
      shots: "",
      date: "2026-07-01",
      harness: "Inspect",
      harnessVersion: "0.3",
      notes: "",
    });
    await updateRun(installation, id, form);
    const page = await loadModel(installation, modelId, { slice: "", page: 1, withMismatches: true });
    expect(page?.runs).toMatchObject([{ source: "July", settings: { temperature: "0.7", reasoning: "on" } }]);
    await expect(updateRun(stranger, id, form)).rejects.toMatchObject({ code: "not-found" });
    await expect(deleteModel(installation, modelId)).rejects.toThrow("has runs");
    await expect(deleteRun(installation, id)).rejects.toThrow("was opened on this benchmark");
    await archiveRun(installation, id, true);
    const draft = await makeStudy({ open: false });
    await importAnswers(draft, "run", [true]);
    const { rows: mine } = await pool().query("SELECT id FROM run WHERE benchmark_id = $1", [draft.benchmarkId]);
    await deleteRun(installation, mine[0].id);
    expect((await pool().query("SELECT FROM run WHERE id = $1", [mine[0].id])).rows).toEqual([]);
  });

  it("renames, archives and deletes benchmarks, where nothing depends on them", async () => {
    const { projectId, benchmarkId } = await makeStudy({ open: false });
    await expect(deleteBenchmark(installation, benchmarkId)).rejects.toThrow("used by a study");
    const row = { id: "a", kind: "true-false", story: { id: "s", text: "S." }, text: "T?", gold: true };
    const { benchmarkId: loose } = await importItems({
      projectId,
      benchmarkName: "Loose",
      actorId: null,
      ...makeImportSource("loose.jsonl", bytesOf(JSON.stringify(row))),
    });
    await updateBenchmark(installation, loose, { name: "Tight", description: "New.", licence: "MIT" });
    await archiveBenchmark(installation, loose, true);
    const { rows } = await pool().query("SELECT name, licence, archived_at FROM benchmark WHERE id = $1", [loose]);
    expect(rows).toMatchObject([{ name: "Tight", licence: "MIT", archived_at: expect.any(Date) }]);
    await expect(deleteBenchmark(stranger, loose)).rejects.toMatchObject({ code: "not-found" });
    await deleteBenchmark(installation, loose);
    expect((await pool().query("SELECT FROM item_version WHERE benchmark_id = $1", [loose])).rows).toEqual([]);
  });
});

describe("what is entered and corrected by hand", () => {
  it("is a run, its answers and how they were read; all of it audited, and only by those who may write", async () => {
    const study = await makeStudy({ open: false });
    const { id: model } = await createModel(installation, study.projectId, modelForm());
    const form = (source: string, benchmark = study.benchmarkId) =>
      newRunFormSchema.parse({
        source,
        benchmark,
        temperature: "0",
        seed: "",
        reasoning: "",
        effort: "",
        prompt: "human",
        shots: "",
        date: "",
        harness: "",
        harnessVersion: "",
        notes: "",
      });
    const elsewhere = await makeStudy({ open: false });
    await expect(createRun(stranger, model, form("typed"))).rejects.toMatchObject({ code: "not-found" });
    await expect(createRun(installation, model, form("typed", elsewhere.benchmarkId))).rejects.toMatchObject({
      field: "benchmark",
    });
    const { id: run } = await createRun(installation, model, form("typed"));
    await expect(createRun(installation, model, form("typed"))).rejects.toMatchObject({ field: "source" });

    const answer = (changes: object) =>
      answerFormSchema.parse({ item: "item-0", condition: "", repeat: "", output: "Perhaps true.", ...changes });
    await expect(enterAnswer(stranger, run, answer({}))).rejects.toMatchObject({ code: "not-found" });
    await expect(enterAnswer(installation, run, answer({ item: "item-9" }))).rejects.toMatchObject({ field: "item" });
    await enterAnswer(installation, run, answer({}));
    await enterAnswer(installation, run, answer({ condition: "prompt = simplified", output: "Answer: False" }));
    await expect(enterAnswer(installation, run, answer({}))).rejects.toMatchObject({ code: "conflict" });
    const query = { search: "", sort: "item", show: "all", page: 1, from: null } as const;
    const listed = await listAnswers(installation, run, query);
    expect(await listAnswers(stranger, run, query)).toBeNull();
    expect(listed).toMatchObject({ total: 2, source: "typed", model: { name: "Owl" } });
    expect(listed?.answers).toMatchObject([
      { item: "item-0", condition: "", answer: null, rule: "hedge", chosen: "", isRight: null },
      { condition: "prompt=simplified", answer: "False", chosen: "false", isRight: false },
    ]);
    const unparsed = listed?.answers[0]?.id ?? "";
    await expect(correctAnswer(stranger, unparsed, "true")).rejects.toMatchObject({ code: "not-found" });
    await expect(correctAnswer(installation, unparsed, "blue")).rejects.toMatchObject({ field: "answer" });
    await correctAnswer(installation, unparsed, "true");
    const shown = async (show: "unparsed" | "by-hand") =>
      (await listAnswers(installation, run, { ...query, show }))?.answers.map(({ chosen, rule }) => [chosen, rule]);
    expect([await shown("unparsed"), await shown("by-hand")]).toEqual([[], [["true", "by-hand"]]]);

    // Neither a newer reader nor an older text takes it back.
    await pool().query("UPDATE prediction SET reader_version = 0 WHERE read_from = 'output'");
    await correctAnswer(installation, listed?.answers[1]?.id ?? "", "");
    const again = await reparsePredictions({ ...study, actorId: null, apply: true });
    expect(again).toMatchObject({ read: 0, changed: 0 });
    const page = await loadModel(installation, model, { slice: "", page: 1, withMismatches: true });
    expect(page?.runs[0]).toMatchObject({ figures: { answers: 2, unparsed: 1, readByOlder: 0 } });
    const { rows } = await pool().query(
      `SELECT action, before, after FROM audit_event WHERE project_id = $1
       AND action IN ('run.create', 'predictions.imported', 'prediction.correct') ORDER BY id`,
      [study.projectId],
    );
    expect(rows.map((event) => event.action)).toEqual([
      "run.create",
      ...["predictions.imported", "predictions.imported", "prediction.correct", "prediction.correct"],
    ]);
    expect(rows[3]).toMatchObject({ before: { answer: null, rule: "hedge" }, after: { answerKey: "true" } });
  });
});

describe("the answers of a long run", () => {
  it("are walked along an index: every answer once, in the order of the benchmark, under each filter", async () => {
    const study = await makeStudy({ items: 5, open: false });
    const rows = [0, 1, 2, 3, 4].flatMap((item) =>
      Array.from({ length: 17 }, (_, repeat) =>
        JSON.stringify({
          model: "Owl",
          item: `item-${item}`,
          repeat,
          ...(repeat % 5 === 0 ? { output: "Perhaps true." } : { answer: repeat % 2 === 0 }),
        }),
      ),
    );
    await importPredictions({
      ...study,
      source: "long",
      actorId: null,
      ...makeImportSource("owl.jsonl", bytesOf(rows.join("\n"))),
    });
    const run = (await pool().query<{ id: string }>("SELECT id FROM run WHERE benchmark_id = $1", [study.benchmarkId]))
      .rows[0]!.id;
    const base = { search: "", sort: "item", page: 1, from: null } as const;
    const placeOf = ({ item, repeat }: { item: string; repeat: number }) => `${item}/${repeat}`;
    for (const show of ["all", "unparsed"] as const) {
      const walked: string[] = [];
      let from: AnswerQuery["from"] = null;
      do {
        const page: AnsweredRun | null = await listAnswers(installation, run, { ...base, show, from }, 10);
        expect(page).toMatchObject({ isLong: true, total: show === "all" ? 85 : 10 });
        walked.push(...page!.answers.map(placeOf));
        from = page!.next && parseAnswerCursor(formatAnswerCursor(page!.next));
      } while (from);
      const sorted: string[] = [];
      for (const page of [1, 2, 3]) {
        const listed = await listAnswers(installation, run, { ...base, show, page });
        expect(listed).toMatchObject({ isLong: false, next: null });
        sorted.push(...listed!.answers.map(placeOf));
      }
      expect(sorted).toHaveLength(show === "all" ? 85 : 20);
      expect(walked).toEqual(sorted);
    }
    const found = await listAnswers(installation, run, { ...base, show: "all", search: "TEM-3" }, 10);
    expect(found).toMatchObject({ total: null, next: null });
    expect(found?.answers.map(placeOf)).toEqual(Array.from({ length: 17 }, (_, repeat) => `item-3/${repeat}`));
  });
});
