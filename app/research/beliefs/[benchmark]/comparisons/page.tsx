import type { Metadata } from "next";
import { cellChoice } from "@/components/beliefs/belief-controls.tsx";
import { BeliefFigures } from "@/components/beliefs/belief-figures.tsx";
import { ViewTables } from "@/components/results/view-tables.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { formatBeliefQuery, pickSharedParameters } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { sliceFacets } from "@/lib/domain/beliefs/scoring/score-details.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { facetLabels } from "@/lib/domain/results/views/beliefs/belief-slices.ts";
import { loadBeliefComparisons } from "@/lib/server/beliefs/load-comparisons.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { type BeliefParams, type BeliefSearch, readBeliefs } from "../read-beliefs.ts";

export const metadata: Metadata = { title: "Tables and tests" };

/**
 * Rates of all observers, comparisons of pairs of models and dimensions, base models, profiles, and people versus
 * models.
 */
export default async function BeliefComparisonsPage({
  params,
  searchParams,
}: {
  params: BeliefParams;
  searchParams: BeliefSearch;
}) {
  const { results, query } = await readBeliefs(params, searchParams);
  const { view, dataHash, pending } = await loadBeliefComparisons(results, query);
  const status = results.people?.status ?? exploratory;
  const { among, by, observer } = query;
  const sharedQuery = formatBeliefQuery({ ...pickSharedParameters(query), among, by, observer });
  const compared = results.people ? results.models.filter(({ score }) => score?.enters) : [];
  const { id } = results.benchmark;
  return (
    <BeliefFigures
      results={results}
      recompute={recomputeAction}
      query={query}
      current="/comparisons"
      hasCells={false}
      extra={[
        { name: "by", label: "Rates by", options: sliceFacets.map((value) => ({ value, label: facetLabels[value] })) },
        cellChoice,
        ...(compared.length > 1
          ? [
              {
                name: "observer" as const,
                label: "Compare people with",
                options: compared.map(({ runId, observer: label }) => ({ value: runId, label })),
              },
            ]
          : []),
      ]}
      isEmpty={view.refused !== null}
    >
      {pending.map((state) => (
        <ResultNote
          key={state.subject}
          state={state}
          what="the comparison of people with a model"
          recompute={recomputeAction}
        />
      ))}
      <Section title={view.title} lead={view.lead}>
        <ViewTables
          view={view}
          status={status}
          page={query.page}
          fileHref={(file) => `/api/v1/benchmarks/${id}/beliefs/${file}${sharedQuery}`}
          pageHref={(number) =>
            `/research/beliefs/${id}/comparisons${sharedQuery}${sharedQuery ? "&" : "?"}page=${number}`
          }
          dataHash={dataHash}
        />
      </Section>
    </BeliefFigures>
  );
}
