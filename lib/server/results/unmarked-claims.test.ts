import { createElement } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { FlowView } from "@/components/studies/live/flow-view.tsx";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { expectMarkedFiles, expectMarkedScreen, expectNoTests } from "@/lib/domain/results/testing/expect-marked.ts";
import {
  type Attacked,
  amended,
  answer,
  bytesOf,
  close,
  collected,
  conditions,
  expectAmended,
  filesOf,
  importModel,
  planned,
  screenOf,
} from "@/prisma/factories/attacked-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../items/import-items.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { correctAnswer } from "../models/registry/save-answer.ts";
import { pool } from "../platform/database/pool.ts";
import { countLockedExclusions } from "../release/count-locked-exclusions.ts";
import { amendForKeys } from "../studies/draft/amend-for-keys.ts";
import { saveAnalysisPlan } from "../studies/draft/study-plan.ts";
import { loadFreshStudyFlow } from "../studies/flow/load-study-flow.ts";
import { recordInterimView } from "../studies/interim-views.ts";
import { excludeResponse } from "../studies/responses/exclude-response.ts";
import { restoreResponse } from "../studies/responses/restore-response.ts";
import { moveStudy } from "../studies/run/move-study.ts";
import { listAnalysisExtras } from "./analysis-result.ts";
import { declareCorrespondence } from "./declare-correspondence.ts";
import { loadResults } from "./load-results.ts";

