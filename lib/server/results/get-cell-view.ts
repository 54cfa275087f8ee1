import { planRules } from "@/lib/domain/results/planned-comparisons.ts";
import { narrowResults, type ResultsQuery } from "@/lib/domain/results/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/study-results.ts";
import { prepareCells } from "@/lib/domain/results/views/cell-material.ts";
import { type CellViewId, cellView } from "@/lib/domain/results/views/cell-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { getResults } from "./get-results.ts";

/** One of the tables of a paper, under what an address asks for; null for those who may not read research. */
export async function getCellView(
  actor: Actor,
  address: string,
  query: ResultsQuery,
  id: CellViewId,
): Promise<{ page: StudyResultsPage; view: View } | null> {
  const page = await getResults(actor, address, query);
  if (!page) return null;
  const { rows } = await pool().query<{ id: string; details: Record<string, unknown> }>(
    "SELECT id, details FROM model WHERE id = ANY($1::uuid[])",
    [[...new Set(page.results.series.map(({ modelId }) => modelId))]],
  );
  const details = new Map(rows.map((row) => [row.id, row.details]));
  const results = narrowResults(page.results, query);
  const series = results.series.filter((one) => query.models?.includes(one.id) ?? true);
  const material = prepareCells({ ...results, series }, details, query.by, planRules(query, page.plan));
  return { page, view: cellView(id, material) };
}
