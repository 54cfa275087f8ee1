import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { RenderInOwnTask } from "@/components/ui/render-in-chunks.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results.ts";
import { planRules } from "@/lib/domain/results/plan/planned-comparisons.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { ResultAddresses } from "../result-addresses.ts";
import { ResultStats } from "../result-stats.tsx";
import { ComparePicker } from "./compare-picker.tsx";
import { HeadlineFigure } from "./headline-figure.tsx";
import { ModelFindings } from "./model-findings.tsx";
import { UnmatchedNote } from "./unmatched-note.tsx";

/** The comparison itself: the headline, the findings for each model, and what could not be compared. */
export function PeopleBesideModels({
  page,
  prepared,
  query,
  persons,
  drawnAnew,
  compareAnyway,
  addresses,
}: {
  page: StudyResultsPage;
  prepared: PreparedResults;
  query: ResultsQuery;
  persons: { view: View; isStale: boolean } | null;
  drawnAnew: { views: View[]; isStale: boolean } | null;
  /** Maps conditions that are not compared to each other; null without the right to write. */
  compareAnyway: FormAction<null> | null;
  addresses: ResultAddresses;
}) {
  const { results, study } = page;
  const { series, totals, comparisons, chance, ceiling } = prepared;
  const headline = (
    <RenderInOwnTask>
      <HeadlineFigure
        totals={totals}
        models={comparisons.models}
        chance={chance}
        ceiling={ceiling}
        fileHref={(file) => addresses.tableHref("page", file)}
      />
    </RenderInOwnTask>
  );
  if (totals.answers === 0) {
    return (
      <div className="grid grid-cols-1 gap-8">
        <EmptyState
          level={3}
          title="No answers yet"
          actions={<LinkButton href={addresses.base}>To the overview</LinkButton>}
        >
          Answers appear here after the first completed session.
          {series.length > 0 && " Until then only models are shown."}
        </EmptyState>
        {comparisons.models.length > 0 && headline}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      <ResultStats totals={totals} ties={planRules(query, page.plan).ties} itemsPerSession={study.itemsPerSession} />
      {headline}
      {comparisons.models.length > 0 ? (
        <ModelFindings {...{ page, prepared, query, persons, drawnAnew, addresses }} />
      ) : (
        <NoModels />
      )}
      <UnmatchedNote models={comparisons.models} unmatched={results.unmatched} />
      {compareAnyway && results.unmatched.conditions.length > 0 && (
        <ComparePicker
          studyId={study.id}
          conditions={results.conditions}
          unmatched={results.unmatched.conditions}
          action={compareAnyway}
        />
      )}
    </div>
  );
}

function NoModels() {
  return (
    <Callout title="No model answers yet">
      Import model answers to these items with <code>parallax import predictions</code> or on the page of the{" "}
      <Link href="/research/models">models</Link>.
    </Callout>
  );
}
