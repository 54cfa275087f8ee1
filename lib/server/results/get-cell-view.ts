import { planRules } from "@/lib/domain/results/planned-comparisons.ts";
import { plannedModelTests } from "@/lib/domain/results/planned-models.ts";
import { chosenSeries, narrowResults, type ResultsQuery } from "@/lib/domain/results/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/study-results.ts";
import { prepareCells } from "@/lib/domain/results/views/cell-material.ts";
import { type CellViewId, cellView } from "@/lib/domain/results/views/cell-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { readDataHash } from "../counting/read-data-hash.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { getResults } from "./get-results.ts";
import { computeCellView } from "./views/cell-in-worker.ts";
import { getStoredViews } from "./views/get-study-views.ts";

/**
 * One of the tables of a paper, under what an address asks for, with the hash of the data that it speaks of; null for those
 * who may not read research.
 *
 * @param itemId of the item that is looked at alone; null for all
 */
export async function getCellView(
  actor: Actor,
  address: string,
  query: ResultsQuery,
  id: CellViewId,
  itemId: string | null = null,
): Promise<{ page: StudyResultsPage; view: View; dataHash: string } | null> {
  const page = await getResults(actor, address, query);
  if (!page) return null;
  const { surplus, excluded, openStratum, key } = query;
  const [details, dataHash] = await Promise.all([
    readModelDetails(page),
    readDataHash(page.study.id, { stage: page.stage, surplus, excluded, openStratum, key }),
  ]);
  const narrowed = narrowResults(page.results, query);
  const results = { ...narrowed, items: narrowed.items.filter((item) => itemId === null || item.id === itemId) };
  const series = chosenSeries(page.results, query);
  const work = { id, results: { ...results, series }, details, by: query.by, rules: planRules(query, page.plan) };
  const isWhole = query.models === null && itemId === null;
  const plannedModels =
    id === "models" && isWhole
      ? plannedModelTests(page.results, query, page.plan, await readGroups(actor, page, query))
      : null;
  const view = plannedModels
    ? cellView(id, { ...prepareCells(work.results, details, work.by, work.rules), plannedModels })
    : await computeCellView(work);
  return { page, view, dataHash };
}

/** The stored analysis of groups of people, fresh and only where the plan of the study names their tests. */
async function readGroups(
  actor: Actor,
  { study, plan }: Pick<StudyResultsPage, "study" | "plan">,
  query: ResultsQuery,
): Promise<View | null> {
  if (!plan?.plan.family.tests.some(({ kind }) => kind === "groups-of-people")) return null;
  const found = (await getStoredViews(actor, study.id, query, ["attributes"]))?.get("attributes");
  return found && !found.isStale ? found.view : null;
}

/** What is noted with the models of a page (family, size, tuning, thinking), by model id. */
export async function readModelDetails({
  results,
}: Pick<StudyResultsPage, "results">): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  const { rows } = await pool().query<{ id: string; details: Record<string, unknown> }>(
    "SELECT id, details FROM model WHERE id = ANY($1::uuid[])",
    [[...new Set(results.series.map(({ modelId }) => modelId))]],
  );
  return new Map(rows.map((row) => [row.id, row.details]));
}
