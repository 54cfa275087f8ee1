import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LateKeysNote } from "@/components/results/late-keys-note.tsx";
import { PopulationSharesForm } from "@/components/results/population-shares-form.tsx";
import { TestStatusNote } from "@/components/results/test-status-note.tsx";
import { ViewTables } from "@/components/results/view-tables.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { formatMinute } from "@/lib/domain/format/times.ts";
import { describeCountedAnswers } from "@/lib/domain/results/figures/describe-counted-answers.ts";
import { writePopulationShares } from "@/lib/domain/results/model/population-shares.ts";
import { formatResultsQuery, parseResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { describeTestStatus } from "@/lib/domain/results/plan/test-status.ts";
import { viewTitles } from "@/lib/domain/results/views/study-views.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { readLateKeys } from "@/lib/server/results/read-result-items.ts";
import { loadStudyView } from "@/lib/server/results/views/load-study-views.ts";
import { findPopulationShares } from "@/lib/server/results/views/population-shares.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { listStudyConditions } from "@/lib/server/studies/list-study-conditions.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";
import { recomputeAction } from "../../../../recompute-action.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";
import { savePopulationSharesAction } from "../actions.ts";

export const metadata: Metadata = { title: "Analyses of single answers" };

/** Analyses of single answers. A background job computes them and stores them with a hash of their data. */
export default async function AnalysesPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const search = await searchParams;
  const { stage, surplus, excluded, openStratum, key, page } = parseResultsQuery(search);
  const selectedView = viewTitles.find(({ id }) => id === search.view) ?? viewTitles[0];
  const query = { ...parseResultsQuery({}), stage, surplus, excluded, openStratum, key };
  const [found, lateKeys, conditions, status] = await Promise.all([
    loadStudyView(actor, study.id, query, selectedView.id),
    readLateKeys(study.id, key),
    listStudyConditions(study),
    readDataStatus(study.id, stage),
  ]);
  if (!found) notFound();
  await recordInterimView(actor, study);
  const here = `${base}/results/analyses`;
  const queryText = formatResultsQuery({ ...query, page: 1 });
  const buildResultsHref = (path: string, more = "") =>
    `${path}${queryText}${more && `${queryText ? "&" : "?"}${more}`}`;
  const hrefOf = (view: string, number = 1) =>
    buildResultsHref(here, `view=${view}${number > 1 ? `&page=${number}` : ""}`);
  const { stored, working, failed, kind, subject } = found;
  return (
    <>
      <p className="no-print mb-4">
        <Link href={buildResultsHref(`${base}/results`)}>All results</Link>
      </p>
      <TabLinks
        label="Analyses of single answers"
        links={viewTitles.map(({ id, title }) => ({ href: hrefOf(id), label: title }))}
        current={hrefOf(selectedView.id)}
      />
      <Section
        title={stored?.view.title ?? selectedView.title}
        lead={
          <>
            {stored?.view.lead} {describeCountedAnswers({ ...found.choice, withMismatches: false })}
          </>
        }
      >
        <div className="grid grid-cols-1 gap-6">
          <ResultNote
            state={{ ...found, stored: stored && { ...stored, document: null } }}
            what="the analyses"
            recompute={recomputeAction}
          />
          {!working && failed === null && !stored && (
            <ActionForm action={recomputeAction} hidden={{ kind, subject }} label="Compute the analyses">
              <p className="max-w-measure">
                These analyses use all single answers. They are computed in the background and stored. They have not
                been computed yet.
              </p>
              <div>
                <SubmitButton>Compute the analyses</SubmitButton>
              </div>
            </ActionForm>
          )}
          <LateKeysNote lateKeys={lateKeys} />
          {selectedView.id === "weights" && study.canWrite && (
            <PopulationSharesForm
              action={savePopulationSharesAction}
              studyId={study.id}
              shares={writePopulationShares((await findPopulationShares(study.id)) ?? {})}
              attributes={[]}
            />
          )}
          {stored && (
            <>
              <TestStatusNote tests={describeTestStatus(stored.view, found.plan, status)} />
              <ViewTables
                view={stored.view}
                status={status}
                page={page}
                fileHref={(file) => buildResultsHref(`/api/v1/studies/${study.id}/views/${selectedView.id}/${file}`)}
                pageHref={(number) => hrefOf(selectedView.id, number)}
                dataHash={stored.isStale ? null : stored.dataHash}
              />
              <ConditionNotes notes={explainConditions(conditions.map(({ label }) => label))} />
              <p className="text-sm text-ink-soft">
                Computed on <time dateTime={stored.computedAt.toISOString()}>{formatMinute(stored.computedAt)}</time>{" "}
                from data {stored.dataHash.slice(0, 12)}.
              </p>
            </>
          )}
        </div>
      </Section>
    </>
  );
}
