"use client";

import clsx from "clsx";
import { type ReactNode, useContext, useId } from "react";
import { FieldError } from "./field.tsx";
import { FormStateContext } from "./field-context.ts";

export interface RadioOption {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
}

/** A group of radio buttons. Nothing is selected by default unless `defaultValue` or `value` is set. */
export function RadioGroup({
  name,
  legend,
  hint,
  options,
  defaultValue,
  value,
  onChange,
  isOptional = false,
  isInline = false,
}: {
  name: string;
  legend: ReactNode;
  hint?: ReactNode;
  options: readonly RadioOption[];
  defaultValue?: string;
  value?: string;
  onChange?: (value: string) => void;
  isOptional?: boolean;
  isInline?: boolean;
}) {
  const id = useId();
  const { state } = useContext(FormStateContext);
  const refusal = state && !state.ok && state.field === name ? state.message : undefined;
  const describedBy = [hint && `${id}-hint`, refusal && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={describedBy}>
      <legend className="mb-1 font-medium leading-snug">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <div className={clsx("grid gap-2", isInline && "sm:flex sm:flex-wrap")}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex items-start gap-3 rounded-md border border-rule bg-surface px-3 py-2.5 transition-colors hover:border-edge has-checked:border-ink has-checked:bg-sunken has-disabled:text-ink-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              required={!isOptional}
              disabled={option.isDisabled}
              className="mt-1 size-4.5 shrink-0 accent-ink outline-none"
              {...(value === undefined
                ? { defaultChecked: defaultValue === option.value }
                : { checked: value === option.value })}
              onChange={onChange && (() => onChange(option.value))}
            />
            <span className="min-w-0">
              {option.label}
              {option.hint && <span className="block text-sm text-ink-soft">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {refusal && <FieldError id={`${id}-error`}>{refusal}</FieldError>}
    </fieldset>
  );
}
