import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { StatusNote } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { AccuracyTable } from "@/components/mindgames/evaluation/accuracy-table.tsx";
import { RaterAnswerTable } from "@/components/mindgames/evaluation/answer-table.tsx";
import { DisputedTable } from "@/components/mindgames/evaluation/disputed-table.tsx";
import { EvaluationStats } from "@/components/mindgames/evaluation/evaluation-stats.tsx";
import { LateKeysNote } from "@/components/results/late-keys-note.tsx";
import { PageLinks } from "@/components/results/page-links.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { errorSlices } from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import { ceilingLegend } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { describeCountedAnswers } from "@/lib/domain/results/figures/describe-counted-answers.ts";
import { raterCeiling } from "@/lib/domain/results/views/people/rater-view.ts";
import { twoWayNote } from "@/lib/domain/statistics/clustered/clustered-estimate.ts";
import {
  createRaterGroups,
  listRaterColumns,
  loadHumanEvaluation,
} from "@/lib/server/mindgames/load-human-evaluation.ts";
import type { RaterDocument } from "@/lib/server/mindgames/rater-result.ts";
import { readLateKeys } from "@/lib/server/results/read-result-items.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";
import { recomputeAction } from "../../../../recompute-action.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";

export const metadata: Metadata = { title: "Raters and errors" };

const disputedPerPage = 40;

/**
 * The human evaluation of MindGames problems: accuracy and agreement of raters, and the errors of people and models.
 */
export default async function MindgamesResultsPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const searchQuery = await searchParams;
  const [evaluation, lateKeys, status] = await Promise.all([
    loadHumanEvaluation(actor, study.id, searchQuery.parity),
    readLateKeys(study.id, null),
    readDataStatus(study.id, null),
  ]);
  if (!evaluation) notFound();
  await recordInterimView(actor, study);
  const note = <ResultNote state={evaluation} what="raters and errors" recompute={recomputeAction} />;
  if (!evaluation.stored) return note;
  const { withMismatches } = evaluation;
  const parityQuery = searchQuery.parity === undefined ? "" : `parity=${withMismatches ? "all" : "matching"}`;
  const { document } = evaluation.stored;
  const { models, raters } = document;
  if (raters.length === 0 && models.length === 0 && searchQuery.parity === undefined) {
    return (
      <EmptyState title="No answers yet" actions={<LinkButton href={base}>Go to the overview</LinkButton>}>
        After the first answers, this page shows the accuracy of raters and models, their errors, and the agreement
        between raters.
      </EmptyState>
    );
  }
  const groups = createRaterGroups(document);
  const ceiling = raterCeiling(document.votes, evaluation.ties);
  const fileHref = (file: string) => `/api/v1/studies/${study.id}/mindgames/${file}${parityQuery && `?${parityQuery}`}`;
  return (
    <>
      {note}
      <StatusNote status={status} about="Answers of raters and models" />
      <LateKeysNote lateKeys={lateKeys} />
      <p className="max-w-measure text-sm text-ink-soft">
        {describeCountedAnswers({ ...document.counted, withMismatches })}
      </p>
      <Section
        title="The raters"
        lead={
          study.isDemo || study.stage === "simulation"
            ? "These raters are synthetic; nothing here is data about people."
            : undefined
        }
      >
        <EvaluationStats evaluation={{ ...document, items: evaluation.items }} />
        {raters.length > 0 && <TableDownloads name="raters" fileHref={fileHref} />}
      </Section>
      <Section
        title="Errors of people and models"
        actions={
          <LinkButton href={`${base}/results/raters?parity=${withMismatches ? "matching" : "all"}`}>
            {withMismatches ? "Exclude answers to other texts" : "Count all models’ answers"}
          </LinkButton>
        }
        lead="Share of right answers. All other answers count as wrong, including “not enough information” and unparsed answers. Intervals are 95%, with raters and problems as clusters where there are at least five of them."
      >
        <p className="mb-4 max-w-measure text-sm text-ink-soft">{twoWayNote}</p>
        {ceiling.length > 0 && (
          <p className="mb-4 max-w-measure text-sm text-ink-soft">Dashed: {ceilingLegend(ceiling)}</p>
        )}
        <div className="grid grid-cols-1 gap-6">
          {errorSlices.map((slice) => {
            const name = `by-${slice.replaceAll("_", "-")}`;
            return (
              <div key={slice} className="grid grid-cols-1 gap-2">
                <AccuracyTable slice={slice} groups={groups} ceiling={ceiling} />
                <FigureDownloads
                  name={name}
                  svgHref={fileHref(`${name}.svg`)}
                  specificationHref={fileHref(`${name}.vl.json`)}
                />
                <TableDownloads name={name} fileHref={fileHref} />
              </div>
            );
          })}
        </div>
      </Section>
      <Section
        title="Answers"
        lead="A model can answer that there is not enough information; people chose True or False."
      >
        <div className="grid grid-cols-1 gap-2">
          <RaterAnswerTable groups={groups} />
          <TableDownloads name="answers" fileHref={fileHref} />
        </div>
      </Section>
      <DisputedSection
        document={document}
        asked={Number(searchQuery.page)}
        hrefOf={(page) => `${base}/results/raters?page=${page}${parityQuery && `&${parityQuery}`}#disputed`}
        fileHref={fileHref}
      />
    </>
  );
}

/** One page of the problems that at least one rater or model answered incorrectly. */
function DisputedSection({
  document,
  asked,
  hrefOf,
  fileHref,
}: {
  document: RaterDocument;
  /** The page number in the address; NaN if the address has none. */
  asked: number;
  hrefOf: (page: number) => string;
  fileHref: (file: string) => string;
}) {
  const { disputed } = document;
  const pages = Math.max(1, Math.ceil(disputed.length / disputedPerPage));
  const page = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, pages) : 1;
  const first = (page - 1) * disputedPerPage;
  const shownProblems = disputed.slice(first, first + disputedPerPage);
  return (
    <Section
      id="disputed"
      title="Problems answered incorrectly"
      lead={
        disputed.length > 0 ? "Sorted by the number of wrong answers. Open a problem to see its worlds." : undefined
      }
    >
      {disputed.length === 0 ? (
        <p className="text-ink-soft">There are no wrong answers.</p>
      ) : (
        <div className="grid grid-cols-1 gap-3">
          <DisputedTable disputed={shownProblems} raters={listRaterColumns(document)} />
          <PageLinks
            label="Pages of problems"
            page={page}
            pages={pages}
            shown={[first + 1, first + shownProblems.length]}
            total={disputed.length}
            unit="problems"
            hrefOf={hrefOf}
          />
          <TableDownloads name="disputed" fileHref={fileHref} />
        </div>
      )}
    </Section>
  );
}
