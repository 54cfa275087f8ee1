import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RateAnswer } from "@/components/studies/cleaning/rate-answer.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";
import { getRatingQueue } from "@/lib/server/studies/cleaning/rating-queue.ts";
import { rateAnswerAction } from "./actions.ts";

export const metadata: Metadata = { title: "Rating" };

const choices = [
  { value: "keep", label: "Keep", keyName: "k" },
  { value: "exclude", label: "Exclude", keyName: "e" },
  { value: "unsure", label: "Unsure", keyName: "u" },
];

/** A rater's queue: one answer at a time, without showing which answer was given. */
export default async function RatingPage() {
  const { actor, project } = await requireProjectContext();
  if (!project || !can(actor, "rating.work", project.id)) notFound();
  const { rated, open, next } = await getRatingQueue(actor, project.id);
  const total = rated + open;
  return (
    <Page>
      <PageHeader
        title="Rating"
        lead={
          next
            ? "Did this person read the statement and give an explanation of their own? You do not see the given answer; another person rates the same answers independently."
            : undefined
        }
      />
      {total > 0 && (
        <div className="mb-6 max-w-[52rem]">
          <Progress
            label="Rated by you"
            value={rated}
            maximum={total}
            text={`${formatCount(rated)} of ${formatCount(total)}`}
            side="people"
          />
        </div>
      )}
      {next === null ? (
        <EmptyState title={total === 0 ? "No answers to rate" : "You have rated every answer"}>
          Answers appear here when a researcher starts the review of a study.
        </EmptyState>
      ) : (
        <RateAnswer key={next.id} answer={next} action={rateAnswerAction} field="verdict" choices={choices} />
      )}
    </Page>
  );
}
