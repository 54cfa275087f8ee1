import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** A number, or none for an empty field. */
export function NumberInput({
  name,
  label,
  value,
  onChange,
}: {
  name: string;
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <Field name={name} label={label} isOptional>
      <TextInput
        type="number"
        step="any"
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
      />
    </Field>
  );
}
