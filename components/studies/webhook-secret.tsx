"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** The form for the webhook secret of a Prolific workspace. It never shows a stored secret. */
export function WebhookSecret({ studyId, action }: { studyId: string; action: FormAction }) {
  return (
    <ActionForm action={action} hidden={{ study: studyId }} label="Webhook secret" className="grid grid-cols-1 gap-5">
      {(state) => (
        <>
          <Field name="secret" label="Webhook secret of the workspace">
            <TextInput spellCheck={false} autoComplete="off" maxLength={500} />
          </Field>
          <div>
            <SubmitButton look="secondary">Save the webhook secret</SubmitButton>
          </div>
          {state?.ok && <p role="status">Saved. It is not shown again.</p>}
        </>
      )}
    </ActionForm>
  );
}
