import type { ReactNode } from "react";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { ResultsSummary } from "@/lib/domain/results/sharing/results-summary.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { ConditionTable } from "../comparison/condition-table.tsx";
import { MajorityCurveFigure } from "../comparison/majority-curve-figure.tsx";
import { VerdictSection } from "../verdict/verdict-section.tsx";

/**
 * The verdict, figures and methods of a study, for readers without an account. It contains no links to the workspace.
 */
export function SharedResultsView({
  summary,
  flow,
  methods,
  isBlinded,
  interimNote,
  fileHref,
}: {
  summary: ResultsSummary;
  /** The CONSORT diagram; null if it is not computed yet. */
  flow: ReactNode;
  /** The paragraphs about the methods; null if they are not computed yet. */
  methods: readonly string[] | null;
  isBlinded: boolean;
  /** How the opening is recorded. */
  interimNote: string;
  fileHref: (file: string) => string;
}) {
  const { verdict, chance, ceiling, curve, models, status, conditions, conditionLabels, labels } = summary;
  const hasAnswers = summary.answers > 0;
  const placeholder = <p className="text-ink-soft">This part is being computed. Reload the page in a minute.</p>;
  return (
    <>
      {hasAnswers ? (
        <VerdictSection
          verdict={verdict}
          chance={chance}
          ceiling={ceiling}
          interimNote={status.kind === "interim" ? interimNote : null}
          fileHref={fileHref}
          moreHref={null}
        />
      ) : (
        <EmptyState title="No answers yet">The verdict appears here after the first completed session.</EmptyState>
      )}
      <Section id="figures" title="Figures">
        <div className="grid grid-cols-1 gap-10">
          {hasAnswers && conditionLabels.length > 1 && (
            <div className="grid grid-cols-1 gap-3">
              <h3 className="font-semibold">Accuracy by condition</h3>
              <ConditionTable rows={conditions} labels={labels} chance={chance} status={status} />
              {!isBlinded && <ConditionNotes notes={explainConditions(conditionLabels)} />}
            </div>
          )}
          <MajorityCurveFigure curve={curve} ceiling={ceiling} models={models} status={status} fileHref={fileHref} />
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
