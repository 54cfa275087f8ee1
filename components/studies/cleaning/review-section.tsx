import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { describeEstimate, hasLimits } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { computeReviewAgreement } from "@/lib/domain/results/figures/review-agreement-figures.ts";
import type { CleaningOverview } from "@/lib/domain/survey/cleaning/cleaning-overview.ts";
import { sampleShare } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";

/** The review by two raters: its progress, the raters' agreement, and the decisions. */
export function ReviewSection({
  studyId,
  review,
  pairs,
  isLocked,
  start,
  adjudicateHref,
}: {
  studyId: string;
  review: CleaningOverview["review"];
  pairs: CleaningOverview["pairs"];
  isLocked: boolean;
  /** Null for users who may only read. */
  start: FormAction<{ flagged: number; sampled: number }> | null;
  adjudicateHref: string;
}) {
  const decided = review.kept + review.excluded + review.unresolved;
  return (
    <Section
      title="Review by two raters"
      lead={`Flagged answers are mixed with a random sample of ${sampleShare * 100}% of the other answers. Raters see the statement, the explanation and how the answer was given; they see neither the answer, its correctness, condition or group, nor any flag or model.`}
    >
      {isLocked && (
        <p className="mb-4 max-w-measure text-sm text-ink-soft">
          The data are locked: exclusions from now on are amendments. Results that use them are “planned, amended after
          data”.
        </p>
      )}
      {review.answers > 0 && (
        <Stats>
          <Stat
            label="Decided"
            value={formatCount(decided)}
            n={`of ${formatNumberOf(review.answers, "answer")}, ${formatCount(review.sampled)} of them in the random sample`}
          />
          <Stat
            label="Waiting for raters"
            value={formatCount(review.unrated + review.ratedOnce)}
            n={`${formatCount(review.ratedOnce)} with one verdict; ${formatNumberOf(review.raters, "rater")} so far`}
          />
          <Stat
            label="Waiting for adjudication"
            value={formatCount(review.disputed)}
            n="two raters differ or are unsure"
          />
          <Stat
            label="Excluded"
            value={formatCount(review.excluded)}
            n={`${formatCount(review.excludedOfSample)} in the random sample`}
          />
          <Stat
            label="Unresolved"
            value={formatCount(review.unresolved)}
            n={`kept and counted; ${formatNumberOf(review.kept, "further answer")} kept`}
          />
          {computeReviewAgreement(pairs).map(({ measure, n, ...estimate }) => {
            const {
              value,
              interval,
              note,
              n: counted,
            } = describeEstimate(estimate, `n = ${formatNumberOf(n, "answer")}`, { unit: "number", decimals: 2 });
            const limits = hasLimits(interval) ? `95% interval ${interval}` : interval;
            return (
              <Stat
                key={measure}
                label={measure}
                value={estimate.value === null ? null : value}
                n={counted}
                interval={limits}
                note={note ?? undefined}
              />
            );
          })}
        </Stats>
      )}
      <div className="mt-6 flex flex-wrap items-start gap-4">
        {start && (
          <ActionForm action={start} hidden={{ study: studyId }} label="Review">
            <div>
              <SubmitButton look={review.answers === 0 ? "primary" : "secondary"}>
                {review.answers === 0 ? "Start the review" : "Add new answers to the review"}
              </SubmitButton>
            </div>
          </ActionForm>
        )}
        {start && review.disputed > 0 && <LinkButton href={adjudicateHref}>Adjudicate</LinkButton>}
      </div>
    </Section>
  );
}
