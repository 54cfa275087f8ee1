import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { JudgeAgreementTable } from "@/components/models/judge-agreement-table.tsx";
import { JudgedRunTable } from "@/components/models/judged-run-table.tsx";
import { JudgingForm } from "@/components/models/judging-form.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { JudgingFigures } from "@/lib/domain/models/judging/fold-judgements.ts";
import { listEndpoints } from "@/lib/server/models/evaluations/endpoints.ts";
import { loadJudging } from "@/lib/server/models/judging/load-judging.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { beginJudgingAction } from "../actions.ts";

export const metadata: Metadata = { title: "Open-ended answers" };

const noFigures: JudgingFigures = { runs: [], results: [], agreement: [], people: 0 };

export default async function JudgingPage({ params }: { params: Promise<{ benchmark: string }> }) {
  const actor = await requireUser();
  const id = z.uuid().safeParse((await params).benchmark).data;
  const judging = id === undefined ? null : await loadJudging(actor, id);
  if (!judging) notFound();
  const endpoints = judging.canWrite ? await listEndpoints(actor, judging.projectId) : [];
  const usableEndpoints = endpoints.filter(({ isArchived }) => !isArchived);
  const fileHref = (file: string) => `/api/v1/benchmarks/${judging.benchmarkId}/judging/${file}`;
  const { stored } = judging.figures;
  const { runs, results, agreement, people } = stored?.document ?? noFigures;
  return (
    <Page>
      <PageHeader
        title={`Open-ended answers: ${judging.benchmark}`}
        breadcrumbs={[
          { href: "/research/models", label: "Models" },
          { href: "/research/models/evaluations", label: "Evaluations" },
        ]}
        lead="Answers that models gave without seeing the options, matched to one of the two options by judges: a model, or people who do not see whose answer it is (Yang et al., section 5.2)."
        actions={
          judging.canWrite &&
          runs.length > 0 && (
            <LinkButton href={`/research/models/judging/${judging.benchmarkId}/next`} look="primary">
              Judge answers yourself
            </LinkButton>
          )
        }
      />
      <ResultNote state={judging.figures} what="the judges’ verdicts" recompute={recomputeAction} />
      {stored && runs.length === 0 && (
        <EmptyState title="No open-ended answer yet">
          Ask a model about this benchmark with the prompt “KNP without options”, under{" "}
          <Link href="/research/models/evaluations">Evaluations</Link>, or import answers of the condition
          prompt=open-ended.
        </EmptyState>
      )}
      {runs.length > 0 && (
        <>
          <Section
            title="Accuracy of models"
            lead="Answers that align with neither option (NA), and unclear ones, are unparsed: they count as wrong by default. “Filtered” excludes them, as in the paper; n is the number of the remaining answers. Intervals are clustered by story, or by source group if the items have them."
          >
            <JudgedRunTable runs={runs} results={results} />
            <TableDownloads name="judged-runs" fileHref={fileHref} />
          </Section>
          <Section
            title="Agreement of judges with people"
            lead="On the answers that both a model and people judged. Several people count as one judge by majority; ties are excluded."
          >
            {agreement.length === 0 ? (
              <p className="text-ink-soft">No model has judged yet.</p>
            ) : (
              <>
                <JudgeAgreementTable agreement={agreement} />
                <TableDownloads name="judge-agreement" fileHref={fileHref} />
              </>
            )}
            <p className="mt-3 text-ink-soft">
              {people === 0
                ? "There are no judgements yet, so agreement cannot be measured."
                : `${formatNumberOf(people, "person has", "people have")} judged.`}
            </p>
          </Section>
          {judging.canWrite && (
            <Section
              title="Judge with a model"
              lead="The model receives the paper’s prompt (appendix B, “Open-Ended QA Evaluation”) with the story, the question, the answer and both options."
            >
              {usableEndpoints.length === 0 ? (
                <Callout>
                  No endpoint is configured. <Link href="/research/models/endpoints/new">Add one</Link> first.
                </Callout>
              ) : (
                <JudgingForm action={beginJudgingAction} runs={runs} endpoints={usableEndpoints} />
              )}
            </Section>
          )}
        </>
      )}
    </Page>
  );
}
