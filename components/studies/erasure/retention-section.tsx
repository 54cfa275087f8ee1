import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { Retention } from "@/lib/domain/survey/erasure/retention.ts";
import { LocalTime } from "../local-time.tsx";

/** The retention date of a study, and the certificates of its purges. */
export function RetentionSection(props: { study: string; retention: Retention; save: FormAction }) {
  const { until, setBy, setAt, certificates } = props.retention;
  return (
    <Section
      id="retention"
      title={
        <>
          Retention <WhatIsThis term="Retention" document="operating#what-is-stored-about-people" />
        </>
      }
      lead="On the day after this date, all answers, IDs and notes of this study are deleted permanently. An open study is purged when it is paused or closed. Totals are kept."
    >
      <ActionForm
        action={props.save}
        hidden={{ study: props.study }}
        label="Retention"
        className="grid max-w-measure gap-4"
      >
        <Field
          name="until"
          label="Keep until"
          hint="At least 14 days from now. Leave it empty to keep the data without a limit."
          isOptional
        >
          <TextInput type="date" defaultValue={until ?? ""} />
        </Field>
        {setAt && (
          <p className="text-sm text-ink-soft">
            Set by {setBy ?? "a deleted account"}, <LocalTime at={setAt.toISOString()} withDate />
          </p>
        )}
        <div>
          <SubmitButton look="secondary">Save</SubmitButton>
        </div>
      </ActionForm>
      {certificates.length > 0 && (
        <ul className="mt-5 grid gap-2">
          {certificates.map(({ id, at, sha256 }) => (
            <li key={id}>
              <a className="underline" href={`/api/v1/studies/${props.study}/purge-certificates/${id}`} download>
                Purge certificate
              </a>
              , <LocalTime at={at.toISOString()} withDate />
              <code className="block text-xs break-all text-ink-soft">SHA-256 {sha256}</code>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
