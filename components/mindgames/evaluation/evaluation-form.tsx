"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { paperHumanEvaluation } from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import {
  mindgamesInstructionLabels,
  mindgamesInstructions,
} from "@/lib/domain/survey/presets/mindgames-human-evaluation.ts";

/**
 * The form that creates a human evaluation of a set. Its defaults are the paper's numbers, limited by the size of the
 * set.
 */
export function HumanEvaluationForm({
  benchmarkId,
  name,
  most,
  action,
}: {
  benchmarkId: string;
  name: string;
  /** The maximum number of problems that can be drawn from each setup of the set. */
  most: number;
  action: FormAction;
}) {
  return (
    <ActionForm
      action={action}
      label="A new human evaluation"
      hidden={{ benchmarkId }}
      className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2"
    >
      <div className="sm:col-span-2">
        <Field name="name" label="Name of the study">
          <TextInput defaultValue={name} maxLength={200} />
        </Field>
      </div>
      <Field name="itemsPerSetup" label="Problems of each setup" hint={`At most ${most} in this set.`}>
        <TextInput
          type="number"
          min={1}
          max={Math.min(most, 125)}
          defaultValue={Math.min(most, paperHumanEvaluation.itemsPerSetup)}
        />
      </Field>
      <Field name="raters" label="Raters" hint="Every rater answers all problems.">
        <TextInput type="number" min={1} max={50} defaultValue={paperHumanEvaluation.raters} />
      </Field>
      <div className="sm:col-span-2">
        <Field
          name="instruction"
          label="Instruction"
          hint={Object.values(mindgamesInstructionLabels)
            .map(({ label, hint }) => `${label}: ${hint}`)
            .join(" ")}
        >
          <Select defaultValue="entailment">
            {mindgamesInstructions.map((name) => (
              <option key={name} value={name}>
                {mindgamesInstructionLabels[name].label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="sm:col-span-2">
        <Field
          name="seed"
          label="Seed"
          isOptional
          hint="The same seed draws the same problems. Leave empty for a random seed."
        >
          <TextInput maxLength={200} required={false} />
        </Field>
      </div>
      <div className="sm:col-span-2">
        <SubmitButton>Create a draft of the study</SubmitButton>
      </div>
    </ActionForm>
  );
}
