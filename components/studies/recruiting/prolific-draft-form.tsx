import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { LocalTime } from "../local-time.tsx";

/** The form that creates the study as a draft on Prolific. Users without a token copy the texts and codes above. */
export function ProlificDraftForm({
  studyId,
  created,
  places,
  create,
}: {
  studyId: string;
  /** The draft that was created before. */
  created: { id: string; createdAt: Date } | null;
  /** The number of participants that the design requires. */
  places: number;
  create: FormAction<{ id: string }>;
}) {
  return (
    <Section
      id="prolific"
      title="Create the study on Prolific"
      lead="Sends the texts, the address and the codes of this page to Prolific’s API as a draft. On Prolific, you choose who may take part, check the cost and publish the study. Without a token, copy the texts by hand."
    >
      {created ? (
        <p>
          Created on <LocalTime at={created.createdAt.toISOString()} withDate />; its ID there is{" "}
          <code className="break-all">{created.id}</code>. Change and publish it on Prolific.
        </p>
      ) : (
        <ActionForm
          action={create}
          hidden={{ study: studyId }}
          label="Create the study on Prolific"
          className="grid max-w-3xl grid-cols-1 items-start gap-5 sm:grid-cols-2"
        >
          <Field name="places" label="Places" hint="On Prolific, the number can only be increased later.">
            <TextInput inputMode="numeric" maxLength={6} defaultValue={places} />
          </Field>
          <Field name="reward" label="Reward for each participant" hint="In your account’s currency, such as 1.50.">
            <TextInput inputMode="decimal" maxLength={8} />
          </Field>
          <TokenField />
          <div className="sm:col-span-2">
            <SubmitButton look="secondary">Create the draft</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Section>
  );
}

/**
 * The field for the API token. The token is never stored, because it does not expire and has all rights of its account.
 */
export function TokenField() {
  return (
    <Field name="token" label="API token of Prolific" hint="Used for this request only, and not stored.">
      <TextInput type="password" maxLength={500} autoComplete="off" />
    </Field>
  );
}
