import { createElement } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { ResultsView } from "@/components/results/results-view.tsx";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { defaultResultsQuery, type ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { type AnalysisPlan, analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../items/import-items.ts";
import { importSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { correctAnswer } from "../models/registry/save-answer.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { amendForKeys } from "../studies/draft/amend-for-keys.ts";
import { saveAnalysisPlan } from "../studies/draft/study-plan.ts";
import { recordInterimView } from "../studies/interim-views.ts";
import { excludeResponse } from "../studies/responses/exclude-response.ts";
import { moveStudy } from "../studies/run/move-study.ts";
import { loadCompleteAnalysis } from "./analyse-study.ts";
import { declareCorrespondence } from "./declare-correspondence.ts";
import { loadResults } from "./load-results.ts";
import { prepareResults } from "./prepare-results.ts";

withTestDatabase();

const planned = analysisPlanSchema.parse({
  comparator: { kind: "mean-person" },
  margin: 0.1,
  family: { method: "holm", alpha: 0.05, tests: [{ kind: "model-against-people" }, { kind: "equivalence" }] },
});

const conditions = ["no-story", "story"].flatMap((story) =>
  ["true-false", "false-true"].map((questionOrder) => ({ story, questionOrder })),
);

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function importModel(
  { projectId, benchmarkId }: MadeStudy,
  model: string,
  asked = conditions,
  source = "test",
): Promise<void> {
  const rows = Array.from({ length: 6 }, (_, item) =>
    asked.map((condition) => ({ model, item: `item-${item}`, condition, answer: item % 2 === 0 ? "true" : "false" })),
  ).flat();
  const bytes = bytesOf(rows.map((row) => JSON.stringify(row)).join("\n"));
  await importPredictions({ projectId, benchmarkId, source, actorId: null, ...importSource("p.jsonl", bytes) });
}

interface Attacked {
  study: MadeStudy;
  actor: Actor;
}

/** A study that was frozen with a plan and one model, with some answers. */
async function collected(asked = conditions): Promise<Attacked> {
  const study = await makeStudy({ items: 6, open: false });
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  await saveAnalysisPlan(actor, study.id, planned, "");
  await importModel(study, "Planned", asked);
  await moveStudy(actor, study.id, "open");
  await answer(study, 24);
  return { study, actor };
}

async function answer(study: MadeStudy, people: number): Promise<void> {
  for (let person = 0; person < people; person += 1)
    await walkTo(await startWalker(study), 5, { choice: person % 3 === 0 ? "true" : "false" });
}

const close = ({ study, actor }: Attacked) => moveStudy(actor, study.id, "close");

async function filesOf({ study, actor }: Attacked): Promise<Map<string, string>> {
  const written = await loadCompleteAnalysis(actor, study.id, null);
  return new Map(written!.map(({ name, content }) => [name, content]));
}

/** The page of results as a browser would show it. */
async function screenOf({ study, actor }: Attacked, changes: Partial<ResultsQuery> = {}): Promise<string> {
  const query = { ...defaultResultsQuery, ...changes };
  const page = await loadResults(actor, study.id, query);
  const prepared = await prepareResults(page!, query, null);
  return drawnMarkup(
    createElement(ResultsView, {
      page: page!,
      prepared,
      query,
      base: "/",
      resamplingViews: null,
      persons: null,
      groups: null,
      languages: null,
      exportHref: "/",
      canReadIdentities: false,
      declareCorrespondence: null,
      compareAnyway: null,
    }),
  );
}

const amended = "planned, amended after data";

/** The status stands in interface, sentence, table, figure and export; nothing of the plan is without it. */
async function expectAmended(attacked: Attacked, change: RegExp): Promise<void> {
  const files = await filesOf(attacked);
  const sentences = files
    .get("sentences.md")!
    .split("\n")
    .filter((one) => one.includes("mean person"));
  expect(sentences).not.toEqual([]);
  for (const one of sentences) expect(one).toMatch(/^- Planned, amended after data: /);
  for (const name of ["confirmatory.csv", "comparisons.csv", "confirmatory.md", "headline.svg", "confirmatory.tex"])
    expect(files.get(name)!.replaceAll(/\s+/g, " "), name).toContain(amended);
  for (const name of ["methods.md", "confirmatory.md"]) expect(files.get(name), name).toMatch(change);
  // The former result stands beside.
  expect(files.get("confirmatory-before.md")).toContain("Before the amendment.");
  expect(JSON.parse(files.get("summary.json")!).status).toMatchObject({ kind: "amended" });
  const screen = await screenOf(attacked);
  expect(screen).toContain("Planned, amended after data");
  expect(screen).toContain("Before the amendment.");
  expect(screen).toMatch(change);
}

describe("a plan that is kept", () => {
  it("has confirmatory results on locked data, and the models of the time of its freezing", async () => {
    const kept = await collected();
    await close(kept);
    const files = await filesOf(kept);
    expect(files.get("confirmatory.csv")).toContain("confirmatory");
    expect(files.get("confirmatory.csv")).not.toContain(amended);
    expect(files.get("confirmatory-before.csv")).toBeUndefined();
    expect(JSON.parse(files.get("summary.json")!)).toMatchObject({
      status: { kind: "confirmatory" },
      plan: { models: ["Planned"], modelsFixed: true },
    });
  });
});

describe("an attempt to obtain a claim without its mark", () => {
  let peeked: Attacked;

  beforeAll(async () => {
    peeked = await collected();
  });

  it("by reading results before the data are locked finds no conclusion", async () => {
    const files = await filesOf(peeked);
    for (const name of ["sentences.md", "comparisons.csv", "headline.svg", "confirmatory.csv", "confirmatory.tex"])
      expect(files.get(name), name).toMatch(/interim/i);
    const screen = await screenOf(peeked);
    expect(screen).toContain("no conclusion before the data are locked");
    for (const text of [files.get("sentences.md")!, screen]) expect(text).not.toMatch(/more often than|No significant/);
  });

  it("by excluding answers after results were seen", async () => {
    await recordInterimView(peeked.actor, { ...peeked.study, stage: "main" });
    const { rows } = await pool().query("SELECT id FROM response WHERE study_id = $1 LIMIT 2", [peeked.study.id]);
    for (const { id } of rows) await excludeResponse(peeked.actor, id, { reason: "gibberish" });
    await close(peeked);
    await expectAmended(peeked, /2 answers excluded after results were seen/);
    const page = await loadResults(peeked.actor, peeked.study.id, defaultResultsQuery);
    const count = (counts: readonly { count: number }[]) => counts.reduce((sum, one) => sum + one.count, 0);
    expect(count(page!.plan!.former!.results.counts) - count(page!.results.counts)).toBe(2);
  });

  it("by correcting or repeating a planned model's answers after results were seen", async () => {
    const changed = await collected();
    await close(changed);
    await recordInterimView(changed.actor, { ...changed.study, stage: "main" });
    const { rows } = await pool().query(
      `SELECT prediction.id, run.source FROM prediction JOIN run ON run.id = prediction.run_id
       WHERE run.benchmark_id = $1 LIMIT 1`,
      [changed.study.benchmarkId],
    );
    const files = await filesOf(changed);
    expect(JSON.parse(files.get("summary.json")!).status).toMatchObject({ kind: "confirmatory" });
    await correctAnswer(changed.actor, rows[0].id, "false");
    await expectAmended(changed, /answers of Planned was as when results were first seen, now 1 answer corrected/);
    const again = { model: "Planned", item: "item-0", condition: conditions[0], answer: "true", repeat: 1 };
    const bytes = bytesOf(JSON.stringify(again));
    const { projectId, benchmarkId } = changed.study;
    const to = { projectId, benchmarkId, source: rows[0].source, actorId: null };
    await importPredictions({ ...to, ...importSource("p.jsonl", bytes) });
    await expectAmended(changed, /1 further answer to the same cells and 1 answer corrected by hand/);
  });

  it("by reopening the study and adding answers", async () => {
    const reopened = await collected();
    await close(reopened);
    await moveStudy(reopened.actor, reopened.study.id, "reopen", "More people.");
    await answer(reopened.study, 4);
    await close(reopened);
    const files = await filesOf(reopened);
    expect(JSON.parse(files.get("summary.json")!).data).toMatchObject({ shown: "locked", lock: { counted: 12 } });
    const screen = await screenOf(reopened, { data: "current" });
    expect(screen).toContain("Planned, amended after data");
    expect(screen).toContain("Before the amendment.");
  });

  it("by changing the plan, a key or the correspondence after answers", async () => {
    const changed = await collected();
    const change = (plan: Partial<AnalysisPlan>) =>
      saveAnalysisPlan(changed.actor, changed.study.id, { ...planned, ...plan, models: ["Planned"] }, "A reason.");
    await change({ margin: 0.2 });
    await close(changed);
    await expectAmended(changed, /margin was 0\.1, now 0\.2/);
    await change({});
    await importItems({
      projectId: changed.study.projectId,
      benchmarkName: `Benchmark of ${changed.study.slug}`,
      fileName: "corrected.jsonl",
      lines: corrected(),
      actorId: changed.actor.userId,
      onKeysCorrected: (client, benchmarkId) => amendForKeys(client, benchmarkId, changed.actor.userId, "A typo."),
    });
    await expectAmended(changed, /items\.0\.key was 1, now 2/);
    await declareCorrespondence(changed.actor, changed.study.id, { pairs: [], same: [], lenient: true }, "A reason.");
    await expectAmended(changed, /correspondence/);
  });

  it("by importing a model later: it is exploratory, and not in the family", async () => {
    const later = await collected();
    await importModel(later.study, "Later");
    await close(later);
    const files = await filesOf(later);
    const sentences = files
      .get("sentences.md")!
      .split("\n")
      .filter((one) => one.includes("Later"));
    expect(sentences).not.toEqual([]);
    for (const one of sentences) expect(one).toMatch(/^- Exploratory: /);
    expect(files.get("confirmatory.csv")).not.toContain("Later");
    expect(
      files
        .get("comparisons.csv")!
        .split("\n")
        .find((row) => row.startsWith("Later")),
    ).toContain("exploratory");
    expect(await screenOf(later)).toContain("Exploratory: ");
    // An amendment that names it marks the whole family.
    await saveAnalysisPlan(later.actor, later.study.id, { ...planned, models: ["Planned", "Later"] }, "A new model.");
    await expectAmended(later, /models\.1 was empty, now Later/);
  });

  it("by importing a second run of a planned model: it is exploratory, whatever is amended later", async () => {
    const again = await collected();
    await importModel(again.study, "Planned", conditions, "second");
    await close(again);
    const familyOf = async () => {
      const files = await filesOf(again);
      const planned = files.get("confirmatory.csv")!;
      expect(planned).not.toContain("second");
      const rows = files.get("comparisons.csv")!.split("\n");
      expect(rows.find((row) => row.startsWith("Planned (second)"))).toContain("exploratory");
      return planned.trim().split("\n").length - 1;
    };
    expect(await familyOf()).toBe(2);
    await saveAnalysisPlan(again.actor, again.study.id, { ...planned, margin: 0.15, models: ["Planned"] }, "A reason.");
    expect(await familyOf()).toBe(2);
  });

  it("by importing a model after a plan was frozen that has no list of models, as plans had none once", async () => {
    const old = await collected();
    // Rows of the time before the list; triggers refuse to change a freeze.
    const client = await pool().connect();
    await client.query("SET session_replication_role = replica");
    await client.query(
      `UPDATE protocol_freeze SET document = jsonb_set(document #- '{plan,modelsFixed}', '{plan,models}', '[]')
       WHERE study_id = $1`,
      [old.study.id],
    );
    await client.query(
      `UPDATE study_plan SET document = jsonb_set(document - 'modelsFixed', '{models}', '[]') WHERE study_id = $1`,
      [old.study.id],
    );
    await client.query("SET session_replication_role = origin");
    client.release();
    await importModel(old.study, "Later");
    await close(old);
    const files = await filesOf(old);
    expect(files.get("confirmatory.csv")).toContain("Planned");
    expect(files.get("confirmatory.csv")).not.toContain("Later");
    const rows = files.get("comparisons.csv")!.split("\n");
    expect(rows.find((row) => row.startsWith("Later"))).toContain("exploratory");
  });

  it("by asking a model under half of the conditions", async () => {
    const half = await collected(conditions.slice(0, 2));
    await close(half);
    const files = await filesOf(half);
    expect(files.get("sentences.md")).not.toContain("at human level");
    expect(files.get("sentences.md")).toMatch(/\d% of the model’s answers are missing|missing and unparsed answers/);
  });
});

async function* corrected(): AsyncGenerator<string> {
  yield JSON.stringify({
    id: "item-0",
    kind: "true-false",
    story: { id: "story-0", title: "Story 0", text: "Ana told Ben the number 0." },
    text: "Ben knows the number 0.",
    gold: false,
    attributes: { number: 0 },
  });
}
