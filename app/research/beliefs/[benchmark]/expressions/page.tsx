import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BeliefFrame } from "@/components/beliefs/belief-frame.tsx";
import { CellList } from "@/components/beliefs/cell-list.tsx";
import { CellChoice } from "@/components/beliefs/heatmap/cell-choice.tsx";
import { RateLabel } from "@/components/beliefs/rate-cell.tsx";
import { StatusNote } from "@/components/charts/status-note.tsx";
import { PageLinks } from "@/components/results/page-links.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { listShownCategories } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import { toRateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { formatBeliefQuery, pickSharedParameters } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { getCategory } from "@/lib/domain/beliefs/typology.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { getBeliefCell } from "@/lib/server/beliefs/get-cell.ts";
import { listObservers } from "@/lib/server/beliefs/list-observers.ts";
import { type BeliefParams, type BeliefSearch, readBeliefs } from "../read-beliefs.ts";

export const metadata: Metadata = { title: "Expressions" };

const perPage = 20;

/** The details of one cell of the figures. */
export default async function ExpressionsPage({
  params,
  searchParams,
}: {
  params: BeliefParams;
  searchParams: BeliefSearch;
}) {
  const { results, query } = await readBeliefs(params, searchParams);
  const { benchmark } = results;
  const base = `/research/beliefs/${benchmark.id}`;
  const here = `${base}/expressions`;
  const observers = listObservers(results);
  const observer = observers.find(({ key }) => key === query.observer) ?? (query.observer ? null : observers[0]);
  const visibleCategories = listShownCategories(observers.map(({ score }) => score));
  const category = visibleCategories.find(({ id }) => id === query.category) ?? visibleCategories[0]!;
  if (observer === null) notFound();
  const cell = observer && (await getBeliefCell(results, observer.key, category.id));
  const total = cell?.expressions.length ?? 0;
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / perPage)));
  const first = (page - 1) * perPage;
  const shownExpressions = cell?.expressions.slice(first, first + perPage) ?? [];
  const hrefOf = (number: number) =>
    `${here}${formatBeliefQuery({ ...pickSharedParameters(query), observer: observer?.key ?? null, category: category.id, page: number })}`;
  return (
    <BeliefFrame benchmark={benchmark} current="" here="Expressions" query={query}>
      {results.people && observer?.side === "people" && (
        <StatusNote status={results.people.status} about={`People of “${results.people.study.name}”`} />
      )}
      <CellChoice
        action={here}
        query={query}
        observers={observers.map(({ key, name }) => ({ key, name }))}
        observer={observer?.key ?? ""}
        category={category.id}
        categories={visibleCategories}
      />
      <Section
        title={`${observer?.name ?? "No observer"}: ${category.label}`}
        lead={getCategory(category.id)?.definition}
      >
        {!observer || !cell || total === 0 ? (
          <EmptyState level={3} title="No answers">
            This observer has no answers in this category; figures show a hatched cell.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-6">
            <DescriptionList
              entries={[
                {
                  term: "Context-following rate",
                  value: <RateLabel figure={toRateFigure(observer.score.byCategory.get(category.id))} />,
                },
                {
                  term: "Counted",
                  value: `${formatCount(cell.counted)} of ${formatCount(total)} pairs: ${formatCount(cell.context)} follow the expression, ${formatCount(cell.counted - cell.context)} follow memory`,
                },
              ]}
            />
            <CellList expressions={shownExpressions} start={first + 1} />
            <PageLinks
              label="Pages of expressions"
              page={page}
              pages={Math.ceil(total / perPage)}
              shown={[first + 1, first + shownExpressions.length]}
              total={total}
              unit="pairs"
              hrefOf={hrefOf}
            />
          </div>
        )}
      </Section>
    </BeliefFrame>
  );
}
