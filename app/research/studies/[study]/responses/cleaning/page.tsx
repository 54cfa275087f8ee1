import type { Metadata } from "next";
import { CleaningRulesTable, FlagEvidence } from "@/components/studies/cleaning/cleaning-rules-table.tsx";
import { ExclusionSummary } from "@/components/studies/cleaning/exclusion-summary.tsx";
import { FlagRateSection } from "@/components/studies/cleaning/flag-rate-section.tsx";
import { ReviewSection } from "@/components/studies/cleaning/review-section.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { getSimulation } from "@/lib/server/demo/simulation/simulation-job.ts";
import { loadFlagRates } from "@/lib/server/studies/cleaning/flag-rates.ts";
import { loadCleaning } from "@/lib/server/studies/cleaning/load-cleaning.ts";
import { recomputeAction } from "../../../../recompute-action.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";
import { runBehavioursAction, startReviewAction } from "./actions.ts";

export const metadata: Metadata = { title: "Cleaning" };

/** The planned cleaning rules of a study, the flagged answers, the review by raters, and the exclusions. */
export default async function CleaningPage({ params }: { params: StudyParams }) {
  const { study, base } = await requireStudy(params);
  const { rules, flags, examples, review, pairs, exclusions, isLocked } = await loadCleaning(study.id);
  const [rates, simulation] = await Promise.all([loadFlagRates(study.id), getSimulation(study.id, true)]);
  const flagDocument = flags?.stored?.document;
  return (
    <>
      {rules.length === 0 ? (
        <EmptyState
          title="The analysis plan has no cleaning rules"
          actions={study.canWrite && <LinkButton href={`${base}/design`}>Open the analysis plan</LinkButton>}
        >
          Rules with fixed limits, such as a minimum response time, flag answers for exclusion at the data lock or for a
          blind review. They are part of the plan, so that they are fixed before the answers are seen.
        </EmptyState>
      ) : (
        <>
          {flags && <ResultNote state={flags} what="the flags" recompute={recomputeAction} />}
          {flagDocument && (
            <Section
              title="Rules"
              lead={`${formatNumberOf(flagDocument.flagged, "answer")} of ${formatNumberOf(flagDocument.answers, "complete answer")} of ${formatNumberOf(flagDocument.people, "person", "people")} have at least one flag. A flag alone excludes nothing before the data lock.`}
            >
              <CleaningRulesTable rules={flagDocument.rules} hrefOf={(rule) => `${base}/responses?flag=${rule}`} />
              {examples.length > 0 && (
                <FlagEvidence
                  examples={examples}
                  rules={flagDocument.rules}
                  sessionHref={(session) => `${base}/responses/${session}`}
                />
              )}
            </Section>
          )}
          {(review.answers > 0 || rules.some(({ action }) => action === "review")) && (
            <ReviewSection
              studyId={study.id}
              review={review}
              pairs={pairs}
              isLocked={isLocked}
              start={study.canWrite ? startReviewAction : null}
              adjudicateHref={`${base}/responses/cleaning/adjudicate`}
            />
          )}
          <FlagRateSection
            studyId={study.id}
            found={rates}
            working={simulation?.state === "working" ? simulation : null}
            failed={simulation?.state === "failed" ? simulation.reason : null}
            simulate={study.canWrite && study.stage !== "simulation" ? runBehavioursAction : null}
          />
        </>
      )}
      <ExclusionSummary exclusions={exclusions} />
    </>
  );
}
