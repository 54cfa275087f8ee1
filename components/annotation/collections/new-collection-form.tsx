import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** Creates a collection and opens its page. */
export function NewCollectionForm({ action, projectId }: { action: FormAction; projectId: string }) {
  return (
    <ActionForm
      action={action}
      hidden={{ projectId }}
      label="New collection"
      className="grid max-w-[44rem] items-end gap-5 sm:grid-cols-[minmax(0,1fr)_13rem_auto]"
    >
      <Field name="name" label="Name">
        <TextInput maxLength={200} autoComplete="off" required />
      </Field>
      <Field name="overlap" label="Annotators for each item">
        <TextInput type="number" min={1} max={20} defaultValue={1} inputMode="numeric" />
      </Field>
      <div>
        <SubmitButton>Create collection</SubmitButton>
      </div>
    </ActionForm>
  );
}
