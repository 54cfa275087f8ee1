import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** The field for the reason of a changed correspondence. It is shown if the study's protocol is frozen. */
export function AmendmentReason() {
  return (
    <Field
      name="reason"
      label="Reason for the amendment"
      hint="Required because the protocol is frozen. Recorded with the change."
      isOptional
    >
      <TextInput maxLength={2_000} />
    </Field>
  );
}
