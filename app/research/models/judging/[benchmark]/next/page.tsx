import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { JudgeAnswer } from "@/components/models/judge-answer.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { getJudgingQueue } from "@/lib/server/models/judging/judge-answers.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { judgeAnswerAction } from "../../actions.ts";

export const metadata: Metadata = { title: "Judge an answer" };

/** The page where a person judges one answer at a time, without seeing which model gave it. */
export default async function JudgeNextPage({ params }: { params: Promise<{ benchmark: string }> }) {
  const actor = await requireUser();
  const id = z.uuid().safeParse((await params).benchmark).data;
  const queue = id === undefined ? null : await getJudgingQueue(actor, id);
  if (!queue) notFound();
  const overview = `/research/models/judging/${id}`;
  return (
    <Page>
      <PageHeader
        title="Judge an answer"
        breadcrumbs={[{ href: overview, label: `Open-ended answers: ${queue.benchmark}` }]}
        lead="Which of the two options does the answer match? Answers of all models are shown in random order."
      />
      <div className="mb-6 max-w-[52rem]">
        <Progress
          label="Judged by you"
          value={queue.judged}
          maximum={Math.max(1, queue.total, queue.judged)}
          text={`${formatCount(queue.judged)} of ${formatCount(queue.total)}${queue.isCapped ? " and more" : ""}`}
          side="people"
        />
      </div>
      {queue.next === null ? (
        <EmptyState title={queue.total === 0 ? "No answers to judge" : "You have judged every answer"}>
          <LinkButton href={overview}>Results of the judges</LinkButton>
        </EmptyState>
      ) : (
        <JudgeAnswer
          key={queue.next.predictionId}
          action={judgeAnswerAction}
          prediction={queue.next.predictionId}
          answer={queue.next.answer}
        />
      )}
    </Page>
  );
}
