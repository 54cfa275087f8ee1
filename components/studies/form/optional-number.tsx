"use client";

import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/**
 * A field for an optional number. The number must be whole and at least `least` (default 1); if `least` is null, any
 * number is allowed.
 */
export function OptionalNumber(props: {
  name: string;
  label: string;
  hint?: string;
  least?: number | null;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <Field name={props.name} label={props.label} isOptional {...(props.hint ? { hint: props.hint } : {})}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={props.least === null ? undefined : (props.least ?? 1)}
        step={props.least === null ? "any" : 1}
        required={false}
        className="max-w-36 tabular-nums"
        value={props.value ?? ""}
        onChange={(event) => props.onChange(event.target.value === "" ? null : Number(event.target.value))}
      />
    </Field>
  );
}
