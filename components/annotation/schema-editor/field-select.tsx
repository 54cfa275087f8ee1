import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";

/** One of the fields of a task, by its label; a name that does not fit stays visible until it is replaced. */
export function FieldSelect({
  name,
  label,
  hint,
  value,
  fields,
  onChange,
}: {
  name: string;
  label: string;
  hint?: string;
  value: string;
  fields: readonly { name: string; label: string }[];
  onChange: (name: string) => void;
}) {
  const options = fields.map((field) => ({ value: field.name, label: field.label || field.name }));
  const isKnown = fields.some((field) => field.name === value);
  return (
    <Field name={name} label={label} hint={hint}>
      <Select
        value={value}
        options={
          isKnown ? options : [{ value, label: value === "" ? "choose" : `${value} (does not fit)` }, ...options]
        }
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
