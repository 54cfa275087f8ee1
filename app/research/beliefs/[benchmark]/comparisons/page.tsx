import type { Metadata } from "next";
import { BeliefFigures } from "@/components/beliefs/belief-figures.tsx";
import { ViewTables } from "@/components/results/view-tables.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatBeliefQuery, sharedPart } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { getBeliefComparisons } from "@/lib/server/beliefs/get-comparisons.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { type BeliefParams, type BeliefSearch, readBeliefs } from "../read-beliefs.ts";

export const metadata: Metadata = { title: "Tables and tests" };

/** Everyone’s rates, all pairs of models and dimensions, base models alone, profiles, and people against models. */
export default async function BeliefComparisonsPage({
  params,
  searchParams,
}: {
  params: BeliefParams;
  searchParams: BeliefSearch;
}) {
  const { results, query } = await readBeliefs(params, searchParams);
  const { view, dataHash } = getBeliefComparisons(results, query);
  const kept = formatBeliefQuery(sharedPart(query));
  const { id } = results.benchmark;
  return (
    <BeliefFigures
      results={results}
      recompute={recomputeAction}
      query={query}
      current="/comparisons"
      hasCells={false}
      isEmpty={view.refused !== null}
    >
      <Section title={view.title} lead={view.lead}>
        <ViewTables
          view={view}
          page={query.page}
          fileHref={(file) => `/api/v1/benchmarks/${id}/beliefs/${file}${kept}`}
          pageHref={(number) => `/research/beliefs/${id}/comparisons${kept}${kept ? "&" : "?"}page=${number}`}
          dataHash={dataHash}
        />
      </Section>
    </BeliefFigures>
  );
}
