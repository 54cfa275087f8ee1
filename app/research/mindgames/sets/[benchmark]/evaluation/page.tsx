import type { Metadata } from "next";
import { HumanEvaluationForm } from "@/components/mindgames/evaluation/evaluation-form.tsx";
import { EvaluationStudies } from "@/components/mindgames/evaluation/evaluation-studies.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { maxItemsPerSetup } from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import { listProblemSets } from "@/lib/server/mindgames/list-problem-sets.ts";
import { createEvaluationAction } from "../actions.ts";
import { type ProblemSetParams, requireProblemSet } from "../require-problem-set.ts";

export const metadata: Metadata = { title: "Human evaluation" };

/** The form that creates a study in which people answer problems of a set, like the paper's raters. */
export default async function EvaluationPage({ params }: { params: ProblemSetParams }) {
  const { actor, set } = await requireProblemSet(params);
  const { id, projectId, name } = set.benchmark;
  const problemSets = await listProblemSets(actor, projectId);
  const studies = problemSets.find((line) => line.id === id)?.studies ?? [];
  const maxPerSetup = maxItemsPerSetup(set.problems.map(({ row }) => row));
  return (
    <>
      {studies.length > 0 && (
        <Section title="Studies with these problems">
          <EvaluationStudies studies={studies} />
        </Section>
      )}
      <Section
        title="A new human evaluation"
        lead="As in the paper: problems drawn at random, equally many of each setup and half of them entailed. Every rater answers all of them, in a separate order. The paper drew 50 of each setup for two raters."
      >
        {!set.canWrite ? (
          <p className="text-ink-soft">Only researchers of this project can create studies.</p>
        ) : maxPerSetup < 2 ? (
          <Callout tone="warn" title="The set is too small">
            A human evaluation requires at least two problems of each setup, one entailed and one not.
          </Callout>
        ) : (
          <HumanEvaluationForm
            benchmarkId={id}
            name={`${name}, human evaluation`}
            most={maxPerSetup}
            action={createEvaluationAction}
          />
        )}
      </Section>
    </>
  );
}
