"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { AnalysisPlan, PlannedTestKind } from "@/lib/domain/results/plan/analysis-plan.ts";
import { formatPlanForm, namedTestKinds, tickedTests } from "@/lib/domain/results/plan/plan-form.ts";
import { planWords, wordsAsOptions } from "@/lib/domain/results/plan/plan-words.ts";
import { PlanCleaningFields } from "./cleaning/plan-cleaning-fields.tsx";
import { PlanStoppingFields } from "./plan-stopping-fields.tsx";

/** The form for the analysis plan of a study. Tests outside the plan are exploratory. */
export function PlanForm({
  studyId,
  plan,
  registration,
  isFrozen,
  action,
}: {
  studyId: string;
  plan: AnalysisPlan;
  registration: string;
  /** Whether a change of the plan is an amendment, which requires a reason. */
  isFrozen: boolean;
  action: FormAction;
}) {
  const formValues = formatPlanForm(plan);
  return (
    <details className="mt-4">
      <summary className="cursor-pointer font-medium">{isFrozen ? "Amend the plan" : "Change the plan"}</summary>
      <ActionForm
        action={action}
        hidden={{ study: studyId }}
        label="Analysis plan"
        className="mt-4 grid max-w-measure gap-5"
      >
        <ComparisonFields shown={formValues} />
        <CountingFields shown={formValues} plan={plan} />
        <TestFields shown={formValues} plan={plan} />
        <PlanStoppingFields shown={formValues} />
        <Field name="exploratory" label="Exploratory analyses" isOptional>
          <TextArea rows={2} defaultValue={formValues.exploratory} />
        </Field>
        <Field name="simulation" label="Simulation of this plan" isOptional>
          <TextArea rows={2} defaultValue={formValues.simulation} />
        </Field>
        <Field
          name="registration"
          label="Registered elsewhere"
          hint="A link or a timestamp. Without it, reports state that the plan was frozen by its owner."
          isOptional
        >
          <TextInput defaultValue={registration} />
        </Field>
        {isFrozen && (
          <Field name="reason" label="Reason for the amendment" hint="Shown to all readers with the change.">
            <TextArea rows={2} />
          </Field>
        )}
        <SubmitButton>{isFrozen ? "Save the amendment" : "Save the plan"}</SubmitButton>
      </ActionForm>
    </details>
  );
}

type FormValues = Record<string, string>;

function ComparisonFields({ shown }: { shown: FormValues }) {
  return (
    <>
      <Field
        name="models"
        label="Models"
        hint="One name per line. Leave empty for all models that have answers when the plan is frozen."
        isOptional
      >
        <TextArea rows={2} defaultValue={shown.models} />
      </Field>
      <Field
        name="comparator"
        label="People as"
        hint="A majority vote and the mean person are always shown side by side."
      >
        <Select defaultValue={shown.comparator} options={wordsAsOptions(planWords.comparator)} />
      </Field>
      <Field name="k" label="Size of the majority" hint="Leave empty for all people who answered a cell." isOptional>
        <TextInput inputMode="numeric" defaultValue={shown.k} />
      </Field>
      <Field name="measure" label="Outcome">
        <Select defaultValue={shown.measure} options={wordsAsOptions(planWords.measure)} />
      </Field>
      <Field name="answer" label="Answer option" hint="Only for the share of an answer: true, false, yes …" isOptional>
        <TextInput defaultValue={shown.answer} />
      </Field>
      <Field
        name="outcomeItems"
        label="Items of the outcome"
        hint="By attribute, mark or name, such as: order = 5, 6; marks = event; id = a, b. Leave empty for all items."
        isOptional
      >
        <TextInput defaultValue={shown.outcomeItems} />
      </Field>
    </>
  );
}

