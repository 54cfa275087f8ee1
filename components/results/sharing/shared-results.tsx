import type { ReactNode } from "react";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { seriesLabel } from "@/lib/domain/results/model/series-label.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { prepareVerdict } from "@/lib/domain/results/verdict/prepare-verdict.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { ConditionTable } from "../comparison/condition-table.tsx";
import { MajorityCurveFigure } from "../comparison/majority-curve-figure.tsx";
import { VerdictSection } from "../verdict/verdict-section.tsx";

/**
 * The verdict, figures and methods of a study, for readers without an account. It contains no links to the workspace.
 */
export function SharedResultsView({
  page,
  prepared,
  flow,
  methods,
  isBlinded,
  interimNote,
  fileHref,
}: {
  page: StudyResultsPage;
  prepared: PreparedResults;
  /** The CONSORT diagram; null if it is not computed yet. */
  flow: ReactNode;
  /** The paragraphs about the methods; null if they are not computed yet. */
  methods: readonly string[] | null;
  isBlinded: boolean;
  /** How the opening is recorded. */
  interimNote: string;
  fileHref: (file: string) => string;
}) {
  const { results } = page;
  const hasAnswers = prepared.totals.answers > 0;
  const labels = new Map(results.series.map((one) => [one.id, seriesLabel(one, results.series)]));
  const placeholder = <p className="text-ink-soft">This part is being computed. Reload the page in a minute.</p>;
  return (
    <>
      {hasAnswers ? (
        <VerdictSection
          verdict={prepareVerdict(page, prepared, defaultResultsQuery)}
          chance={prepared.chance}
          ceiling={prepared.ceiling}
          interimNote={prepared.unplanned.kind === "interim" ? interimNote : null}
          fileHref={fileHref}
          moreHref={null}
        />
      ) : (
        <EmptyState title="No answers yet">The verdict appears here after the first completed session.</EmptyState>
      )}
      <Section id="figures" title="Figures">
        <div className="grid grid-cols-1 gap-10">
          {hasAnswers && results.conditions.length > 1 && (
            <div className="grid grid-cols-1 gap-3">
              <h3 className="font-semibold">Accuracy by condition</h3>
              <ConditionTable
                rows={prepared.conditions}
                labels={prepared.series.map(({ id }) => labels.get(id) ?? "")}
                chance={prepared.chance}
                status={prepared.unplanned}
              />
              {!isBlinded && <ConditionNotes notes={explainConditions(results.conditions.map(({ label }) => label))} />}
            </div>
          )}
          <MajorityCurveFigure
            curve={prepared.curve}
            ceiling={prepared.ceiling}
            models={prepared.comparisons.models}
            status={prepared.unplanned}
            fileHref={fileHref}
          />
          <div className="grid grid-cols-1 gap-3">
            <h3 className="font-semibold">From arrival to completion</h3>
            {flow ?? placeholder}
          </div>
        </div>
      </Section>
      <Section id="methods" title="Methods">
        {methods === null ? (
          placeholder
        ) : (
          <div className="grid max-w-measure grid-cols-1 gap-4">
            {methods.map((paragraph) => (
              <p key={paragraph} className="wrap-anywhere">
                {paragraph}
              </p>
            ))}
            <TableDownloads name="totals" called="the shares of people and of each model" fileHref={fileHref} />
          </div>
        )}
      </Section>
    </>
  );
}
