"use client";

import { type ReactNode, useState } from "react";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { Dialog } from "../dialog.tsx";
import { ActionForm } from "./action-form.tsx";
import { Button, type ButtonProps } from "./button.tsx";
import { SubmitButton } from "./submit-button.tsx";

/** A button that opens a dialog, which describes the effect and asks for confirmation. */
export function ConfirmButton<Value>({
  action,
  hidden,
  title,
  consequence,
  confirm,
  children,
  fields,
  isDangerous = true,
  ...button
}: Omit<ButtonProps, "onClick" | "type" | "title" | "hidden"> & {
  action: FormAction<Value>;
  /** Values of hidden fields. */
  hidden?: Record<string, string>;
  title: string;
  /** A text that describes the effect and says whether it can be undone. */
  consequence: ReactNode;
  /** The label of the button that confirms, for example "End sessions". */
  confirm: string;
  /** Additional inputs, e.g. a reason. */
  fields?: ReactNode;
  isDangerous?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  // The form's key. It changes with each opening, so that the form does not show earlier errors.
  const [round, setRound] = useState(0);
  const submitAction: FormAction<Value> = async (previous, form) => {
    const state = await action(previous, form);
    if (state?.ok) setOpen(false);
    return state;
  };
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          setRound(round + 1);
          setOpen(true);
        }}
      >
        {children}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title}>
        <ActionForm key={round} action={submitAction} {...(hidden ? { hidden } : {})} label={title}>
          <div>{consequence}</div>
          {fields}
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <SubmitButton look={isDangerous ? "danger" : "primary"}>{confirm}</SubmitButton>
          </div>
        </ActionForm>
      </Dialog>
    </>
  );
}
