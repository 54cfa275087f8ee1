"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** The form to select the paper, the items, and the models. */
export function ReplicateForm({
  action,
  project,
  papers,
  benchmarks,
  endpoints,
}: {
  action: FormAction<unknown>;
  project: string;
  papers: readonly { id: string; label: string }[];
  benchmarks: readonly { id: string; name: string }[];
  endpoints: readonly string[];
}) {
  return (
    <ActionForm
      action={action}
      hidden={{ project }}
      label="New replication"
      className="grid max-w-[52rem] items-start gap-6 sm:grid-cols-2"
    >
      <Field name="paper" label="Paper">
        <Select options={papers.map(({ id, label }) => ({ value: id, label }))} />
      </Field>
      <Field name="benchmark" label="Items" hint="A benchmark with the paper’s data.">
        <Select options={benchmarks.map(({ id, name }) => ({ value: id, label: name }))} />
      </Field>
      <fieldset className="grid min-w-0 gap-1 sm:col-span-2">
        <legend className="mb-1 font-medium leading-snug">Models to ask</legend>
        {endpoints.length === 0 && (
          <p className="text-ink-soft">
            No endpoints yet. Without endpoints, models are listed as missing. Create endpoints under Models.
          </p>
        )}
        {endpoints.map((name) => (
          <Checkbox key={name} name="endpoints" value={name} label={name} />
        ))}
        <Checkbox
          name="imported"
          label="Also use imported answers"
          hint="Model answers that were imported for these items."
        />
      </fieldset>
      <Field
        name="maxCost"
        label="Maximum cost (US$)"
        hint="Total for all evaluations. Required for an endpoint with a price."
        isOptional
      >
        <TextInput inputMode="decimal" maxLength={40} />
      </Field>
      <Field
        name="study"
        label="Study"
        hint="The address of a study of the same items, if no new study should be created."
        isOptional
      >
        <TextInput maxLength={60} />
      </Field>
      <div className="sm:col-span-2">
        <SubmitButton>Replicate</SubmitButton>
      </div>
    </ActionForm>
  );
}
