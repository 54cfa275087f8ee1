"use client";

import { type ReactNode, useContext, useId } from "react";
import { Checkbox } from "./checkbox.tsx";
import { FieldError } from "./field.tsx";
import { FormStateContext } from "./field-context.ts";

/** A group of checkboxes with the same name. */
export function CheckboxGroup({
  name,
  legend,
  hint,
  options,
  defaultValues,
}: {
  name: string;
  legend: ReactNode;
  hint?: ReactNode;
  options: readonly { value: string; label: ReactNode }[];
  defaultValues: readonly string[];
}) {
  const id = useId();
  const { state } = useContext(FormStateContext);
  const refusal = state && !state.ok && state.field === name ? state.message : undefined;
  const describedBy = [hint && `${id}-hint`, refusal && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={describedBy}>
      <legend className="mb-1 font-medium leading-snug">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {options.map(({ value, label }) => (
        <Checkbox key={value} name={name} value={value} label={label} defaultChecked={defaultValues.includes(value)} />
      ))}
      {refusal && <FieldError id={`${id}-error`}>{refusal}</FieldError>}
    </fieldset>
  );
}
