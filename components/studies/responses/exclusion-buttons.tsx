"use client";

import { type ReactNode, useState } from "react";
import { ActionForm } from "@/components/ui/action-form.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { RadioGroup } from "@/components/ui/radio-group.tsx";
import { SubmitButton } from "@/components/ui/submit-button.tsx";
import { TextInput } from "@/components/ui/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { exclusionReasons } from "@/lib/domain/survey/studies/exclusion.ts";

/** Sets an answer aside, with a reason. */
export function ExcludeButton({ responseId, action }: { responseId: string; action: FormAction }) {
  return (
    <Asking name="Exclude" title="Exclude this answer?" confirm="Exclude" responseId={responseId} action={action}>
      <p>
        Results leave it out, and its place stays filled. The answer itself is kept, and you can take this back. Both
        are recorded with your name.
      </p>
      <RadioGroup
        name="reason"
        legend="Reason"
        options={exclusionReasons.map(({ value, label, hint }) => ({ value, label, hint }))}
      />
      <Field name="note" label="Note" isOptional>
        <TextInput maxLength={2_000} />
      </Field>
    </Asking>
  );
}

/** Takes an exclusion back. */
export function RestoreButton({ responseId, action }: { responseId: string; action: FormAction }) {
  return (
    <Asking name="Undo" title="Take the exclusion back?" confirm="Take it back" responseId={responseId} action={action}>
      <p>The answer counts in results again. That it was excluded, and why, stays on record.</p>
    </Asking>
  );
}

/** A button whose question is made only when it is asked: a page has fifty of them. */
function Asking(props: {
  name: string;
  title: string;
  confirm: string;
  responseId: string;
  action: FormAction;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const act: FormAction = async (previous, form) => {
    const state = await props.action(previous, form);
    if (state?.ok) setOpen(false);
    return state;
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {props.name}
      </Button>
      {isOpen && (
        <Dialog isOpen onClose={() => setOpen(false)} title={props.title}>
          <ActionForm action={act} hidden={{ response: props.responseId }} label={props.title}>
            {props.children}
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <SubmitButton>{props.confirm}</SubmitButton>
            </div>
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
