import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { EvaluationProgress } from "@/components/models/evaluation-progress.tsx";
import { NameList } from "@/components/models/name-list.tsx";
import { AutoRefresh } from "@/components/studies/live/auto-refresh.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { textOfSelection } from "@/lib/domain/items/item-selection.ts";
import { isOpenEnded } from "@/lib/domain/items/kinds/knp/two-choice.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { formatEvaluationTitle } from "@/lib/domain/models/evaluation/evaluation-row.ts";
import type { AnswerMode, EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { getEvaluation } from "@/lib/server/models/evaluations/get-evaluations.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { pauseEvaluationAction, resumeEvaluationAction } from "../actions.ts";

export const metadata: Metadata = { title: "Evaluation" };

const answerLabels: Readonly<Record<AnswerMode, string>> = {
  text: "text that the model writes",
  candidates: "probabilities of the first word",
  likelihoods: "likelihood of each answer",
};

export default async function EvaluationPage({ params }: { params: Promise<{ evaluation: string }> }) {
  const actor = await requireUser();
  const id = z.uuid().safeParse((await params).evaluation).data;
  const evaluation = id === undefined ? null : await getEvaluation(actor, id);
  if (!evaluation) notFound();
  const { plan, settings } = evaluation;
  const isOpen = plan.conditions.some((levels) => isOpenEnded(plan.kind, levels));
  const isUnderWay = (evaluation.state === "running" || evaluation.state === "preparing") && !evaluation.isStranded;
  return (
    <Page>
      <PageHeader
        title={formatEvaluationTitle(evaluation)}
        breadcrumbs={[
          { href: "/research/models", label: "Models" },
          { href: "/research/models/evaluations", label: "Evaluations" },
        ]}
        lead={
          evaluation.judges
            ? `Matches open-ended answers about “${evaluation.benchmark}” to the options.`
            : `Evaluates a model on “${evaluation.benchmark}”.`
        }
        actions={
          isOpen && (
            <LinkButton href={`/research/models/judging/${evaluation.benchmarkId}`}>
              {evaluation.judges ? "Results of the judge" : "Judge the open-ended answers"}
            </LinkButton>
          )
        }
      />
      {isUnderWay && (
        <AutoRefresh
          readAt={new Date().toISOString()}
          summary={`${evaluation.answered} of ${evaluation.total} questions answered`}
          isRunning
        />
      )}
      <EvaluationProgress
        evaluation={evaluation}
        failures={evaluation.failures}
        cutOff={evaluation.cutOff}
        tokens={evaluation.tokens}
        canWrite={evaluation.canWrite}
        pause={pauseEvaluationAction}
        resume={resumeEvaluationAction}
      />
      <Section title="Prompt">
        <DescriptionList
          entries={[
            ...(plan.study
              ? [{ key: "study", term: "Words", value: `those of the study “${plan.study.name}”, about its items` }]
              : []),
            {
              key: "conditions",
              term: "Conditions",
              value: plan.conditions
                .map((levels) => conditionKey(levels).replaceAll(";", ", ") || "unchanged")
                .join("; "),
            },
            { key: "answer", term: "Answer", value: answerLabels[plan.answer] },
            {
              key: "shots",
              term: "Examples",
              value: plan.shots === 0 ? "none" : `${plan.shots}, drawn with seed “${plan.seed}”`,
            },
            { key: "repeats", term: "Repeats", value: String(plan.repeats) },
            ...itemEntries(plan),
            ...(plan.priorFirst
              ? [
                  {
                    key: "prior",
                    term: "Facts",
                    value: "only facts that it always answers correctly without an expression",
                  },
                ]
              : []),
            { key: "model", term: "Model", value: `${settings.model} at ${settings.url}` },
            {
              key: "settings",
              term: "Settings",
              value: [
                `temperature ${settings.temperature ?? "not sent"}`,
                `seed ${settings.seed ?? "not sent"}`,
                ...(settings.reasoningEffort === null ? [] : [`effort ${settings.reasoningEffort}`]),
                `at most ${formatCount(settings.maximumTokens)} tokens`,
                `${settings.parallel} parallel calls`,
              ].join(", "),
            },
          ]}
        />
        <p className="mt-4">
          <Link href={`/research/models/${evaluation.modelId}`}>The model and its runs</Link>
        </p>
      </Section>
    </Page>
  );
}

/** The selected items, and the items that are not asked, with the reason. */
function itemEntries({ items, sample, seed, leftOut = [], conditions }: EvaluationPlan) {
  return [
    {
      key: "sample",
      term: "Items",
      value: [
        items ? textOfSelection(items) : "all",
        ...(sample === null ? [] : [`${sample} of them, drawn with seed “${seed}”`]),
      ].join(", "),
    },
    ...leftOut.map(({ condition, items: names, isTwin }) => ({
      key: `left-out-${condition}`,
      term: "Not asked",
      value: (
        <>
          {formatNumberOf(names.length, "item")}{" "}
          {isTwin ? "that look the same under another condition, under" : "with nothing to highlight under"}{" "}
          {conditionKey(conditions[condition] ?? {}).replaceAll(";", ", ")}: <NameList names={names} />
        </>
      ),
    })),
  ];
}
