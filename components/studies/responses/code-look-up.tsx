import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/**
 * Opens the session with a completion code. The form is a POST request, so that the code is in no URL: the code gives
 * access to a person's answers.
 */
export function CodeLookUp({ study, lookUp }: { study: string; lookUp: FormAction }) {
  return (
    <details className="no-print mb-6 rounded-md border border-rule">
      <summary className="px-4 py-3 font-medium">Find a session by its completion code</summary>
      <ActionForm
        action={lookUp}
        hidden={{ study }}
        label="Find a session by its code"
        className="grid gap-4 px-4 pt-1 pb-4"
      >
        <Field
          name="code"
          label="Completion code"
          hint="As shown to the participant; spaces and lower case are accepted."
        >
          <TextInput maxLength={60} autoComplete="off" />
        </Field>
        <div>
          <SubmitButton>Find</SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}
