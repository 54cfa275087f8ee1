import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RateAnswer } from "@/components/studies/cleaning/rate-answer.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { RatingVerdict } from "@/lib/domain/survey/cleaning/rated-answer.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { getAdjudication } from "@/lib/server/studies/cleaning/rating-queue.ts";
import { requireStudy, type StudyParams } from "../../../require-study.ts";
import { adjudicateAction } from "../actions.ts";

export const metadata: Metadata = { title: "Adjudicate" };

const choices = [
  { value: "kept", label: "Keep", keyName: "k" },
  { value: "excluded", label: "Exclude", keyName: "e" },
  { value: "unresolved", label: "Unresolved", keyName: "u" },
];

const verdictLabels: Record<RatingVerdict, string> = { keep: "Keep", exclude: "Exclude", unsure: "Unsure" };

/** Shows the answers on which two raters disagree, one at a time, with the information that the raters had. */
export default async function AdjudicatePage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  if (!can(actor, "rating.adjudicate", study.projectId)) notFound();
  const { open, next } = await getAdjudication(actor, study);
  const overview = `${base}/responses/cleaning`;
  if (next === null)
    return (
      <EmptyState title="No answers to adjudicate" actions={<LinkButton href={overview}>Cleaning</LinkButton>}>
        Answers on which two raters disagree or are unsure appear here, except answers that you rated yourself.
      </EmptyState>
    );
  return (
    <>
      <p className="mb-6 max-w-measure text-ink-soft">
        {formatNumberOf(open, "answer")} left. An unresolved answer is kept and counted.
      </p>
      <RateAnswer key={next.id} answer={next} action={adjudicateAction} field="outcome" choices={choices}>
        <section aria-label="Verdicts of the raters">
          <h2 className="text-sm text-ink-soft">Verdicts of the two raters</h2>
          <ul className="mt-1 list-disc pl-5">
            {next.verdicts.map(({ verdict, note }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two verdicts in a fixed order, which may be equal.
              <li key={index}>
                {verdictLabels[verdict]}
                {note && `: ${note}`}
              </li>
            ))}
          </ul>
        </section>
      </RateAnswer>
    </>
  );
}
