"use client";

import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

const lifetimeDays = [7, 30, 90, 365];

/** The form that creates a shared view of a study. It shows the link once. */
export function SharedViewForm({
  studyId,
  action,
}: {
  studyId: string;
  action: FormAction<{ label: string; address: string }>;
}) {
  return (
    <ActionForm
      action={action}
      hidden={{ study: studyId }}
      resetsOnSuccess
      label="Create a link"
      className="grid max-w-3xl grid-cols-1 gap-5"
    >
      {(state) => (
        <>
          <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
            <Field name="label" label="Audience" hint="Who receives the link, for example “Reviewer 2”.">
              <TextInput autoComplete="off" maxLength={100} />
            </Field>
            <Field name="days" label="Expires after">
              <Select
                defaultValue="30"
                options={lifetimeDays.map((days) => ({ value: String(days), label: `${days} days` }))}
              />
            </Field>
          </div>
          <Checkbox
            name="isBlinded"
            label="Blinded"
            hint="Names of models and conditions are replaced by letters and numbers in random order."
          />
          <div>
            <SubmitButton look="secondary">Create link</SubmitButton>
          </div>
          <div role="status">
            {state?.ok && (
              <Callout tone="good" title={`Copy the link for “${state.value.label}” now`}>
                <p>The link is shown only once. If you lose it, revoke it and create a new link.</p>
                <p className="my-2 rounded-sm bg-surface px-2 py-1.5 font-mono text-sm break-all select-all">
                  {state.value.address}
                </p>
                <CopyButton text={state.value.address} label="Copy the link" />
              </Callout>
            )}
          </div>
        </>
      )}
    </ActionForm>
  );
}
