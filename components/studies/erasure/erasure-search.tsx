"use client";

import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction, FormState } from "@/lib/domain/form-state.ts";
import type { ErasableSession } from "@/lib/domain/survey/studies/erasable-session.ts";
import { ErasureForm, type ErasureResult } from "./erasure-form.tsx";

/**
 * Finds the sessions of a participant and erases the selected ones. The search is a POST request, so that the code or
 * link is in no URL: either of them gives access to a person's answers.
 */
export function ErasureSearch({
  find,
  erase,
}: {
  find: FormAction<ErasableSession[]>;
  erase: FormAction<ErasureResult>;
}) {
  const [found, setFound] = useState<ErasableSession[] | null>(null);
  const search: FormAction<ErasableSession[]> = async (previous, form) => {
    const state: FormState<ErasableSession[]> = await find(previous, form);
    setFound(state?.ok ? state.value : null);
    return state;
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <ActionForm action={search} label="Find a participant" className="grid max-w-measure gap-4">
        <Field
          name="person"
          label="Code, link or ID"
          hint="The completion code, the participant’s private link, the recruiter’s link, or the recruiter’s participant or submission ID."
        >
          <TextInput maxLength={2_000} autoComplete="off" spellCheck={false} />
        </Field>
        <div>
          <SubmitButton>Find</SubmitButton>
        </div>
      </ActionForm>
      {found?.length === 0 && (
        <EmptyState level={3} title="No session found">
          No session in your projects has this code, link or ID.
        </EmptyState>
      )}
      {found && found.length > 0 && (
        <ErasureForm key={found.map(({ id }) => id).join()} sessions={found} erase={erase} />
      )}
    </div>
  );
}
