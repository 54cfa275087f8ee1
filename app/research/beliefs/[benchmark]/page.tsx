import type { Metadata } from "next";
import { BeliefFigures } from "@/components/beliefs/belief-figures.tsx";
import { BeliefStats } from "@/components/beliefs/belief-stats.tsx";
import { ExcludedObservers } from "@/components/beliefs/dropped-table.tsx";
import { HeatmapNumbers } from "@/components/beliefs/heatmap/heatmap-numbers.tsx";
import { HeatmapLegend, HeatmapTable } from "@/components/beliefs/heatmap/heatmap-table.tsx";
import { BeliefDownloads, beliefFile } from "@/components/beliefs/take-away.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { prepareHeatmap } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import { formatBeliefQuery, pickSharedParameters } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { listObservers } from "@/lib/server/beliefs/list-observers.ts";
import { recomputeAction } from "../../recompute-action.ts";
import { type BeliefParams, type BeliefSearch, readBeliefs } from "./read-beliefs.ts";

export const metadata: Metadata = { title: "Heatmap" };

export default async function HeatmapPage({
  params,
  searchParams,
}: {
  params: BeliefParams;
  searchParams: BeliefSearch;
}) {
  const { results, query } = await readBeliefs(params, searchParams);
  const { benchmark, people } = results;
  const base = `/research/beliefs/${benchmark.id}`;
  const observers = listObservers(results);
  const map = prepareHeatmap(
    observers.map(({ score }) => score),
    query.least,
  );
  const compared = observers.filter(({ score }) => score.enters);
  const hrefOf = (observer: string, category: string) =>
    `${base}/expressions${formatBeliefQuery({ ...pickSharedParameters(query), observer, category })}`;
  return (
    <BeliefFigures
      results={results}
      recompute={recomputeAction}
      query={query}
      current=""
      extra={[
        {
          name: "show",
          label: "Numbers",
          options: [
            { value: "rate", label: "Context-following rate" },
            { value: "difference", label: "Difference from explicit (points)" },
          ],
        },
      ]}
      isEmpty={observers.length === 0}
    >
      <BeliefStats observers={observers} people={people} />
      <Section
        title="Effect of each expression category by observer"
        lead={
          query.show === "rate"
            ? "Share of answers that follow the expression rather than memory (%), over the pairs whose fact is known and whose two answers agree."
            : "Difference (percentage points) between a category’s rate and the same observer’s rate for explicit expressions."
        }
      >
        {compared.length === 0 ? (
          <p>No observer knows enough facts to be compared.</p>
        ) : (
          <>
            <HeatmapLegend show={query.show} least={query.least} />
            <HeatmapTable
              map={map}
              observers={compared}
              show={query.show}
              caption="Context following by category and observer"
              hrefOf={hrefOf}
            />
            <HeatmapNumbers map={map} observers={compared} />
            <BeliefDownloads
              benchmark={benchmark.id}
              kept={formatBeliefQuery(pickSharedParameters(query))}
              table="categories"
              figure="categories"
            />
          </>
        )}
      </Section>
      {map.dropped.length > 0 && (
        <Section title="Not compared" lead="Observers who know too few of the facts have too few pairs.">
          <ExcludedObservers
            dropped={map.dropped}
            fileHref={(file) => beliefFile(benchmark.id, formatBeliefQuery(pickSharedParameters(query)), file)}
          />
        </Section>
      )}
    </BeliefFigures>
  );
}
