import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ErrorEvaluationTable } from "@/components/results/error-evaluation-table.tsx";
import { ErrorPlanSection } from "@/components/results/error-plan-section.tsx";
import { LateKeysNote } from "@/components/results/late-keys-note.tsx";
import { ViewTables } from "@/components/results/view-tables.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { describeCountedAnswers } from "@/lib/domain/results/figures/describe-counted-answers.ts";
import { matchErrorTests } from "@/lib/domain/results/plan/planned-error-tests.ts";
import { asksLocalisedItems } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { loadErrorEvaluation } from "@/lib/server/results/load-error-evaluation.ts";
import { readLateKeys } from "@/lib/server/results/read-result-items.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";
import { recomputeAction } from "../../../../recompute-action.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";

export const metadata: Metadata = { title: "Errors found" };

/**
 * How well people and models found and located the logical errors, by display condition. The page corresponds to the
 * human row of Yang et al. 2026, Table 2.
 */
export default async function ErrorsPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  if (!asksLocalisedItems(study)) notFound();
  const searchQuery = await searchParams;
  const pageParam = Number(searchQuery.page);
  const page = Number.isInteger(pageParam) && pageParam >= 1 ? pageParam : 1;
  const [state, lateKeys, status] = await Promise.all([
    loadErrorEvaluation(actor, study.projectId, study.id, searchQuery.parity),
    readLateKeys(study.id, null),
    readDataStatus(study.id, null),
  ]);
  await recordInterimView(actor, study);
  const { withMismatches } = state;
  const parityQuery = searchQuery.parity === undefined ? "" : `parity=${withMismatches ? "all" : "matching"}`;
  const fileHref = (file: string) => `/api/v1/studies/${study.id}/errors/${file}${parityQuery && `?${parityQuery}`}`;
  const evaluation = state.stored?.document ?? null;
  const note = <ResultNote state={state} what="the errors found" recompute={recomputeAction} />;
  if (!evaluation) return note;
  if (evaluation.rows.length === 0 && evaluation.view.refused !== null && searchQuery.parity === undefined) {
    return (
      <EmptyState title="No completed sessions yet" actions={<LinkButton href={base}>Go to the overview</LinkButton>}>
        After the first completed session, this page shows how many errors people found and how well they marked them.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      {note}
      <LateKeysNote lateKeys={lateKeys} />
      <p className="max-w-measure text-sm text-ink-soft">
        {describeCountedAnswers({ ...evaluation.counted, withMismatches })}
      </p>
      {evaluation.rows.length > 0 && (
        <div className="grid grid-cols-1 gap-2">
          <ErrorEvaluationTable evaluation={evaluation} status={status} />
          <TableDownloads name="evaluation" called="Table 2, with models" fileHref={fileHref} />
        </div>
      )}
      {evaluation.view.refused === null && (
        <ErrorPlanSection
          stored={state.plan}
          standing={matchErrorTests(evaluation.view, state.plan, withMismatches, status, state.planned?.series ?? [])}
          status={state.planned?.status ?? status}
          fileHref={(file) => `/api/v1/studies/${study.id}/analysis/${file}?stage=${evaluation.counted.stage}`}
        />
      )}
      <Section
        title={evaluation.view.title}
        lead={evaluation.view.lead}
        actions={
          <LinkButton href={`${base}/results/errors?parity=${withMismatches ? "matching" : "all"}`}>
            {withMismatches ? "Exclude answers to other texts" : "Count all models’ answers"}
          </LinkButton>
        }
      >
        <ViewTables
          view={evaluation.view}
          status={status}
          page={page}
          fileHref={fileHref}
          pageHref={(number) => `${base}/results/errors?page=${number}${parityQuery && `&${parityQuery}`}`}
          dataHash={state.stored?.dataHash}
        />
      </Section>
    </div>
  );
}
