import { type PageParts, pageParts } from "@/lib/domain/results/analysis/page-parts.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { Actor } from "../platform/access/access.ts";
import { loadResults } from "./load-results.ts";
import { prepareResults } from "./prepare-results.ts";

/**
 * The headline of a study's results for files, for the parameters of a page; null for users who may not read research.
 */
export async function loadPageParts(actor: Actor, address: string, query: ResultsQuery): Promise<PageParts | null> {
  const page = await loadResults(actor, address, query);
  return page && pageParts(await prepareResults(page, query));
}
