import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** The field for the reason of key corrections. A reason is required if a frozen study depends on the keys. */
export function KeyReasonField() {
  return (
    <Field
      name="reason"
      label="Reason for key corrections"
      hint="Required if a frozen study uses the items. It is stored with the amendment."
      isOptional
    >
      <TextInput maxLength={2_000} />
    </Field>
  );
}
