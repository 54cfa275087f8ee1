"use client";

import { ConfirmButton } from "@/components/ui/confirm-button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { RadioGroup } from "@/components/ui/radio-group.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { exclusionReasons } from "@/lib/domain/survey/studies/exclusion.ts";

/** Sets an answer aside, with a reason. */
export function ExcludeButton({ responseId, action }: { responseId: string; action: FormAction }) {
  return (
    <ConfirmButton
      size="small"
      action={action}
      hidden={{ response: responseId }}
      title="Exclude this answer?"
      consequence={
        <p>
          Results leave it out, and its place stays filled. The answer itself is kept, and you can take this back. Both
          are recorded with your name.
        </p>
      }
      confirm="Exclude"
      fields={
        <>
          <RadioGroup
            name="reason"
            legend="Reason"
            options={exclusionReasons.map(({ value, label, hint }) => ({ value, label, hint }))}
          />
          <Field name="note" label="Note" isOptional>
            <TextInput maxLength={2_000} />
          </Field>
        </>
      }
    >
      Exclude
    </ConfirmButton>
  );
}

/** Takes an exclusion back. */
export function RestoreButton({ responseId, action }: { responseId: string; action: FormAction }) {
  return (
    <ConfirmButton
      size="small"
      action={action}
      hidden={{ response: responseId }}
      title="Take the exclusion back?"
      consequence={<p>The answer counts in results again. That it was excluded, and why, stays on record.</p>}
      confirm="Take it back"
      isDangerous={false}
    >
      Undo
    </ConfirmButton>
  );
}
