import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** The form for a project's setting whether a second person must confirm erasures. */
export function ErasureConfirmation(props: { project: string; isRequired: boolean; save: FormAction }) {
  return (
    <ActionForm action={props.save} hidden={{ project: props.project }} label="Confirmation of erasures">
      <RadioGroup
        name="required"
        legend="Second person"
        defaultValue={props.isRequired ? "yes" : "no"}
        options={[
          { value: "no", label: "Not required", hint: "An admin erases immediately." },
          {
            value: "yes",
            label: "Required",
            hint: "An admin requests the erasure with a reason; another admin confirms or declines it.",
          },
        ]}
      />
      <div>
        <SubmitButton look="secondary">Save</SubmitButton>
      </div>
    </ActionForm>
  );
}
