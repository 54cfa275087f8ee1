import type { Metadata } from "next";
import { BeliefFigures } from "@/components/beliefs/belief-figures.tsx";
import { ExcludedObservers } from "@/components/beliefs/dropped-table.tsx";
import { ProfileCards } from "@/components/beliefs/profile-cards.tsx";
import { BeliefDownloads, beliefFile } from "@/components/beliefs/take-away.tsx";
import { Legend } from "@/components/charts/legend.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { prepareDimensionProfiles } from "@/lib/domain/beliefs/prepare/dimension-profiles.ts";
import { prepareHeatmap } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import { toRateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { formatBeliefQuery, pickSharedParameters } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { referenceCategory } from "@/lib/domain/beliefs/scoring/model-score.ts";
import { listObservers } from "@/lib/server/beliefs/list-observers.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { type BeliefParams, type BeliefSearch, readBeliefs } from "../read-beliefs.ts";

export const metadata: Metadata = { title: "Dimensions" };

export default async function DimensionsPage({
  params,
  searchParams,
}: {
  params: BeliefParams;
  searchParams: BeliefSearch;
}) {
  const { results, query } = await readBeliefs(params, searchParams);
  const { people } = results;
  const observers = listObservers(results);
  const compared = observers.filter(({ score }) => score.enters);
  const scores = observers.map(({ score }) => score);
  const profiles = prepareDimensionProfiles(scores);
  const { dropped } = prepareHeatmap(scores);
  return (
    <BeliefFigures
      results={results}
      recompute={recomputeAction}
      query={query}
      current="/dimensions"
      hasCells={false}
      isEmpty={observers.length === 0}
    >
      <Section
        title="Dimension profiles"
        lead="Rates pooled over the categories of each dimension, from 0 to 100%, with 95% intervals."
      >
        <div className="grid grid-cols-1 gap-4">
          <Legend
            entries={[
              ...(people ? [{ mark: "majority" as const, label: "People" }] : []),
              { mark: "model", label: "Model" },
              { mark: "chance", label: "Explicit expressions of the same observer (reference line)" },
            ]}
          />
          <ProfileCards
            cards={compared.map(({ key, side, score }, place) => ({
              key,
              side,
              profile: profiles[place]!,
              reference: toRateFigure(score.byCategory.get(referenceCategory)),
            }))}
          />
          {compared.length > 0 && (
            <BeliefDownloads
              benchmark={results.benchmark.id}
              kept={formatBeliefQuery(pickSharedParameters(query))}
              table="rates"
              figure="dimensions"
            />
          )}
        </div>
      </Section>
      {dropped.length > 0 && (
        <Section title="Not compared" lead="Observers who know too few of the facts have too few pairs.">
          <ExcludedObservers
            dropped={dropped}
            fileHref={(file) => beliefFile(results.benchmark.id, formatBeliefQuery(pickSharedParameters(query)), file)}
          />
        </Section>
      )}
    </BeliefFigures>
  );
}
