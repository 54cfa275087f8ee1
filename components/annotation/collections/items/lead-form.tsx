"use client";

import { type ReactNode, useState } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

interface LeadFormAction {
  value: string;
  label: string;
  /** The additional fields of the action. */
  asks: string | null;
  /** Whether the action does not apply to items of a task schema. */
  isForStories?: boolean;
}

const actions: readonly LeadFormAction[] = [
  { value: "requeue", label: "Reopen", asks: "reason" },
  { value: "assign", label: "Assign to", asks: "person" },
  { value: "release", label: "Remove the assignment", asks: null },
  { value: "first", label: "Move to the beginning of the queue", asks: null },
  { value: "last", label: "Move to the end of the queue", asks: null },
  { value: "pull-back", label: "Pull back from the annotator", asks: "reason" },
  { value: "reassign", label: "Pull back and assign to", asks: "person and reason" },
  { value: "retire", label: "Retire", asks: "reason" },
  {
    value: "accept-together",
    label: "Accept the selected items without review",
    asks: "reason",
    isForStories: true,
  },
  { value: "accept-all", label: "Accept all items that have no verdict", asks: "reason", isForStories: true },
  { value: "replace", label: "Replace unusable items from the same source", asks: null, isForStories: true },
  { value: "practice", label: "Copy to practice items", asks: "note" },
  { value: "gold", label: "Make hidden gold items", asks: "gold" },
];

const knownVerdicts = [
  { value: "sound", label: "sound as it is" },
  { value: "refined", label: "needs a repair" },
  { value: "irreparable", label: "unusable" },
];
const knownAnswers = [{ value: "accepted", label: "the accepted answers" }];
const notGoldOption = { value: "", label: "an ordinary item again" };

/** The form for bulk actions of a lead. `children` is the table in which the lead selects items. */
export function LeadForm({
  action,
  collectionId,
  people,
  hasTask,
  children,
}: {
  action: FormAction;
  collectionId: string;
  people: readonly { userId: string; name: string }[];
  /** Whether the items have a task schema. */
  hasTask: boolean;
  children: ReactNode;
}) {
  const [act, setAct] = useState<string>("requeue");
  const asks = actions.find(({ value }) => value === act)?.asks ?? null;
  return (
    <ActionForm action={action} hidden={{ collection: collectionId }} label="Actions for the selected items">
      {children}
      <fieldset className="grid items-end gap-4 sm:grid-cols-[minmax(0,18rem)_minmax(0,22rem)_auto] sm:justify-start">
        <legend className="mb-2 font-medium">With the selected items</legend>
        <Field name="act" label="Action">
          <Select
            value={act}
            onChange={({ target }) => setAct(target.value)}
            options={actions
              .filter((one) => !(hasTask && one.isForStories))
              .map(({ value, label }) => ({ value, label }))}
          />
        </Field>
        {(asks === "person" || asks === "person and reason") && (
          <Field name="personId" label="Annotator">
            <Select options={people.map(({ userId, name }) => ({ value: userId, label: name }))} />
          </Field>
        )}
        {(asks === "reason" || asks === "person and reason") && (
          <Field name="reason" label="Reason" hint="Visible to other people.">
            <TextInput maxLength={2_000} autoComplete="off" />
          </Field>
        )}
        {asks === "note" && (
          <Field
            name="reason"
            label="Expert verdicts"
            hint="Shown after the annotator’s own verdict; accepted or gold items only."
          >
            <TextInput maxLength={2_000} autoComplete="off" />
          </Field>
        )}
        {asks === "gold" && (
          <Field name="gold" label={hasTask ? "Expected answers" : "Gold verdict"} hint="Annotators are not notified.">
            <Select options={[...(hasTask ? knownAnswers : knownVerdicts), notGoldOption]} />
          </Field>
        )}
        <SubmitButton look="secondary">Apply</SubmitButton>
      </fieldset>
    </ActionForm>
  );
}
