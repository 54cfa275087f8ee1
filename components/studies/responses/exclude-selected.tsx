import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { exclusionReasons } from "@/lib/domain/survey/studies/exclusion.ts";

/** The ID of the form that the checkboxes of the table belong to. */
export const excludeSelectedForm = "exclude-selected";

/** The form that excludes the selected answers with one reason. */
export function ExcludeSelected({ exclude }: { exclude: FormAction }) {
  return (
    <ActionForm
      id={excludeSelectedForm}
      action={exclude}
      label="Exclude the selected answers"
      resetsOnSuccess
      className="no-print mt-4 grid grid-cols-1 gap-4 rounded-md border border-rule p-4"
    >
      <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[16rem_minmax(0,1fr)_auto]">
        <Field name="reason" label="Reason">
          <Select
            defaultValue=""
            options={[{ value: "", label: "" }, ...exclusionReasons.map(({ value, label }) => ({ value, label }))]}
          />
        </Field>
        <Field name="note" label="Note" isOptional>
          <TextInput maxLength={2_000} />
        </Field>
        <SubmitButton look="secondary">Exclude selected</SubmitButton>
      </div>
    </ActionForm>
  );
}
