import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { type Recruitment, recruiterFields, recruiterText } from "@/lib/domain/survey/recruiters/recruiter-text.ts";

/** The text for the recruiter's form, field by field, with a form that edits the text. */
export function RecruiterFormText({
  studyId,
  recruitment,
  contact,
  measured,
  save,
}: {
  studyId: string;
  recruitment: Recruitment;
  contact: string;
  /** A sentence with the measured or estimated duration of a session. */
  measured: string;
  save: FormAction;
}) {
  return (
    <Section
      id="text"
      title="Text for the recruiter’s form"
      lead="Contains only the text of this study. Duration and pay are added here and should also be on the consent page."
    >
      <dl className="divide-y divide-rule border-y border-rule">
        {recruiterFields(recruitment, contact).map(({ name, text }) => (
          <div
            key={name}
            className="grid grid-cols-1 gap-2 py-4 md:grid-cols-[9rem_minmax(0,1fr)_auto] md:items-start md:gap-6"
          >
            <dt className="font-semibold">{name}</dt>
            <dd className="max-w-measure min-w-0 break-words whitespace-pre-line">
              {text ?? <span className="text-ink-soft">Not set yet</span>}
            </dd>
            {text !== null && (
              <dd>
                <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <CopyButton text={recruiterText(recruitment, contact)} label="Copy all of it" />
      </div>
      <details className="mt-6 rounded-md border border-rule">
        <summary className="px-4 py-3 font-medium">Change this text</summary>
        <div className="px-4 pt-1 pb-5">
          <ActionForm
            action={save}
            hidden={{ study: studyId }}
            label="Text for the recruiter’s form"
            className="grid max-w-measure gap-5"
          >
            <Field name="title" label="Title">
              <TextInput maxLength={200} defaultValue={recruitment.title} />
            </Field>
            <Field name="description" label="Description" isOptional>
              <TextArea maxLength={5_000} rows={6} defaultValue={recruitment.description} />
            </Field>
            <Field name="minutes" label="Duration in minutes" hint={measured} isOptional>
              <TextInput inputMode="numeric" maxLength={3} defaultValue={recruitment.minutes ?? ""} />
            </Field>
            <Field name="pay" label="Payment" hint="With the currency, such as £1.50." isOptional>
              <TextInput maxLength={100} defaultValue={recruitment.pay} />
            </Field>
            <div>
              <SubmitButton>Save the text</SubmitButton>
            </div>
          </ActionForm>
        </div>
      </details>
    </Section>
  );
}
