import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** Why keys are corrected: the import asks for it where a study committed itself to them. */
export function KeyReasonField() {
  return (
    <Field
      name="reason"
      label="Why keys are corrected"
      hint="Needed where a frozen study asks the items: it stands beside the amendment."
      isOptional
    >
      <TextInput maxLength={2_000} />
    </Field>
  );
}
