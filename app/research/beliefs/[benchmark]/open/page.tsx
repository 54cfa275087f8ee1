import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BeliefFrame } from "@/components/beliefs/belief-frame.tsx";
import { OpenQuestionTable } from "@/components/beliefs/open-question-table.tsx";
import { beliefFile } from "@/components/beliefs/take-away.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatBeliefQuery, parseBeliefQuery, pickSharedParameters } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { loadOpenQuestions } from "@/lib/server/beliefs/load-open-questions.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import type { BeliefParams, BeliefSearch } from "../read-beliefs.ts";
import { makeOpenQuestionsAction } from "./actions.ts";

export const metadata: Metadata = { title: "Open questions" };

/** Models' answers to questions that do not state an object, classified by the objects that the answers name. */
export default async function OpenQuestionsPage({
  params,
  searchParams,
}: {
  params: BeliefParams;
  searchParams: BeliefSearch;
}) {
  const actor = await requireUser();
  const query = parseBeliefQuery(await searchParams);
  const openQuestions = await loadOpenQuestions(actor, (await params).benchmark, query);
  if (!openQuestions) notFound();
  const { benchmark, items, isGenerating, canBeMade, models } = openQuestions;
  const here = `/research/beliefs/${benchmark.id}/open`;
  const otherParity = query.parity === "all" ? "matching" : "all";
  return (
    <BeliefFrame benchmark={benchmark} current="/open" query={query}>
      {items === 0 ? (
        <EmptyState title={isGenerating ? "The questions are being generated" : "No open questions yet"}>
          <p>
            A question such as “Who is the author of Emma?” names neither object, so an answer is scored by the names in
            it, including aliases (Du et al.).
          </p>
          {!isGenerating && canBeMade && benchmark.canWrite && (
            <ActionForm
              action={makeOpenQuestionsAction}
              hidden={{ benchmark: benchmark.id }}
              label="Generate the open questions"
              className="mt-4"
            >
              <SubmitButton>Generate a question for every expression</SubmitButton>
            </ActionForm>
          )}
          {!canBeMade && <p>This benchmark has no stored facts, so the questions must be in its item file.</p>}
        </EmptyState>
      ) : (
        <Section
          title="Objects named in the answers"
          lead="For facts that a model knows without an expression: the share of answers that name the asserted object instead of the true one. Answers that name both objects or neither are not counted."
          actions={
            <>
              <LinkButton href={`${here}${formatBeliefQuery({ ...pickSharedParameters(query), parity: otherParity })}`}>
                {otherParity === "matching" ? "Exclude answers to other texts" : "Count all answers"}
              </LinkButton>
              {benchmark.canWrite && (
                <LinkButton href={`/research/models/evaluations/new?about=${benchmark.id}/open-text`}>
                  New evaluation
                </LinkButton>
              )}
            </>
          }
        >
          <p className="mb-4 text-ink-soft">
            {formatCount(items)} questions.{" "}
            {query.parity === "matching" && "Answers to a different text than the benchmark’s are excluded."}
          </p>
          {models.length === 0 ? (
            <EmptyState level={3} title="No model answers yet">
              Ask one under <Link href="/research/models/evaluations">Evaluations</Link>, or import predictions.
            </EmptyState>
          ) : (
            <>
              <OpenQuestionTable models={models} />
              <TableDownloads
                name="open-questions"
                fileHref={(file) => beliefFile(benchmark.id, formatBeliefQuery(pickSharedParameters(query)), file)}
              />
            </>
          )}
        </Section>
      )}
    </BeliefFrame>
  );
}
