"use client";

import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { controlStyle } from "@/components/ui/forms/control-style.ts";
import { Field, FieldError } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { useDraft, useDraftText, useRefusal } from "./draft-context.tsx";

interface FieldProps {
  path: string;
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
}

// Required fields are checked only by the server: the browser cannot show a message at a field that is collapsed.

/** A text field for a value of the draft, with one or more lines. */
export function DraftText({
  path,
  label,
  hint,
  isOptional = false,
  lines,
  onText,
  ...rest
}: FieldProps & {
  lines?: number;
  /** Called instead of writing the text to `path`. */
  onText?: (text: string) => void;
  placeholder?: string;
  list?: string;
  autoComplete?: string;
  spellCheck?: boolean;
  maxLength?: number;
}) {
  const { set } = useDraft();
  const value = useDraftText(path);
  const changeText = onText ?? ((text: string) => set(path, text));
  return (
    <Field name={path} label={label} hint={hint} isOptional={isOptional}>
      {lines ? (
        <TextArea
          {...rest}
          rows={lines}
          required={false}
          value={value}
          onChange={(event) => changeText(event.target.value)}
        />
      ) : (
        <TextInput {...rest} required={false} value={value} onChange={(event) => changeText(event.target.value)} />
      )}
    </Field>
  );
}

/** A field for a whole number in the draft. Invalid input is kept as text, which the server then rejects. */
export function DraftNumber({
  path,
  label,
  hint,
  unit,
  isOptional = false,
  ...limits
}: FieldProps & { unit?: string; min: number; max: number }) {
  const { set } = useDraft();
  const value = useDraftText(path);
  return (
    <Field name={path} label={label} hint={hint} isOptional={isOptional}>
      <span className="flex items-center gap-2">
        <TextInput
          {...limits}
          type="number"
          inputMode="numeric"
          required={false}
          className="max-w-36 tabular-nums"
          value={value}
          onChange={({ target }) => set(path, isOptional && target.value === "" ? undefined : toNumber(target.value))}
        />
        {unit && <span className="text-ink-soft">{unit}</span>}
      </span>
    </Field>
  );
}

/** A selection of one of a few options. */
export function DraftSelect({
  path,
  label,
  hint,
  options,
  onChoose,
}: FieldProps & { options: readonly { value: string; label: string }[]; onChoose?: (value: string) => void }) {
  const { set } = useDraft();
  const value = useDraftText(path);
  return (
    <Field name={path} label={label} hint={hint}>
      <Select
        required={false}
        value={value}
        options={options}
        onChange={(event) => (onChoose ?? ((chosen: string) => set(path, chosen)))(event.target.value)}
      />
    </Field>
  );
}

/** Checkboxes for a list of selected options. */
export function DraftChecks({
  path,
  legend,
  hint,
  options,
  chosen,
  onChange,
}: {
  path: string;
  legend: ReactNode;
  hint?: ReactNode;
  options: readonly { value: string; label: ReactNode }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const id = useId();
  const refusal = useRefusal(path, true);
  const describedBy = [hint && `${id}-hint`, refusal && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset
      className="grid grid-cols-1 min-w-0 gap-1"
      aria-describedby={describedBy}
      aria-invalid={refusal ? true : undefined}
      tabIndex={refusal ? -1 : undefined}
    >
      <legend className="mb-1 font-medium leading-snug">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="max-w-measure text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? options
                      .map(({ value }) => value)
                      .filter((value) => value === option.value || chosen.includes(value))
                  : chosen.filter((value) => value !== option.value),
              )
            }
          />
        ))}
      </div>
      {refusal && <FieldError id={`${id}-error`}>{refusal}</FieldError>}
    </fieldset>
  );
}

/** A small field in a row below column headers. On narrow screens it shows its own label. */
export function RowText({
  path,
  label,
  onText,
  placeholder,
}: {
  path: string;
  label: string;
  onText?: (text: string) => void;
  placeholder?: string;
}) {
  const { set } = useDraft();
  const value = useDraftText(path);
  const refusal = useRefusal(path);
  const id = useId();
  return (
    <span className="grid grid-cols-1 min-w-0 gap-1">
      <label htmlFor={id} className="text-sm text-ink-soft sm:sr-only">
        {label}
      </label>
      <input
        id={id}
        type="text"
        value={value}
        placeholder={placeholder}
        className={controlStyle}
        aria-invalid={refusal ? true : undefined}
        aria-describedby={refusal ? `${id}-error` : undefined}
        onChange={(event) => (onText ?? ((text: string) => set(path, text)))(event.target.value)}
      />
      {refusal && <FieldError id={`${id}-error`}>{refusal}</FieldError>}
    </span>
  );
}

/** The server's message about a part of the draft without a field. */
export function DraftRefusal({
  path,
  within = false,
  className,
}: {
  path: string;
  within?: boolean;
  className?: string;
}) {
  const refusal = useRefusal(path, within);
  if (!refusal) return null;
  return (
    <div tabIndex={-1} aria-invalid="true" className={className}>
      <FieldError id={`refused-${path}`}>{refusal}</FieldError>
    </div>
  );
}

function toNumber(text: string): number | string {
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}
