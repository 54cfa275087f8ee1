import { createElement } from "react";
import { expect } from "vitest";
import { ResultsView } from "@/components/results/results-view.tsx";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { defaultResultsQuery, type ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import { makeImportSource } from "../../lib/server/items/import-lines.ts";
import { importPredictions } from "../../lib/server/models/import-predictions.ts";
import type { Actor } from "../../lib/server/platform/access/access.ts";
import { loadCompleteAnalysis } from "../../lib/server/results/analyse-study.ts";
import { loadResults } from "../../lib/server/results/load-results.ts";
import { prepareResults } from "../../lib/server/results/prepare-results.ts";
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

/** The page of results as a browser would show it. */
export async function screenOf({ study, actor }: Attacked, changes: Partial<ResultsQuery> = {}): Promise<string> {
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
 * Checks that the status is in the interface, sentences, tables, figures and exports, and that no result of the plan is
 * without it.
 */
export async function expectAmended(attacked: Attacked, change: RegExp): Promise<void> {
  const files = await filesOf(attacked);
  const sentences = files
    .get("sentences.md")!
    .split("\n")
    .filter((one) => one.includes("mean person"));
  expect(sentences).not.toEqual([]);
  for (const one of sentences) expect(one).toMatch(/^- Planned, amended after data: /);
  for (const name of [
    "confirmatory.csv",
    "confirmatory.jsonl",
    "comparisons.csv",
    "comparisons.jsonl",
    "confirmatory.md",
    "headline.svg",
    "confirmatory.tex",
  ])
    expect(files.get(name)!.replaceAll(/\s+/g, " "), name).toContain(amended);
  for (const name of ["methods.md", "confirmatory.md"]) expect(files.get(name), name).toMatch(change);
  // The former result is also included.
  expect(files.get("confirmatory-before.md")).toContain("Before the amendment.");
  expect(JSON.parse(files.get("summary.json")!).status).toMatchObject({ kind: "amended" });
  const screen = await screenOf(attacked);
  expect(screen).toContain("Planned, amended after data");
  expect(screen).toContain("Before the amendment.");
  expect(screen).toMatch(change);
}
