"use client";

import { CircleAlert } from "lucide-react";
import { type ReactNode, useContext, useId } from "react";
import { FieldContext, FormStateContext } from "./field-context.ts";

/**
 * A label, a hint and an error for one control. The control (TextInput, TextArea or Select) gets its name, ID and
 * description from this component. In an ActionForm, the field shows the errors with its name.
 */
export function Field({
  name,
  label,
  hint,
  error,
  isOptional = false,
  children,
}: {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  isOptional?: boolean;
  children: ReactNode;
}) {
  const id = `${useId()}${name}`;
  const { state } = useContext(FormStateContext);
  const refusal = error ?? (state && !state.ok && state.field === name ? state.message : undefined);
  const describedBy = [hint && `${id}-hint`, refusal && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium leading-snug">
        {label}
        {isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="max-w-measure text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldContext.Provider
        value={{ id, name, describedBy, isInvalid: refusal !== undefined, isRequired: !isOptional }}
      >
        {children}
      </FieldContext.Provider>
      {refusal && <FieldError id={`${id}-error`}>{refusal}</FieldError>}
    </div>
  );
}

/** The error of a field, shown below the control. URLs of pages in the text become links. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  const parts = typeof children === "string" ? children.split(/(\/research\/[a-z/-]*[a-z])/) : null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="sr-only">Error: </span>
        {parts?.map((part, index) =>
          index % 2 === 1 ? (
            <a key={part} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        ) ?? children}
      </span>
    </p>
  );
}
