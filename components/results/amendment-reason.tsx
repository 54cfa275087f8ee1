import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** Why conditions are paired otherwise: asked for once the study's protocol is frozen. */
export function AmendmentReason() {
  return (
    <Field
      name="reason"
      label="Why it is amended"
      hint="Needed once the protocol is frozen: it stands beside the change, for every reader."
      isOptional
    >
      <TextInput maxLength={2_000} />
    </Field>
  );
}
