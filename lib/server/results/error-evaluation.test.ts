import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { listViewViolations } from "@/lib/domain/results/views/view.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../items/import-items.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { freezeLists, openStudy } from "../studies/run/open-study.ts";
import { loadErrorEvaluation } from "./load-error-evaluation.ts";
import { readStoryMarks } from "./read-story-marks.ts";

withTestDatabase();

const story = "Mira hid the letter. Tom was at sea. He came home and fetched the letter from under the clock.";

async function* rows() {
  for (const [id, gold] of [
    ["sound", { consistent: true, spans: [] }],
    ["broken", { consistent: false, spans: [[8, 19]] }],
  ] as const) {
    yield JSON.stringify({
      id,
      kind: "consistency",
      story: { id, title: "", text: `${story}${id === "sound" ? " So she told him." : ""}` },
      text: "Is there a logical error in this story?",
      gold,
    });
  }
}

/** Two stories, each person both; the study is made from a true-false one whose items are exchanged before it is laid out. */
async function makeErrorStudy() {
  const study = await makeStudy({
    items: 2,
    open: false,
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [{ name: "ablation", levels: ["plain"] }],
      perStratumItem: 2,
      itemsPerSession: 2,
    },
    protocol: (protocol) => ({
      ...protocol,
      steps: protocol.steps
        .filter((step) => step.kind === "items")
        .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
    }),
  });
  const { benchmarkId } = await importItems({
    projectId: study.projectId,
    benchmarkName: `Errors ${randomUUID()}`,
    fileName: "errors.jsonl",
    lines: rows(),
    actorId: null,
  });
  await pool().query("DELETE FROM study_item WHERE study_id = $1", [study.id]);
  await pool().query(
    "INSERT INTO study_item (study_id, item_version_id, ordinal) SELECT $1, id, ordinal - 1 FROM item_version WHERE benchmark_id = $2",
    [study.id, benchmarkId],
  );
  const list = [0, 1].map((item) => ({ item, condition: 0 }));
  await withTx((client) => freezeLists(client, study.id, [list, list]));
  await openStudy(study.id);
  return study;
}

