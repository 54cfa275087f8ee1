import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReReviewPreviewAndForm, ReReviewSelection } from "@/components/annotation/collections/re-review-form.tsx";
import { ReReviewList } from "@/components/annotation/collections/re-review-list.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { newReReviewChoice, reReviewChoice } from "@/lib/domain/annotation/re-review.ts";
import { listReasonCodes } from "@/lib/domain/annotation/reason-codes.ts";
import { labelChoices } from "@/lib/domain/annotation/schema-items/label-choices.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { firstProblem } from "@/lib/domain/text.ts";
import { listCollectionMembers } from "@/lib/server/annotation/access/set-collection-role.ts";
import { listReReviews } from "@/lib/server/annotation/lead/list-re-reviews.ts";
import { previewReReview } from "@/lib/server/annotation/lead/re-review.ts";
import { listMetadataNames } from "@/lib/server/annotation/lead/select-answered.ts";
import { getSchema } from "@/lib/server/annotation/schema/change-schema.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";
import { startReReviewAction, undoReReviewAction } from "./actions.ts";

export const metadata: Metadata = { title: "Re-review" };

type Search = Promise<Record<string, string | string[] | undefined>>;

const codes = [
  ...new Map(
    Object.values(storyKinds)
      .flatMap(({ name }) => listReasonCodes(name))
      .map((reason) => [reason.code, reason] as const),
  ).values(),
];

export default async function ReReviewPage({
  params,
  searchParams,
}: {
  params: CollectionParams;
  searchParams: Search;
}) {
  const { actor, collection, base } = await requireCollection(params);
  if (collection.isTraining) notFound();
  const { choice, problem } = readChoice(await searchParams);
  const [people, reports, preview, task, attributes] = await Promise.all([
    listCollectionMembers(actor, collection.id),
    listReReviews(actor, collection.id),
    choice && problem === null && previewReReview(actor, collection.id, choice),
    getSchema(actor, collection.id),
    listMetadataNames(actor, collection.id),
  ]);
  const answers = task ? labelChoices(task.schema) : [];
  return (
    <>
      <Section
        title="Review items again"
        lead="Decided items go back to the reviewers as they were submitted. Verdicts and decisions stay on record, and the report’s figures do not change."
      >
        <div className="grid gap-6">
          <ReReviewSelection
            chosen={choice}
            problem={problem}
            base={`${base}/re-review`}
            codes={codes}
            task={task && { answers, attributes }}
            people={people}
          />
          {choice && preview && (
            <ReReviewPreviewAndForm
              preview={preview}
              choice={choice}
              collectionId={collection.id}
              itemsHref={`${base}/items`}
              action={startReReviewAction}
            />
          )}
        </div>
      </Section>
      <Section title="Re-reviews">
        {reports.length === 0 ? (
          <EmptyState level={3} title="No re-review yet">
            Preview a selection and start one.
          </EmptyState>
        ) : (
          <ReReviewList
            reports={reports}
            answers={answers}
            collectionId={collection.id}
            itemsHref={`${base}/items`}
            undoAction={undoReReviewAction}
          />
        )}
      </Section>
    </>
  );
}

/**
 * The selection in the address, null if there is none, and its problem. A sample without a seed gets one here, so that
 * the re-review selects the previewed items.
 */
function readChoice(search: Awaited<Search>) {
  if (Object.keys(search).length === 0) return { choice: null, problem: null };
  const entries = Object.entries(search).filter(
    ([name, value]) => name in reReviewChoice.shape && typeof value === "string" && value.trim() !== "",
  );
  const { error } = newReReviewChoice.safeParse(Object.fromEntries(entries));
  const validEntries = entries.filter(([name, value]) => reReviewChoice.safeParse({ [name]: value }).success);
  const choice = reReviewChoice.parse(Object.fromEntries(validEntries));
  return {
    choice: choice.sample !== undefined && choice.seed === "" ? { ...choice, seed: randomUUID().slice(0, 8) } : choice,
    problem: error ? firstProblem(error) : null,
  };
}
