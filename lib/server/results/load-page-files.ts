import type { AnalysisFile } from "@/lib/domain/results/analysis/analyse-study.ts";
import { pageFiles } from "@/lib/domain/results/analysis/page-files.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { Actor } from "../platform/access/access.ts";
import { loadResults } from "./load-results.ts";
import { prepareResults } from "./prepare-results.ts";

/**
 * The headline of a study's results as files, for the parameters of an address; null for users who may not read
 * research.
 */
export async function loadPageFiles(
  actor: Actor,
  address: string,
  query: ResultsQuery,
): Promise<AnalysisFile[] | null> {
  const page = await loadResults(actor, address, query);
  return page && pageFiles(await prepareResults(page, query, null));
}