function CountingFields({ shown, plan }: { shown: FormValues; plan: AnalysisPlan }) {
  return (
    <>
      <Field name="ties" label="Tied majorities">
        <Select defaultValue={shown.ties} options={wordsAsOptions(planWords.ties)} />
      </Field>
      <Field name="unparsed" label="Unparsed answers">
        <Select defaultValue={shown.unparsed} options={wordsAsOptions(planWords.unparsed)} />
      </Field>
      <fieldset>
        <legend className="font-medium">Additional answers to count</legend>
        {(
          [
            ["openStratum", "people outside the quotas"],
            ["surplus", "surplus sessions"],
            ["excluded", "manually excluded answers"],
            ["mismatched", "cells whose stimulus differs between people and models"],
          ] as const
        ).map(([name, label]) => (
          <Checkbox key={name} name={name} value="yes" label={label} defaultChecked={plan.exclusions[name]} />
        ))}
      </fieldset>
      <Field name="rules" label="Exclusion rules" hint="Declared in advance, one per line." isOptional>
        <TextArea rows={2} defaultValue={shown.rules} />
      </Field>
      <Field
        name="missedChecks"
        label="Minimum missed checks for exclusion"
        hint="Number of missed flagging checks and practice items. Leave empty to only show flags."
        isOptional
      >
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={50}
          className="max-w-36 tabular-nums"
          defaultValue={shown.missedChecks}
        />
      </Field>
      <PlanCleaningFields shown={shown} />
      <fieldset>
        <legend className="font-medium">Clusters (dependent answers)</legend>
        {(["person", "story", "group"] as const).map((cluster) => (
          <Checkbox
            key={cluster}
            name="clusters"
            value={cluster}
            label={planWords.clusters[cluster]}
            defaultChecked={plan.clusters.includes(cluster)}
          />
        ))}
      </fieldset>
    </>
  );
}

function TestFields({ shown, plan }: { shown: FormValues; plan: AnalysisPlan }) {
  const selectedTests = tickedTests(plan);
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="font-medium">Confirmatory tests</legend>
        <p className="text-sm text-ink-soft">Corrected together. Every other test is exploratory.</p>
        {(Object.keys(planWords.test) as PlannedTestKind[]).map((kind) => (
          <div key={kind} className="grid gap-2">
            <Checkbox
              name="tests"
              value={kind}
              label={planWords.test[kind]}
              defaultChecked={selectedTests.some((test) => test.kind === kind)}
            />
            <div className="ml-7 grid gap-2">
              {namedTestKinds.includes(kind) && (
                <Field
                  name={`of-${kind}`}
                  label={kind === "levels" ? "Attributes (comma-separated)" : "Questions (comma-separated)"}
                  isOptional
                >
                  <TextInput defaultValue={shown[`of-${kind}`]} />
                </Field>
              )}
              <Field name={`hypothesis-${kind}`} label={`Hypothesis: ${planWords.test[kind].toLowerCase()}`} isOptional>
                <TextInput defaultValue={shown[`hypothesis-${kind}`]} />
              </Field>
            </div>
          </div>
        ))}
      </fieldset>
      <Field
        name="moreTests"
        label="Tests on part of the items, and secondary tests"
        hint="One test per line. Examples: “model-against-people | on type = tom | at order”; “levels | of order | between 4, 6 | on type = tom | secondary”. Secondary tests are corrected together and tested only if every primary test is significant."
        isOptional
      >
        <TextArea rows={4} defaultValue={shown.moreTests} />
      </Field>
      <Field name="method" label="Correction">
        <Select defaultValue={shown.method} options={wordsAsOptions(planWords.method)} />
      </Field>
      <Field name="alpha" label="Significance level (family-wise)">
        <TextInput inputMode="decimal" defaultValue={shown.alpha} />
      </Field>
      <Field
        name="margin"
        label="Margin"
        hint="The largest negligible difference (0 to 1), for equivalence and non-inferiority tests. Leave empty for none."
        isOptional
      >
        <TextInput inputMode="decimal" defaultValue={shown.margin} />
      </Field>
      <Field name="marginReason" label="Justification of the margin" isOptional>
        <TextArea rows={2} defaultValue={shown.marginReason} />
      </Field>
    </>
  );
}
