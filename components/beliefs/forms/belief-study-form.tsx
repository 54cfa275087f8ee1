"use client";

import { useEffect, useRef } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import type { ExcludedFact } from "@/lib/domain/beliefs/participants/arrange-facts.ts";
import { dimensions } from "@/lib/domain/beliefs/typology.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";

export interface CreatedStudyView {
  studyId: string;
  knowledgeId: string | null;
  targets: number;
  fillers: number;
  exact: { category: number; fact: number; factByCategoryByOrder: number };
  leftOut: { reason: ExcludedFact["reason"]; count: number }[];
}

const excludedLabels: Readonly<Record<ExcludedFact["reason"], string>> = {
  alsoTrue: "the false object contains the true one",
  servesAsCondition: "conditional expressions state it",
  sameSubject: "another fact is about the same subject",
  givesAwayAnother: "its expression reveals another fact",
  unevenNumber: "excluded so that facts and categories rotate evenly",
};

/** The form that creates a study of how expressions influence people. */
export function BeliefStudyForm({
  benchmarkId,
  facts,
  categories,
  defaults,
  action,
}: {
  benchmarkId: string;
  facts: number;
  /** The categories of the benchmark's templates or items. */
  categories: readonly { id: string; label: string; dimension: string }[];
  defaults: { participants: number; facts: number; fillers: number };
  action: FormAction<CreatedStudyView>;
}) {
  return (
    <ActionForm
      action={action}
      label="New study with people"
      className="grid max-w-[52rem] gap-6"
      hidden={{ benchmarkId }}
    >
      {(state) =>
        state?.ok ? (
          <CreatedStudyCallout created={state.value} />
        ) : (
          <>
            <StudyFields {...{ defaults, facts }} />
            <RadioGroup
              name="prior"
              legend="Knowledge of the facts"
              defaultValue="first"
              options={[
                { value: "first", label: "is asked first, in the same session" },
                {
                  value: "after",
                  label: "is asked after the expressions, in the same session",
                  hint: "Reading the expressions may change what people answer.",
                },
                {
                  value: "separate",
                  label: "is asked in a separate study, before or after",
                  hint: "People are matched by their recruiter’s ID.",
                },
              ]}
            />
            <Checkbox name="unsure" value="yes" label="“I do not know” is an answer" />
            <Checkbox name="confidence" value="yes" label="Ask for the confidence in each answer" />
            <RadioGroup
              name="pairing"
              legend="Questions after an expression"
              defaultValue="together"
              options={[
                { value: "together", label: "follow each other" },
                { value: "apart", label: "are half a block apart" },
              ]}
            />
            <fieldset className="min-w-0">
              <legend className="mb-2 font-medium">Categories</legend>
              <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
                {dimensions.map((dimension) => (
                  <div key={dimension.id}>
                    <p className="text-sm text-ink-soft">{dimension.label}</p>
                    {categories
                      .filter((category) => category.dimension === dimension.id)
                      .map(({ id, label }) => (
                        <Checkbox key={id} name="category" value={id} defaultChecked label={label} />
                      ))}
                  </div>
                ))}
              </div>
            </fieldset>
            <div>
              <SubmitButton>Generate the study</SubmitButton>
            </div>
          </>
        )
      }
    </ActionForm>
  );
}

/** Name, stage and size of the study. */
function StudyFields({
  defaults,
  facts,
}: {
  defaults: { participants: number; facts: number; fillers: number };
  facts: number;
}) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field name="name" label="Name">
        <TextInput maxLength={200} />
      </Field>
      <Field name="stage" label="Stage">
        <Select
          defaultValue="main"
          options={[
            { value: "main", label: "Main" },
            { value: "pilot", label: "Pilot" },
            { value: "simulation", label: "Simulation" },
          ]}
        />
      </Field>
      <Field name="slug" label="Address" hint="Lower-case letters, digits and hyphens: /s/address">
        <TextInput maxLength={60} />
      </Field>
      <Field name="participants" label="Participants" hint="The number of sessions to generate.">
        <TextInput type="number" min={1} max={5000} defaultValue={defaults.participants} />
      </Field>
      <Field name="facts" label="False expressions per person" hint={`Drawn from ${formatNumberOf(facts, "fact")}.`}>
        <TextInput type="number" min={1} max={60} defaultValue={defaults.facts} />
      </Field>
      <Field
        name="fillers"
        label="True assertions per person"
        hint="Included so that always answering “false” is not a good strategy."
      >
        <TextInput type="number" min={0} max={60} defaultValue={defaults.fillers} />
      </Field>
    </div>
  );
}

function CreatedStudyCallout({ created }: { created: CreatedStudyView }) {
  const { exact, leftOut } = created;
  const calloutRef = useRef<HTMLDivElement>(null);
  // The form is removed after it was sent, so the focus moves to the result.
  useEffect(() => calloutRef.current?.focus(), []);
  return (
    <div ref={calloutRef} tabIndex={-1} className="outline-none">
      <Callout
        tone="good"
        title="The study is generated"
        actions={
          <>
            <LinkButton look="primary" href={`/research/studies/${created.studyId}`}>
              {" "}
              Go to the study{" "}
            </LinkButton>
            {created.knowledgeId && (
              <LinkButton href={`/research/studies/${created.knowledgeId}`}>Go to the knowledge study</LinkButton>
            )}
          </>
        }
      >
        <p>
          This draft must be opened before people can take part. {formatNumberOf(created.targets, "fact")} will be
          asserted falsely and {formatCount(created.fillers)} truly. Categories are balanced every {exact.category}{" "}
          people, facts every {exact.fact}, all cells every {formatCount(exact.factByCategoryByOrder)}.
        </p>
        {leftOut.length > 0 && (
          <ul className="mt-2 list-disc pl-5">
            {leftOut.map(({ reason, count }) => (
              <li key={reason}>
                {formatNumberOf(count, "fact")} excluded: {excludedLabels[reason]}
              </li>
            ))}
          </ul>
        )}
      </Callout>
    </div>
  );
}
