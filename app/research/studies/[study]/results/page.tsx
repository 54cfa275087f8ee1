import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LanguageSection } from "@/components/results/language-section.tsx";
import { ParserNote } from "@/components/results/parser-note.tsx";
import { ResultsView } from "@/components/results/results-view.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { parseResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { personQuestions } from "@/lib/domain/results/views/people/person-questions.ts";
import { hasBeliefFigures } from "@/lib/server/beliefs/is-about-beliefs.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { listLanguages } from "@/lib/server/results/list-languages.ts";
import { loadResults } from "@/lib/server/results/load-results.ts";
import { prepareResults } from "@/lib/server/results/prepare-results.ts";
import { loadStoredViews } from "@/lib/server/results/views/load-study-views.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";
import { getStudyParser } from "@/lib/server/studies/study-reader.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";
import { adoptReaderAction, compareAnywayAction, declareCorrespondenceAction } from "./actions.ts";

export const metadata: Metadata = { title: "Results" };

export default async function ResultsPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const query = parseResultsQuery(await searchParams);
  const [page, languages, languageStatus, stored, reader] = await Promise.all([
    loadResults(actor, study.id, query),
    listLanguages(actor, study.id),
    readDataStatus(study.id, null),
    loadStoredViews(actor, study.id, query, ["persons", "attributes", "clusters", "resampling"]),
    getStudyParser(actor, study.id),
  ]);
  if (!page || !stored) notFound();
  const [persons, groups, clusters, resampling] = ["persons", "attributes", "clusters", "resampling"].map((id) =>
    stored.get(id),
  );
  const [prepared] = await Promise.all([prepareResults(page, query), recordInterimView(actor, study)]);
  const hasBeliefs = await hasBeliefFigures(actor, study.benchmark.id);
  return (
    <>
      {hasBeliefs && (
        <Callout
          className="mb-8"
          title="Effect of the expressions"
          actions={
            <LinkButton size="small" href={`/research/beliefs/${study.benchmark.id}?people=${study.id}`}>
              Go to the figures
            </LinkButton>
          }
        >
          On this page, an answer is right if it is true. The effect of the expressions on people and models is shown on
          separate pages.
        </Callout>
      )}
      {reader && <ParserNote studyId={study.id} reader={reader} adopt={study.canWrite ? adoptReaderAction : null} />}
      <ResultsView
        page={page}
        prepared={prepared}
        query={query}
        base={base}
        persons={persons ?? null}
        resamplingViews={
          clusters && resampling
            ? {
                views: [clusters.view, resampling.view],
                isStale: clusters.isStale || resampling.isStale,
              }
            : null
        }
        groups={groups ?? null}
        hasGroups={
          study.design.strata.length > 1 || study.design.openStratum || personQuestions(study.protocol).length > 0
        }
        languages={
          languages && (
            <>
              <ResultNote state={languages} what="the languages" recompute={recomputeAction} />
              <LanguageSection
                languages={languages.stored?.document ?? []}
                status={languageStatus}
                fileHref={(file) => `/api/v1/studies/${study.id}/tables/languages/${file}`}
              />
            </>
          )
        }
        exportHref={`/api/v1/studies/${study.id}/export`}
        canReadIdentities={can(actor, "identities.read", study.projectId)}
        declareCorrespondence={study.canWrite ? declareCorrespondenceAction : null}
        compareAnyway={study.canWrite ? compareAnywayAction : null}
      />
    </>
  );
}
