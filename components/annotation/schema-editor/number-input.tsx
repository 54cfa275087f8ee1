import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** A number, or none for an empty field. */
export function NumberInput({
  name,
  label,
  hint,
  value,
  isOptional = true,
  onChange,
}: {
  name: string;
  label: string;
  hint?: string;
  value: number | undefined;
  isOptional?: boolean;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <Field {...{ name, label, hint, isOptional }}>
      <TextInput
        type="number"
        step="any"
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
      />
    </Field>
  );
}
