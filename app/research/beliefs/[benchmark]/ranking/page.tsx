import type { Metadata } from "next";
import { cellChoice } from "@/components/beliefs/belief-controls.tsx";
import { BeliefFigures } from "@/components/beliefs/belief-figures.tsx";
import { ExcludedObservers } from "@/components/beliefs/dropped-table.tsx";
import { RankingView } from "@/components/beliefs/ranking-view.tsx";
import { BeliefDownloads, beliefFile } from "@/components/beliefs/take-away.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { prepareHeatmap } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import { rankModels } from "@/lib/domain/beliefs/prepare/rank-models.ts";
import { rankForObserver } from "@/lib/domain/beliefs/prepare/rank-within.ts";
import { prepareRanking } from "@/lib/domain/beliefs/prepare/ranking-table.ts";
import { formatBeliefQuery, pickSharedParameters } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { listObservers } from "@/lib/server/beliefs/list-observers.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { type BeliefParams, type BeliefSearch, readBeliefs } from "../read-beliefs.ts";

export const metadata: Metadata = { title: "Ranking" };

export default async function RankingPage({
  params,
  searchParams,
}: {
  params: BeliefParams;
  searchParams: BeliefSearch;
}) {
  const { results, query } = await readBeliefs(params, searchParams);
  const { benchmark, people } = results;
  const status = people?.status ?? exploratory;
  const base = `/research/beliefs/${benchmark.id}`;
  const observers = listObservers(results).filter(({ side }) => side === "models");
  const ranking = rankModels(observers, query.least, query.test, query.among);
  const table = ranking && prepareRanking(ranking);
  const { dropped } = prepareHeatmap(observers.map(({ score }) => score));
  const firstObserver = observers.find(({ score }) => score.enters)?.key ?? null;
  return (
    <BeliefFigures
      results={results}
      recompute={recomputeAction}
      query={query}
      current="/ranking"
      extra={[
        cellChoice,
        {
          name: "test",
          label: "Test method",
          options: [
            { value: "exact", label: "exactly" },
            { value: "monte-carlo", label: "5,000 random permutations" },
          ],
        },
      ]}
      isEmpty={observers.length === 0}
    >
      <Section
        title="Ranking of the categories"
        lead={
          table &&
          `Within each of ${formatNumberOf(table.models.length, "model")} the categories are ranked by how often they are followed. ${
            status.kind === "interim"
              ? "The tests of the models are shown if people are excluded."
              : `p: two-sided, ${table.method}; q: Benjamini and Hochberg’s, over all categories. Stars: q at most .05, .005, .0005.`
          }`
        }
      >
        {table ? (
          <div className="grid grid-cols-1 gap-4">
            <RankingView
              table={table}
              status={status}
              ranks={people?.score.enters ? rankForObserver(people.score) : new Map()}
              categories={ranking.categories}
              hrefOf={(category) =>
                `${base}/expressions${formatBeliefQuery({ ...pickSharedParameters(query), observer: people ? "people" : firstObserver, category })}`
              }
            />
            <BeliefDownloads
              benchmark={benchmark.id}
              kept={formatBeliefQuery({ ...pickSharedParameters(query), test: query.test, among: query.among })}
              table="ranking"
              figure="ranking"
            />
          </div>
        ) : (
          <EmptyState level={3} title="No categories to rank">
            {query.among === "all" ? "No model" : `No ${query.among} model`} knows enough of the facts to be ranked.
          </EmptyState>
        )}
      </Section>
      {dropped.length > 0 && (
        <Section title="Not ranked" lead="Observers who know too few of the facts have too few pairs.">
          <ExcludedObservers
            dropped={dropped}
            fileHref={(file) => beliefFile(benchmark.id, formatBeliefQuery(pickSharedParameters(query)), file)}
          />
        </Section>
      )}
    </BeliefFigures>
  );
}
