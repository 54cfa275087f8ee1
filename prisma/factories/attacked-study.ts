import { createElement } from "react";
import { expect } from "vitest";
import { ResultsView } from "@/components/results/results-view.tsx";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { defaultResultsQuery, type ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import {
  expectMarkedFiles,
  expectMarkedScreen,
  expectOneFamilySize,
} from "@/lib/domain/results/testing/expect-marked.ts";
import { prepareMaterial } from "@/lib/domain/results/views/material.ts";
import { computeViews } from "@/lib/domain/results/views/study-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { finish } from "@/lib/domain/steps.ts";
import { readDataHash } from "../../lib/server/counting/read-data-hash.ts";
import { makeImportSource } from "../../lib/server/items/import-lines.ts";
import { importPredictions } from "../../lib/server/models/import-predictions.ts";
import type { Actor } from "../../lib/server/platform/access/access.ts";
import { loadCompleteAnalysis } from "../../lib/server/results/analyse-study.ts";
import { loadResults } from "../../lib/server/results/load-results.ts";
import { prepareResults } from "../../lib/server/results/prepare-results.ts";
import { readPlannedResults } from "../../lib/server/results/read-planned-results.ts";
import { readViewsWork } from "../../lib/server/results/views/read-views-work.ts";
import { saveAnalysisPlan } from "../../lib/server/studies/draft/study-plan.ts";
import { moveStudy } from "../../lib/server/studies/run/move-study.ts";
import { makePerson } from "./make-person.ts";
import { type MadeStudy, makeStudy } from "./make-study.ts";
import { startWalker, walkTo } from "./walk-session.ts";

/** A plan with a confirmatory comparison and an equivalence test. */
export const planned = analysisPlanSchema.parse({
  comparator: { kind: "mean-person" },
  margin: 0.1,
  family: { method: "holm", alpha: 0.05, tests: [{ kind: "model-against-people" }, { kind: "equivalence" }] },
});

export const conditions = ["no-story", "story"].flatMap((story) =>
  ["true-false", "false-true"].map((questionOrder) => ({ story, questionOrder })),
);

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Imports answers of a model to the items `item-0` to `item-5`. */
export async function importModel(
  { projectId, benchmarkId }: MadeStudy,
  model: string,
  asked = conditions,
  source = "test",
): Promise<void> {
  const rows = Array.from({ length: 6 }, (_, item) =>
    asked.map((condition) => ({ model, item: `item-${item}`, condition, answer: item % 2 === 0 ? "true" : "false" })),
  ).flat();
  const bytes = bytesOf(rows.map((row) => JSON.stringify(row)).join("\n"));
  await importPredictions({ projectId, benchmarkId, source, actorId: null, ...makeImportSource("p.jsonl", bytes) });
}

export interface Attacked {
  study: MadeStudy;
  actor: Actor;
}

/** A study that was frozen with a plan and one model, with some answers. */
export async function collected(
  asked = conditions,
  before: (study: MadeStudy, actor: Actor) => Promise<void> = async () => undefined,
): Promise<Attacked> {
  const study = await makeStudy({ items: 6, open: false });
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  await saveAnalysisPlan(actor, study.id, planned, "");
  await importModel(study, "Planned", asked);
  await before(study, actor);
  await moveStudy(actor, study.id, "open");
  await answer(study, 24);
  return { study, actor };
}

export async function answer(study: MadeStudy, people: number): Promise<void> {
  for (let person = 0; person < people; person += 1)
    await walkTo(await startWalker(study), 5, { choice: person % 3 === 0 ? "true" : "false" });
}

/** Ends the main stage, which locks the data. */
export const close = ({ study, actor }: Attacked) => moveStudy(actor, study.id, "close");

export async function filesOf({ study, actor }: Attacked): Promise<Map<string, string>> {
  const written = await loadCompleteAnalysis(actor, study.id, null);
  return new Map(written!.map(({ name, content }) => [name, content]));
}

/** The analyses of single answers, computed as for a page, and not limited to what the page may show. */
async function viewsOf({ study, actor }: Attacked): Promise<Map<string, View>> {
  const found = await readPlannedResults(actor, study.id, null, null);
  const { results, single, ...rest } = await readViewsWork(
    found!.page,
    found!.choice,
    await readDataHash(study.id, found!.choice),
  );
  const views = finish(computeViews(prepareMaterial(results, single, rest)));
  return new Map(views.map((view) => [view.id, view]));
}

/** The page of results as a browser would show it, with the analyses of single answers. */
export async function screenOf(attacked: Attacked, changes: Partial<ResultsQuery> = {}): Promise<string> {
  const { study, actor } = attacked;
  const query = { ...defaultResultsQuery, ...changes };
  const page = await loadResults(actor, study.id, query);
  const prepared = await prepareResults(page!, query);
  const views = await viewsOf(attacked);
  const storedView = (id: string) => ({ view: views.get(id)!, isStale: false });
  return drawnMarkup(
    createElement(ResultsView, {
      page: page!,
      prepared,
      query,
      base: "/",
      resamplingViews: { views: ["clusters", "resampling"].map((id) => views.get(id)!), isStale: false },
      persons: storedView("persons"),
      groups: storedView("attributes"),
      hasGroups: true,
      languages: null,
      exportHref: "/",
      canReadIdentities: false,
      declareCorrespondence: null,
      compareAnyway: null,
    }),
  );
}

export const amended = "planned, amended after data";

/**
 * Checks that the status is in the interface, sentences, tables, figures and exports, that no result is without one,
 * and that the plan's tests are corrected over the same number everywhere.
 */
export async function expectAmended(attacked: Attacked, change: RegExp): Promise<void> {
  const files = await filesOf(attacked);
  const allowed: ResultStatus[] = [{ kind: "amended", changes: [] }, { kind: "exploratory" }];
  expectMarkedFiles(files, allowed);
  const sentences = files
    .get("sentences.md")!
    .split("\n")
    .filter((one) => one.includes("mean person"));
  expect(sentences).not.toEqual([]);
  for (const one of sentences) expect(one).toMatch(/^- Planned, amended after data: /);
  for (const name of ["confirmatory", "confirmatory-before", "comparisons", "comparison-tests"])
    expectPlannedRows(files.get(`${name}.jsonl`)!, JSON.parse(files.get("summary.json")!).plan.models);
  for (const name of ["confirmatory.md", "headline.svg", "confirmatory.tex"])
    expect(files.get(name)!.replaceAll(/\s+/g, " "), name).toContain(amended);
  for (const name of ["methods.md", "confirmatory.md"]) expect(files.get(name), name).toMatch(change);
  // The former result is also included.
  expect(files.get("confirmatory-before.md")).toContain("Before the amendment.");
  expect(JSON.parse(files.get("summary.json")!).status).toMatchObject({ kind: "amended" });
  const screen = await screenOf(attacked);
  expect(screen).toContain("Planned, amended after data");
  expect(screen).toContain("Before the amendment.");
  expect(screen).toMatch(change);
  for (const leads of [null, "best-person", "distribution"] as const)
    expectMarkedScreen(leads === null ? screen : await screenOf(attacked, { leads }), allowed);
  expectOneFamilySize(files, screen);
}

/** Every row of a test of the plan is amended: all rows of a family, and of the mean person and the plan's models. */
function expectPlannedRows(content: string, models: readonly string[]): void {
  const rows = content
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const isPlanned = (label: string) => models.some((model) => label === model || label.startsWith(`${model} (`));
  const planned = rows.filter(
    ({ comparator, model }) => comparator === undefined || (comparator === "person" && isPlanned(model)),
  );
  expect(planned).not.toEqual([]);
  for (const { status, status_equivalence: equivalence = amended } of planned)
    expect([status, equivalence]).toEqual([amended, amended]);
}
