"use client";

import { type ReactNode, startTransition, useActionState, useEffect, useRef, useState } from "react";
import type { FormAction, FormState } from "@/lib/domain/form-state.ts";
import { Callout } from "../callout.tsx";
import { FormStateContext } from "./field-context.ts";

/**
 * A form that calls a server action and shows the result. If the action rejects the input, the input is kept.
 * An error with a field name is shown at this field, which gets the focus. All other errors are shown above the form,
 * also if the form does not contain the field. The form works without JavaScript. To show a result, `children` can be a
 * function of the last state.
 */
export function ActionForm<Value>({
  action,
  children,
  className,
  id,
  label,
  resetsOnSuccess = false,
  hidden,
}: {
  action: FormAction<Value>;
  children: ReactNode | ((state: FormState<Value>) => ReactNode);
  className?: string;
  /** The ID with which controls elsewhere on the page refer to this form. */
  id?: string;
  /** The accessible name of the form. */
  label?: string;
  resetsOnSuccess?: boolean;
  /** Values of hidden fields. */
  hidden?: Record<string, string>;
}) {
  const [state, send, isSending] = useActionState<FormState<Value>, FormData>(action, null);
  const form = useRef<HTMLFormElement>(null);
  const [isAtField, setIsAtField] = useState(false);

  useEffect(() => {
    if (!state) return;
    if (state.ok) {
      if (resetsOnSuccess) form.current?.reset();
      return;
    }
    const invalidField = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    setIsAtField(invalidField != null);
    (invalidField ?? form.current?.querySelector<HTMLElement>("[data-form-problem]"))?.focus();
  }, [state, resetsOnSuccess]);

  return (
    <form
      ref={form}
      id={id}
      action={send}
      aria-label={label}
      className={className ?? "grid gap-5"}
      onSubmit={(event) => {
        // By default, React resets a form after its action, even if the action rejected the input.
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        const formData = new FormData(event.currentTarget, submitter);
        if (!isSending) startTransition(() => send(formData));
      }}
    >
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormStateContext.Provider value={{ state, isSending }}>
        <div role="status" className="contents">
          {state?.ok && state.message && <Callout tone="good">{state.message}</Callout>}
        </div>
        {state && !state.ok && (
          <div role="alert" data-form-problem tabIndex={-1} className={isAtField ? "sr-only" : undefined}>
            <Callout tone="bad">{state.message}</Callout>
          </div>
        )}
        {typeof children === "function" ? children(state) : children}
      </FormStateContext.Provider>
    </form>
  );
}
