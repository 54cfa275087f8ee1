"use client";

import { Callout } from "@/components/ui/callout.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { type ChoiceQuestion, listQuotaQuestions, strataOf } from "@/lib/domain/survey/studies/quotas.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftChecks, DraftRefusal } from "./draft-fields.tsx";

/** The groups of people with a quota. */
export function ParticipantsSection({ hasOwnGroups }: { hasOwnGroups: boolean }) {
  const { draft, set } = useDraft();
  const questions = listQuotaQuestions(draft.protocol);
  const strata = strataOf(draft.quotas, questions);
  // A question of which only one answer lets people continue cannot have a quota.
  const offered = questions.filter(
    (question) =>
      question.choices.filter((choice) => !choice.endsAs).length > 1 ||
      draft.quotas.some((quota) => quota.question === question.key),
  );
  return (
    <Section
      id="groups"
      title={
        <>
          Groups <WhatIsThis term="Stratum, quota" isInForm />
        </>
      }
      lead="Each combination of the answers selected here is a group. Every group gets the same number of answers to every item, unless you set shares for the groups under “Session composition”."
    >
      <div className="grid grid-cols-1 gap-5">
        {hasOwnGroups && (
          <Callout tone="warn" title="These groups cannot be edited here">
            They are not simple combinations of answers. Saving this form replaces them.
          </Callout>
        )}
        {offered.length === 0 && (
          <p className="max-w-measure text-ink-soft">
            Without a choice question before the items there is one group. Add a page of questions under{" "}
            <a className="underline" href="#pages">
              Pages
            </a>{" "}
            to make quotas.
          </p>
        )}
        {offered.map((question) => (
          <QuestionQuota key={question.key} question={question} />
        ))}
        <DraftRefusal path="quotas" />
        <Checkbox
          label="Accept people outside the quotas"
          hint="People outside all groups enter an open group without a quota. Their answers are counted separately."
          checked={draft.openStratum}
          onChange={(event) => set("openStratum", event.target.checked)}
        />
        <DraftRefusal path="openStratum" />
        <div>
          <p aria-live="polite" className="tabular-nums">
            <strong>{formatCount(strata.length)}</strong> {strata.length === 1 ? "group" : "groups"}
            {draft.openStratum && ", and an open one"}.
          </p>
          {strata.length > 1 && (
            <ul className="mt-2 flex flex-wrap gap-2 text-sm text-ink-soft">
              {strata.slice(0, 24).map((stratum) => (
                <li key={stratum.key} className="rounded-sm bg-sunken px-2 py-0.5">
                  {stratum.label}
                </li>
              ))}
              {strata.length > 24 && <li>and {strata.length - 24} more</li>}
            </ul>
          )}
        </div>
      </div>
    </Section>
  );
}

function QuestionQuota({ question }: { question: ChoiceQuestion }) {
  const { draft, change } = useDraft();
  const index = draft.quotas.findIndex((quota) => quota.question === question.key);
  const answers = question.choices.filter((choice) => !choice.endsAs);
  return (
    <DraftChecks
      path={index < 0 ? `quotas.of.${question.key}` : `quotas.${index}`}
      legend={question.label || question.key}
      hint={
        answers.length < question.choices.length
          ? "Answers that end the session cannot have a quota and are excluded."
          : undefined
      }
      options={answers.map(({ value, label }) => ({ value, label: label || value }))}
      chosen={draft.quotas[index]?.values ?? []}
      onChange={(values) =>
        change((before) => {
          const otherQuotas = before.quotas.filter((quota) => quota.question !== question.key);
          if (values.length === 0) return { ...before, quotas: otherQuotas };
          const hasQuota = before.quotas.some((quota) => quota.question === question.key);
          const quota = { question: question.key, values };
          return {
            ...before,
            quotas: hasQuota
              ? before.quotas.map((one) => (one.question === question.key ? quota : one))
              : [...before.quotas, quota],
          };
        })
      }
    />
  );
}
