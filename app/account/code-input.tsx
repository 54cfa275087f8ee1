import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** A code of the authenticator app, or a recovery code. */
export function CodeInput({ label, hint }: { label: string; hint?: string }) {
  return (
    <Field name="code" label={label} hint={hint}>
      <TextInput autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} maxLength={50} />
    </Field>
  );
}