withTestDatabase();

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
    expectMarkedFiles(files, [{ kind: "interim" }]);
    for (const leads of [null, "best-person", "distribution"] as const)
      expectNoTests(files, leads === null ? screen : await screenOf(peeked, { leads }));
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

  it("by reversing an exclusion that a rule of the plan made, which needs a reason", async () => {
    const reversed = await collected();
    // As `applyPlanRules` stores it when an answer arrives.
    const { rows } = await pool().query(
      `INSERT INTO exclusion (id, response_id, reason, actor, rule)
       SELECT gen_random_uuid(), id, 'missed-checks', 'plan', 'exclusions.missedChecks: 1' FROM response
       WHERE study_id = $1 LIMIT 1 RETURNING response_id AS id`,
      [reversed.study.id],
    );
    await expect(restoreResponse(reversed.actor, rows[0].id, "")).rejects.toThrow("Please give a reason");
    await restoreResponse(reversed.actor, rows[0].id, "The check was misleading.");
    await close(reversed);
    await expectAmended(reversed, /exclusions by the plan(’|'|&#x27;)s rules was applied, now 1 reversed/);
    const page = await loadResults(reversed.actor, reversed.study.id, defaultResultsQuery);
    const count = (counts: readonly { count: number }[]) => counts.reduce((sum, one) => sum + one.count, 0);
    expect(count(page!.results.counts) - count(page!.plan!.former!.results.counts)).toBe(1);
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
    await importPredictions({ ...to, ...makeImportSource("p.jsonl", bytes) });
    await expectAmended(changed, /1 further answer to the same cells and 1 answer corrected by hand/);
  });

  it("by reopening the study and adding answers", async () => {
    const reopened = await collected();
    await close(reopened);
    await moveStudy(reopened.actor, reopened.study.id, "reopen", "More people.");
    await answer(reopened.study, 4);
    const { rows } = await pool().query("SELECT id FROM response WHERE study_id = $1 ORDER BY saved_at LIMIT 1", [
      reopened.study.id,
    ]);
    await excludeResponse(reopened.actor, rows[0].id, { reason: "gibberish" });
    // The release card counts the exclusions of the lock.
    expect(await countLockedExclusions(pool(), { study: reopened.study, locks: [1] })).toBe(0);
    await close(reopened);
    const files = await filesOf(reopened);
    expect(JSON.parse(files.get("summary.json")!).data).toMatchObject({ shown: "locked", lock: { counted: 12 } });
    const screen = await screenOf(reopened, { data: "current" });
    expect(screen).toContain("Planned, amended after data");
    expect(screen).toContain("Before the amendment.");
    // The people after the reopening are counted apart, under their own status.
    expect(files.get("methods.md")).toContain("Participants: 24 sessions were started");
    expect(files.get("methods.md")).toMatch(/Planned, amended after data: [^.]* reopened\. 4 sessions were started/);
    const extras = await listAnalysisExtras(reopened.actor, reopened.study.id);
    const amendedNames = (names: Iterable<string>) => [...names].filter((name) => name.startsWith("amended-")).sort();
    const ofExtras = new Map(extras.map(({ name, content }) => [name.replace("analysis/", ""), content]));
    expect(amendedNames(ofExtras.keys())).toEqual(amendedNames(files.keys()));
    expect(ofExtras.get("amended-after-data/confirmatory.csv")).toContain(amended);
    const flow = new Map(extras.map(({ name, content }) => [name.replace("analysis/flow/", ""), content]));
    expect(flow.get("consort.svg")).toContain("Arrived: 24");
    expect(flow.get("consort.svg")).toContain("Status: exploratory.");
    expect(flow.get("reopened-consort.svg")).toContain("Arrived: 4");
    for (const name of ["reopened-consort.svg", "reopened-places.csv", "reopened-drop-out.tex"])
      expect(flow.get(name)!.replaceAll(/\s+/g, " "), name).toContain(amended);
    const document = (await loadFreshStudyFlow(reopened.actor, reopened.study.id))!;
    const props = { flow: document, status: exploratory, studyId: "s", canWrite: false, topUp: async () => null };
    const page = await drawnMarkup(createElement(FlowView, props));
    expect(page).toContain("People who arrived after the study was reopened.");
    expect(page).toContain("Status: planned, amended after data.");
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

  it("by testing against the margin of a plan that names no such test", async () => {
    const tests: AnalysisPlan["family"]["tests"] = planned.family.tests.slice(0, 1);
    const attacked = await collected(conditions, async ({ id }, actor) => {
      await saveAnalysisPlan(actor, id, { ...planned, family: { ...planned.family, tests }, models: ["Planned"] }, "");
    });
    await close(attacked);
    const files = await filesOf(attacked);
    const allowed = [{ kind: "confirmatory" }, { kind: "exploratory" }] as const;
    expectMarkedFiles(files, allowed);
    expectMarkedScreen(await screenOf(attacked), allowed);
    const sentence = files
      .get("sentences.md")!
      .split("\n")
      .find((one) => one.includes("the mean person"));
    expect(sentence).toMatch(/^- (?!Exploratory).* Exploratory: Equivalence within 10\.0 points/i);
    const rows = files.get("comparison-tests.jsonl")!.trim().split("\n");
    const person = rows.map((row) => JSON.parse(row)).find(({ comparator }) => comparator === "person");
    expect(person).toMatchObject({
      status: "confirmatory",
      status_equivalence: "exploratory",
      status_non_inferiority: "exploratory",
    });
  });

  it("by asking a model under half of the conditions", async () => {
    const half = await collected(conditions.slice(0, 2));
    await close(half);
    const files = await filesOf(half);
    expect(files.get("sentences.md")).not.toContain("at human level");
    expect(files.get("sentences.md")).toMatch(/\d% of the model’s answers are missing|missing and unparsed answers/);
  });

  it("by showing a model that was imported later beside a planned one", async () => {
    const later = await collected();
    await importModel(later.study, "Later");
    await close(later);
    const files = await filesOf(later);
    for (const name of ["headline.svg", "headline.vl.json"])
      expect(files.get(name), name).toContain("Later (exploratory)");
    const { series } = (await loadResults(later.actor, later.study.id, defaultResultsQuery))!.results;
    const screen = await screenOf(later, { models: series.map(({ id }) => id) });
    const allowed = [{ kind: "confirmatory" }, { kind: "exploratory" }] as const;
    expectMarkedFiles(files, allowed);
    expectMarkedScreen(screen, allowed);
    expect(screen).toContain("confirmatory for 1 model; exploratory for 1 model; see each model");
    const outside = screen.split("<table").filter((table) => table.includes(">Models outside the plan"));
    expect(outside).toHaveLength(2);
    for (const table of outside) {
      expect(table).toContain(">exploratory<");
      expect(table).toContain("Holm correction (1 test)");
    }
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
