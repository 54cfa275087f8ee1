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
 * Excludes an answer with a reason, or revokes the exclusion: one button, so that the focus stays on it. Its dialog is
 * rendered on demand, because a page has many of them.
 */
export function ExclusionButton({
  responseId,
  isExcluded,
  isPlanned,
  exclude,
  restore,
}: {
  responseId: string;
  isExcluded: boolean;
  /** Whether a rule of the analysis plan excludes it: revoking that needs a reason. */
  isPlanned: boolean;
  exclude: FormAction;
  restore: FormAction;
}) {
  const [isOpen, setOpen] = useState(false);
  // A new form each time, so that an earlier refusal is not shown again; none before the first.
  const [round, setRound] = useState(0);
  const act: FormAction = async (previous, form) => {
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
        {isExcluded ? "Undo" : "Exclude"}
      </Button>
      {round > 0 && (
        <Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title={isExcluded ? "Revoke the exclusion?" : "Exclude this answer?"}
        >
          <ActionForm key={round} action={act} hidden={{ response: responseId }} label="Exclusion">
            {isExcluded && isPlanned && (
              <>
                <p>
                  A rule of the analysis plan excludes this answer. If you revoke that, the results of the plan are
                  marked “planned, amended after data”. The exclusion stays on record.
                </p>
                <Field name="reason" label="Reason">
                  <TextInput maxLength={2_000} />
                </Field>
              </>
            )}
            {isExcluded && !isPlanned && (
              <p>The answer counts in results again. The exclusion and its reason stay on record.</p>
            )}
            {!isExcluded && <Reason />}
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

function Reason() {
  return (
    <>
      <p>
        Results omit it, and its slot stays filled. The answer itself is kept, and you can revoke this. Both are
        recorded with your name.
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
