import type { Metadata } from "next";
import { BeliefFigures } from "@/components/beliefs/belief-figures.tsx";
import { LeftOutModels } from "@/components/beliefs/left-out-models.tsx";
import { SizeFigure, type SizePanel } from "@/components/beliefs/size-figure.tsx";
import { BeliefDownloads } from "@/components/beliefs/take-away.tsx";
import { TuningLegend } from "@/components/beliefs/tuning-mark.tsx";
import { ModelPairDetail, ModelPairTable } from "@/components/beliefs/tuning-view.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { toRateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { prepareSizeLines } from "@/lib/domain/beliefs/prepare/size-lines.ts";
import { formatBeliefQuery, pickSharedParameters } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { dimensions } from "@/lib/domain/beliefs/typology.ts";
import { compareTuning } from "@/lib/server/beliefs/compare-tuning.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { type BeliefParams, type BeliefSearch, readBeliefs } from "../read-beliefs.ts";

export const metadata: Metadata = { title: "Size and tuning" };

export default async function ModelsOfBeliefsPage({
  params,
  searchParams,
}: {
  params: BeliefParams;
  searchParams: BeliefSearch;
}) {
  const { results, query } = await readBeliefs(params, searchParams);
  const { benchmark, models, people } = results;
  const base = `/research/beliefs/${benchmark.id}`;
  const here = `${base}/models`;
  const scored = models.flatMap(({ score }) => (score ? [score] : []));
  const profiles = models.map(({ profile }) => profile);
  const score = people?.score.enters ? people.score : null;
  const panels: SizePanel[] = [null, ...dimensions].map((dimension) => ({
    id: dimension?.id ?? "all",
    label: dimension?.label ?? "All expressions",
    lines: prepareSizeLines(scored, profiles, dimension?.id ?? null).lines,
    people: score && toRateFigure(dimension === null ? score.overall : score.byDimension.get(dimension.id)),
  }));
  const { leftOut } = prepareSizeLines(scored, profiles);
  const { modelPairs, shown: tuning } = await compareTuning(results, query.couple);
  const comparison = tuning?.stored?.document ?? null;
  const sharedQuery = formatBeliefQuery(pickSharedParameters(query));
  const findRunId = (observer: string) => models.find((model) => model.observer === observer)?.runId ?? null;
  return (
    <BeliefFigures
      results={results}
      query={query}
      current="/models"
      hasCells={false}
      isEmpty={scored.length === 0}
      recompute={recomputeAction}
    >
      <Section
        title="By size"
        lead="Context-following rate (%) by number of parameters. Each rate uses the facts that the model knows."
      >
        <div className="grid grid-cols-1 gap-5">
          <TuningLegend hasPeople={score !== null} />
          {panels[0]!.lines.length === 0 ? (
            <EmptyState level={3} title="No models with a known size">
              Family, size and tuning are read from the model name.
            </EmptyState>
          ) : (
            <>
              <SizeFigure panels={panels} />
              <BeliefDownloads benchmark={benchmark.id} kept={sharedQuery} table="size" figure="size" />
            </>
          )}
          <LeftOutModels leftOut={leftOut} />
        </div>
      </Section>
      <Section
        title="Base against instruct"
        lead="The same family and size before and after tuning. Models know different facts, so compare them by the paired difference, over the expressions with a decided pair for both models."
      >
        {modelPairs.length === 0 ? (
          <EmptyState level={3} title="No pair of models">
            Two models of the same family and size, one of them a base model, are compared here.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-6">
            <ModelPairTable
              modelPairs={modelPairs}
              current={comparison?.base ?? null}
              hrefOf={(model) =>
                `${here}${formatBeliefQuery({ ...pickSharedParameters(query), couple: findRunId(model) })}`
              }
            />
            {tuning && (
              <ResultNote state={tuning} what="a base model and its tuned sibling" recompute={recomputeAction} />
            )}
            {comparison && (
              <>
                <ModelPairDetail modelPair={comparison} />
                <BeliefDownloads
                  benchmark={benchmark.id}
                  kept={formatBeliefQuery({ ...pickSharedParameters(query), couple: findRunId(comparison.base) })}
                  table="tuning"
                  figure="tuning"
                />
              </>
            )}
            <BeliefDownloads benchmark={benchmark.id} kept={sharedQuery} table="model-pairs" figure="model-pairs" />
          </div>
        )}
      </Section>
    </BeliefFigures>
  );
}