describe("the human evaluation of story errors", () => {
  it("scores classification and localisation as the paper does, with people and stories counted", async () => {
    const study = await makeErrorStudy();
    const careful = await startWalker(study);
    await careful.post(0, { consent: "yes" });
    await careful.post(1, { choice: "consistent" });
    await careful.post(2, { choice: "error", spans: "8-19" });
    const hasty = await startWalker(study);
    await hasty.post(0, { consent: "yes" });
    await hasty.post(1, { choice: "error", spans: "0-4" });
    await hasty.post(2, { choice: "consistent" });
    const { actor } = await makePerson({ projectId: study.projectId, role: "viewer" });
    const evaluation = (await loadErrorEvaluation(actor, study.projectId, study.id)).stored!.document;
    expect(evaluation.table).toMatchObject({ nPos: 2, nNeg: 2, posCls: 0.5, negCls: 0.5, negLoc: 0.5, fullLoc: 0.5 });
    expect(evaluation.rows).toMatchObject([
      { ablation: "plain", full: { n: 4, people: 2, stories: 2, value: 0.5 }, negativeLocalisation: { value: 0.5 } },
    ]);
    expect(evaluation.keyVersions).toEqual([1]);
    const majority = async () => {
      const { stored } = await loadErrorEvaluation(actor, study.projectId, study.id);
      return stored!.document.view.figures.find(({ name }) => name === "genre")!.lines.at(-1)!.value;
    };
    expect(await majority()).toBe(0.5);
    const plan = { ...defaultAnalysisPlan(), ties: "incorrect" };
    await pool().query("INSERT INTO study_plan (study_id, document) VALUES ($1, $2)", [study.id, plan]);
    expect(await majority()).toBe(0);
    const faulty = await pool().query(
      `SELECT id FROM study_item JOIN item_version ON id = item_version_id WHERE study_id = $1 AND external_id = 'broken'`,
      [study.id],
    );
    const pieces = await readStoryMarks(actor, study.id, faulty.rows[0].id);
    expect(pieces?.map(({ text }) => text).join("")).toBe(story);
    expect(pieces?.filter(({ people }) => people > 0)).toMatchObject([{ people: 1, models: [], isKey: true }]);
    const stranger = await makePerson({});
    expect(await readStoryMarks(stranger.actor, study.id, faulty.rows[0].id)).toBeNull();
  });

  it("sets models beside people: unparsed answers wrong, display conditions apart, nothing without n and interval or reason", async () => {
    const study = await makeErrorStudy();
    const item = await pool().query(
      "SELECT benchmark_id FROM item_version WHERE external_id = 'broken' ORDER BY created_at DESC LIMIT 1",
    );
    const row = (item: string, more: object, ablation?: string) => ({
      model: "Reader",
      item,
      condition: ablation ? { ablation } : {},
      ...more,
    });
    const lines = [
      row("sound", { answer: "consistent" }),
      row("broken", { answer: { choice: "error", spans: [[8, 19]] } }),
      row("sound", { output: "Who can say?" }, "attention"),
      row("broken", { answer: { choice: "error", spans: [[8, 19]] } }, "attention"),
    ];
    async function* bytes() {
      yield Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
    }
    const { benchmark_id: benchmarkId } = item.rows[0];
    const { projectId } = study;
    await importPredictions({ projectId, benchmarkId, source: "", actorId: null, ...makeImportSource("p", bytes()) });
    const { actor } = await makePerson({ projectId, role: "viewer" });
    const { view } = (await loadErrorEvaluation(actor, projectId, study.id)).stored!.document;
    expect(listViewViolations(view)).toEqual([]);
    const table = view.tables.find(({ name }) => name === "evaluation")!;
    expect(table.rows.map(([, shown]) => shown)).toMatchObject([
      { text: "plain story" },
      { text: "told to attend to knowledge" },
    ]);
    expect(table.rows.map((cells) => cells.slice(2, 7).map((cell) => "value" in cell && cell.value))).toEqual([
      [1, 1, 1, 1, 1],
      [0, 1, 0.5, 1, 0.5],
    ]);
    expect(view.tables.map(({ name }) => name)).toEqual(["evaluation", "genre", "attention"]);
  });

  it("leaves out models' answers to another text unless somebody or the plan of the study counts them", async () => {
    const study = await makeErrorStudy();
    const item = await pool().query(
      "SELECT benchmark_id FROM item_version WHERE external_id = 'broken' ORDER BY created_at DESC LIMIT 1",
    );
    const answers = [
      { item: "sound", answer: "consistent" },
      { item: "broken", answer: "consistent", prompt: "Is there a logical error in some other story?" },
    ];
    async function* bytes() {
      yield Buffer.from(answers.map((row) => JSON.stringify({ model: "Reader", ...row })).join("\n"));
    }
    const { benchmark_id: benchmarkId } = item.rows[0];
    const { projectId } = study;
    await importPredictions({ projectId, benchmarkId, source: "", actorId: null, ...makeImportSource("p", bytes()) });
    const { actor } = await makePerson({ projectId, role: "viewer" });
    const fullOf = async (asked?: string) => {
      const found = await loadErrorEvaluation(actor, projectId, study.id, asked);
      const full = found.stored!.document.view.tables.find(({ name }) => name === "evaluation")!.rows[0]![4]!;
      return "n" in full && "value" in full ? [full.value, full.n, found.withMismatches] : null;
    };
    expect(await fullOf()).toEqual([1, 1, false]);
    expect(await fullOf("all")).toEqual([0.5, 2, true]);
    const plan = { ...defaultAnalysisPlan(), exclusions: { ...defaultAnalysisPlan().exclusions, mismatched: true } };
    await pool().query("INSERT INTO study_plan (study_id, document) VALUES ($1, $2)", [study.id, plan]);
    expect(await fullOf()).toEqual([0.5, 2, true]);
    expect(await fullOf("matching")).toEqual([1, 1, false]);
  });

  it("is not there for a stranger", async () => {
    const study = await makeErrorStudy();
    const { actor } = await makePerson({});
    await expect(loadErrorEvaluation(actor, study.projectId, study.id)).rejects.toMatchObject({ code: "not-found" });
  });
});
