"use client";

import type { Dispatch, SetStateAction } from "react";
import { useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { CheckboxGroup } from "@/components/ui/forms/checkbox-group.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { type BatchEstimate, everyStudy } from "@/lib/domain/models/evaluation/estimate.ts";
import type { EvaluationFactor } from "@/lib/domain/models/evaluation/plan.ts";
import { EvaluationEstimates } from "./evaluation-estimates.tsx";

/** The form that evaluates one or more models on the items of one kind. */
export function EvaluationForm({
  action,
  benchmark,
  kind,
  factors,
  endpoints,
  chosen,
  studies,
  asksForFacts,
  hasOptions,
}: {
  action: FormAction<BatchEstimate[]>;
  benchmark: string;
  kind: string;
  factors: readonly EvaluationFactor[];
  endpoints: readonly { id: string; name: string }[];
  /** The initial selection: endpoints, study (empty for none), and items as one line (empty for all). */
  chosen: { endpoints: readonly string[]; study: string; items: string };
  /** The studies of these items, whose wording and conditions can be used. */
  studies: readonly { id: string; name: string; items: number; isReal: boolean }[];
  /** Whether the items ask about facts both with and without expressions of belief. */
  asksForFacts: boolean;
  hasOptions: boolean;
}) {
  const [study, setStudy] = useState(chosen.study);
  return (
    <ActionForm
      action={action}
      hidden={{ benchmark, kind }}
      label="New evaluation"
      className="grid max-w-[52rem] items-start gap-6 sm:grid-cols-2"
    >
      {(state) => (
        <>
          <CheckboxGroup
            name="endpoint"
            legend="Models"
            hint="Each model is evaluated separately, with the same settings."
            options={endpoints.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValues={chosen.endpoints}
          />
          <Field name="source" label="Name of the run" hint="Identifies this run among the runs of a model.">
            <TextInput defaultValue="evaluation" maxLength={200} required />
          </Field>
          <StudySelect {...{ studies, study, setStudy }} />
          {study !== "" && (
            <p className="text-ink-soft sm:col-span-2">
              The conditions are those of the study, each with the prompt that corresponds to it. “Estimate” lists them.
            </p>
          )}
          <FactorChoices {...{ study, factors }} />
          <AnswerMethodChoice {...{ hasOptions }} />
          <SampleFields />
          <ItemsField items={chosen.items} />
          {asksForFacts && (
            <div className="sm:col-span-2">
              <Checkbox
                name="priorFirst"
                label="Ask first without an expression, and continue only with the facts that the model knows"
                hint="Du et al., section 4: only facts that the model always answers correctly are scored."
              />
            </div>
          )}
          <Field
            name="limitUsd"
            label="Limit in US$"
            hint="The cost of each evaluation never exceeds this limit. Leave empty for no limit."
            isOptional
          >
            <TextInput inputMode="decimal" maxLength={12} />
          </Field>
          <div role="status" className="empty:hidden sm:col-span-2">
            {state?.ok && (
              <Callout>
                <EvaluationEstimates estimates={state.value} />
              </Callout>
            )}
          </div>
          <div className="flex flex-wrap gap-3 sm:col-span-2">
            <SubmitButton name="intent" value="begin">
              Start the evaluation
            </SubmitButton>
            <SubmitButton name="intent" value="estimate" look="secondary">
              Estimate
            </SubmitButton>
          </div>
        </>
      )}
    </ActionForm>
  );
}

/** The study whose items, wording and conditions are used. */
function StudySelect({
  studies,
  study,
  setStudy,
}: {
  studies: readonly { id: string; name: string; items: number; isReal: boolean }[];
  study: string;
  setStudy: Dispatch<SetStateAction<string>>;
}) {
  const realStudies = studies.filter(({ isReal }) => isReal).length;
  return (
    studies.length > 0 && (
      <div className="sm:col-span-2">
        <Field
          name="study"
          label="Study"
          hint="If a study is selected, the model is asked about the items of the study in the same wording and conditions, so that each answer can be compared."
        >
          <Select
            required={false}
            value={study}
            onChange={(event) => setStudy(event.target.value)}
            options={[
              { value: "", label: "None: all items, in the default wording" },
              ...(realStudies > 1
                ? [
                    {
                      value: everyStudy,
                      label: `Every pilot and main study with these items: ${formatCount(realStudies)} evaluations for each model`,
                    },
                  ]
                : []),
              ...studies.map(({ id, name, items }) => ({
                value: id,
                label: `${name}: ${formatCount(items)} items`,
              })),
            ]}
          />
        </Field>
      </div>
    )
  );
}

/** The levels of each factor to ask. */
function FactorChoices({ study, factors }: { study: string; factors: readonly EvaluationFactor[] }) {
  return (study === "" ? factors : []).map(({ name, label, levels }) => (
    <fieldset key={name} className="grid min-w-0 gap-1 sm:col-span-2">
      <legend className="mb-1 font-medium leading-snug">{label}</legend>
      {levels.map(({ value, label: said, hint, isChosen }) => (
        <Checkbox
          key={value}
          name={`level-${name}`}
          value={value}
          label={said}
          {...(hint === undefined ? {} : { hint })}
          defaultChecked={isChosen}
        />
      ))}
    </fieldset>
  ));
}

/** How the model's answer is obtained. */
function AnswerMethodChoice({ hasOptions }: { hasOptions: boolean }) {
  return (
    <div className="sm:col-span-2">
      <RadioGroup
        name="answer"
        legend="Answer method"
        defaultValue="text"
        options={[
          {
            value: "text",
            label: "Generated text",
            hint: "The answer is parsed from the text.",
          },
          ...(hasOptions
            ? [
                {
                  value: "candidates",
                  label: "Probabilities of the first word",
                  hint: "Street et al., section 3.2. The endpoint must give log-probabilities.",
                },
                {
                  value: "likelihoods",
                  label: "Likelihood of each answer as the continuation of the prompt",
                  hint: "Sileo and Lernould, section 4.3. For base models behind a completions endpoint.",
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

/** Examples, sample and repetitions. */
function SampleFields() {
  return (
    <>
      <Field
        name="shots"
        label="Examples before each question"
        hint="Items about the stories of the examples are not asked. Examples are drawn from the items with “split = examples” if there are any."
      >
        <TextInput inputMode="numeric" defaultValue="0" maxLength={3} />
      </Field>
      <Field name="seed" label="Seed" hint="Seed for drawing the examples and the sample.">
        <TextInput defaultValue="1" maxLength={100} />
      </Field>
      <Field name="repeats" label="Repetitions of each question">
        <TextInput inputMode="numeric" defaultValue="1" maxLength={3} />
      </Field>
      <Field name="sample" label="Number of items (random sample)" hint="Leave empty for all items." isOptional>
        <TextInput inputMode="numeric" maxLength={9} />
      </Field>
    </>
  );
}

function ItemsField({ items }: { items: string }) {
  return (
    <div className="sm:col-span-2">
      <Field
        name="items"
        label="Items"
        hint="By attribute, mark or name, such as: order = 5, 6; marks = event; id = a, b. Leave empty for all items. Items without a mark that a condition highlights are excluded; “Estimate” lists them."
        isOptional
      >
        <TextInput defaultValue={items} maxLength={100_000} />
      </Field>
    </div>
  );
}
