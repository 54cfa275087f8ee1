"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { exclusionReasons } from "@/lib/domain/survey/studies/exclusion.ts";

/**
 * Excludes an answer with a reason, or revokes the exclusion. One button does both, so that it keeps the focus. The
 * dialog is rendered when it is opened, because a page has many of these buttons.
 */
export function ExclusionButton({
  target,
  isPerson = false,
  isExcluded,
  isPlanned,
  exclude,
  restore,
}: {
  /** The hidden field of the form, with the ID of the answer, or of the session whose answers are excluded. */
  target: { response: string } | { session: string };
  /** Whether the button concerns all answers of a person. */
  isPerson?: boolean;
  isExcluded: boolean;
  /** Whether a rule of the analysis plan excludes the answer. Revoking this exclusion requires a reason. */
  isPlanned: boolean;
  exclude: FormAction;
  restore: FormAction;
}) {
  const [isOpen, setOpen] = useState(false);
  // The React key of the form. It increases with each opening, so that the form has no earlier errors; 0 before the
  // first opening.
  const [round, setRound] = useState(0);
  const submit: FormAction = async (previous, form) => {
    const state = await (isExcluded ? restore : exclude)(previous, form);
    if (state?.ok) setOpen(false);
    return state;
  };
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          setRound(round + 1);
          setOpen(true);
        }}
      >
        {isPerson ? (isExcluded ? "Undo the exclusions" : "Exclude this person") : isExcluded ? "Undo" : "Exclude"}
      </Button>
      {round > 0 && (
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={dialogTitle(isPerson, isExcluded)}>
          <ActionForm key={round} action={submit} hidden={target} label="Exclusion">
            {isExcluded && isPlanned && (
              <>
                <p>
                  A rule of the analysis plan excludes {isPerson ? "an answer of this person" : "this answer"}. If you
                  revoke that, the results of the plan are marked “planned, amended after data”. The exclusion stays on
                  record.
                </p>
                <Field name="reason" label="Reason">
                  <TextInput maxLength={2_000} />
                </Field>
              </>
            )}
            {isExcluded && !isPlanned && (
              <p>
                {isPerson ? "All answers of this person will count" : "The answer will count"} in results again. The
                exclusion and its reason stay on record.
              </p>
            )}
            {!isExcluded && <ExclusionNote isPerson={isPerson} />}
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <SubmitButton>{isExcluded ? "Revoke" : "Exclude"}</SubmitButton>
            </div>
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}

function dialogTitle(isPerson: boolean, isExcluded: boolean): string {
  if (isPerson) return isExcluded ? "Revoke the exclusions of this person?" : "Exclude all answers of this person?";
  return isExcluded ? "Revoke the exclusion?" : "Exclude this answer?";
}

function ExclusionNote({ isPerson }: { isPerson: boolean }) {
  return (
    <>
      <p>
        {isPerson ? "Results omit all answers of this person" : "Results omit this answer"}, and the slot stays filled.
        Nothing is deleted, payment does not change, and you can revoke the exclusion. Both are recorded with your name.
      </p>
      <RadioGroup
        name="reason"
        legend="Reason"
        options={exclusionReasons.map(({ value, label, hint }) => ({ value, label, hint }))}
      />
      <Field name="note" label="Note" isOptional>
        <TextInput maxLength={2_000} />
      </Field>
    </>
  );
}
