import type { Metadata } from "next";
import { BeliefControls } from "@/components/beliefs/belief-controls.tsx";
import { BeliefFrame } from "@/components/beliefs/belief-frame.tsx";
import { BeliefNotes } from "@/components/beliefs/belief-notes.tsx";
import { DroppedTable } from "@/components/beliefs/dropped-table.tsx";
import { NoFigures } from "@/components/beliefs/no-figures.tsx";
import { ProfileCards } from "@/components/beliefs/profile-cards.tsx";
import { Legend } from "@/components/charts/legend.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { prepareDimensionProfiles } from "@/lib/domain/beliefs/prepare/dimension-profiles.ts";
import { prepareHeatmap } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import { rateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { referenceCategory } from "@/lib/domain/beliefs/scoring/model-score.ts";
import { listObservers } from "@/lib/server/beliefs/list-observers.ts";
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
  const { benchmark, models, people, studies } = results;
  const base = `/research/beliefs/${benchmark.id}`;
  const observers = listObservers(results);
  const compared = observers.filter(({ score }) => score.enters);
  const scores = observers.map(({ score }) => score);
  const profiles = prepareDimensionProfiles(scores);
  const { dropped } = prepareHeatmap(scores);
  return (
    <BeliefFrame benchmark={benchmark} current="/dimensions" query={query}>
      <BeliefControls
        action={`${base}/dimensions`}
        query={query}
        studies={studies}
        chosenStudy={people?.study.id ?? null}
        hasCells={false}
      />
      <BeliefNotes
        models={models.map(({ observer, isDemo, score }) => ({ observer, isDemo, hasScore: score !== null }))}
        people={people}
      />
      {observers.length === 0 ? (
        <NoFigures base={base} isWaiting={models.length > 0} />
      ) : (
        <Section
          title="Dimension profiles"
          lead="Rates pooled over the categories of each dimension, from 0 to 100%, with 95% intervals."
        >
          <div className="grid grid-cols-1 gap-4">
            <Legend
              entries={[
                ...(people ? [{ mark: "crowd" as const, label: "People" }] : []),
                { mark: "model", label: "Model" },
                { mark: "chance", label: "The same observer’s explicit expressions, the reference line" },
              ]}
            />
            <ProfileCards
              cards={compared.map(({ key, side, score }, place) => ({
                key,
                side,
                profile: profiles[place]!,
                reference: rateFigure(score.byCategory.get(referenceCategory)),
              }))}
            />
          </div>
        </Section>
      )}
      {dropped.length > 0 && (
        <Section title="Not compared" lead="Whoever knows too few of the facts has too few pairs left.">
          <DroppedTable dropped={dropped} />
        </Section>
      )}
    </BeliefFrame>
  );
}
