"use client";

import { useState } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/**
 * A form for population shares, which can be typed or loaded from a file. People are then weighted to these shares
 * instead of the planned quotas.
 */
export function PopulationSharesForm({
  action,
  studyId,
  shares,
  attributes,
}: {
  action: FormAction<null>;
  studyId: string;
  /** The stored shares, one per line; empty if there are none. */
  shares: string;
  /** The groups by which people can be weighted. */
  attributes: readonly string[];
}) {
  const [text, setText] = useState(shares);
  return (
    <details className="max-w-measure">
      <summary className="w-fit text-sm text-ink-soft">Weight to a population (census shares)</summary>
      <ActionForm
        action={action}
        hidden={{ study: studyId }}
        label="Shares of a population"
        className="mt-3 grid gap-4"
      >
        <Field
          name="shares"
          label="Shares of a population"
          hint={`One line each: attribute, value, share. For instance “gender,Female,51%”. Attributes: ${attributes.join(", ") || "quota, language, and questions with choices"}. Leave empty to weight to the planned quotas.`}
        >
          <TextArea value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <label className="grid gap-1 text-sm">
          <span>Or a file with such lines (CSV)</span>
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        </label>
        <div>
          <SubmitButton look="secondary">Save the shares</SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}
