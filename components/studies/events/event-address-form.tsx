"use client";

import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { addressKinds, eventKinds } from "@/lib/domain/events/event-kinds.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** A form that adds a notification target. It shows the target's signing key once. */
export function EventAddressForm({
  studyId,
  action,
}: {
  studyId: string;
  action: FormAction<{ secret: string | null }>;
}) {
  return (
    <ActionForm
      action={action}
      hidden={{ study: studyId }}
      resetsOnSuccess
      label="Add an address"
      className="grid max-w-3xl grid-cols-1 gap-5"
    >
      {(state) => (
        <>
          <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-[14rem_1fr]">
            <Field name="kind" label="Kind">
              <Select defaultValue="webhook" options={addressKinds} />
            </Field>
            <Field name="address" label="Address">
              <TextInput spellCheck={false} autoComplete="off" maxLength={1_000} />
            </Field>
          </div>
          <fieldset className="min-w-0">
            <legend className="font-medium">Events</legend>
            <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
              {eventKinds.map(({ value, label }) => (
                <Checkbox key={value} name="events" value={value} label={label} />
              ))}
            </div>
          </fieldset>
          <Field
            name="dropOutPercent"
            label="Drop-out limit (%)"
            hint="Drop-outs among the last 20 ended sessions with a slot; requires at least 10."
          >
            <TextInput type="number" min={1} max={99} defaultValue={50} className="max-w-24" />
          </Field>
          <div>
            <SubmitButton look="secondary">Add address</SubmitButton>
          </div>
          <div role="status">
            {state?.ok && state.value.secret === null && <p>The address is added.</p>}
            {state?.ok && state.value.secret !== null && (
              <Callout
                tone="good"
                title="Copy the signing key now. It will not be shown again."
                actions={<CopyButton text={state.value.secret} />}
              >
                <code className="break-all">{state.value.secret}</code>
              </Callout>
            )}
          </div>
        </>
      )}
    </ActionForm>
  );
}
