import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** The reason for a changed correspondence: requested once the study's protocol is frozen. */
export function AmendmentReason() {
  return (
    <Field
      name="reason"
      label="Reason for the amendment"
      hint="Required when the protocol is frozen. It is recorded with the change."
      isOptional
    >
      <TextInput maxLength={2_000} />
    </Field>
  );
}
