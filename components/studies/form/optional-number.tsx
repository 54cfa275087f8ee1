"use client";

import { Field } from "@/components/ui/field.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";

/** A whole number that may be left out. */
export function OptionalNumber(props: {
  name: string;
  label: string;
  hint: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <Field name={props.name} label={props.label} hint={props.hint} isOptional>
      <TextInput
        type="number"
        inputMode="numeric"
        min={1}
        required={false}
        className="max-w-36 tabular-nums"
        value={props.value ?? ""}
        onChange={(event) => props.onChange(event.target.value === "" ? null : Number(event.target.value))}
      />
    </Field>
  );
}
