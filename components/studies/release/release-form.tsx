"use client";

import type { ReactNode } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { releaseLicences } from "@/lib/domain/release/release-description.ts";
import { maxReleaseK, type ReleaseFields } from "@/lib/domain/release/release-request.ts";

const levels = [
  { value: "public", label: "Public: no free text, no times of day, random numbers for people" },
  { value: "coded", label: "Coded: free text and times, random codes for people" },
  { value: "identified", label: "Identified: with recruiters’ IDs; must not be published" },
] as const;

const licences = Object.entries(releaseLicences).map(([value, { name }]) => ({ value, label: name }));

const twoColumns = "grid grid-cols-1 items-start gap-5 sm:grid-cols-2";

/** The form for a release: the authors' description, and settings for the data about people. */
export function ReleaseForm({
  hidden,
  fields,
  canWrite,
  canIdentify,
  requiredK,
  isWorking,
  action,
}: {
  /** The fields that name the subject. */
  hidden: Record<string, string>;
  fields: Partial<ReleaseFields>;
  canWrite: boolean;
  canIdentify: boolean;
  /** The k of the project; null for a benchmark or a collection, which has no data of people to choose from. */
  requiredK: number | null;
  isWorking: boolean;
  action: FormAction<{ id: string }>;
}) {
  return (
    <ActionForm
      action={action}
      hidden={requiredK === null ? { ...hidden, level: "public" } : hidden}
      label="New version"
      className="grid max-w-3xl grid-cols-1 gap-5"
    >
      {requiredK !== null && (
        <Field name="level" label="Level">
          <Select
            defaultValue={fields.level}
            options={levels.filter(({ value }) => canIdentify || value !== "identified")}
          />
        </Field>
      )}
      <div className={twoColumns}>
        <Field
          name="version"
          label="Version"
          hint="Raise the first number if data changed, the second if data were added, the third if only the files changed."
        >
          <TextInput defaultValue={fields.version} spellCheck={false} />
        </Field>
        <Field name="licence" label="Licence">
          <Select defaultValue={fields.licence} options={licences} />
        </Field>
      </div>
      <Field name="title" label="Title">
        <TextInput defaultValue={fields.title} maxLength={300} />
      </Field>
      <Field name="summary" label="Summary">
        <TextArea defaultValue={fields.summary} maxLength={5_000} />
      </Field>
      <Field name="authors" label="Authors" hint="One per line: Family, Given; ORCID; affiliation">
        <TextArea defaultValue={fields.authors} />
      </Field>
      <Field name="changes" label="Changes since the previous version" isOptional>
        <TextArea defaultValue={fields.changes} maxLength={5_000} rows={2} />
      </Field>
      {requiredK === null ? (
        <Field name="language" label="Language of the texts" hint="A language tag such as en or pt-BR.">
          <TextInput defaultValue={fields.language} spellCheck={false} className="max-w-36" />
        </Field>
      ) : (
        <PeopleFields fields={fields} requiredK={requiredK} />
      )}
      <ReviewFields fields={fields} />
      <OptionalFields summary="Publication">
        <PublicationFields fields={fields} />
      </OptionalFields>
      <OptionalFields summary="Ethics approval">
        <EthicsFields fields={fields} isStudy={requiredK !== null} />
      </OptionalFields>
      <OptionalFields summary="Responsible AI (Croissant RAI, NeurIPS)">
        <ResponsibleFields fields={fields} />
      </OptionalFields>
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="check" look={canWrite ? "secondary" : "primary"} disabled={isWorking}>
          Run the checks
        </SubmitButton>
        {canWrite && (
          <SubmitButton name="intent" value="write" disabled={isWorking}>
            Write the version
          </SubmitButton>
        )}
      </div>
    </ActionForm>
  );
}

function OptionalFields({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="rounded-md border border-rule px-4 py-2">
      <summary className="py-1 font-medium">{summary}</summary>
      <div className="grid grid-cols-1 gap-5 py-3">{children}</div>
    </details>
  );
}

type Fields = { fields: Partial<ReleaseFields> };

function PeopleFields({ fields, requiredK }: Fields & { requiredK: number }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-5">
      <legend className="mb-3 font-medium">Privacy</legend>
      <div className={twoColumns}>
        <Field name="drop" label="Columns to omit" hint="Names, separated by commas." isOptional>
          <TextInput defaultValue={fields.drop} spellCheck={false} />
        </Field>
        <Field
          name="merge"
          label="Columns with rare levels to merge as “other”"
          hint="Names, separated by commas."
          isOptional
        >
          <TextInput defaultValue={fields.merge} spellCheck={false} />
        </Field>
      </div>
      <Field
        name="k"
        label="Min. people with the same attribute values (k-anonymity)"
        hint={`This project requires at least ${requiredK}.`}
      >
        <TextInput
          type="number"
          min={requiredK}
          max={maxReleaseK}
          defaultValue={fields.k || requiredK}
          className="max-w-24"
        />
      </Field>
    </fieldset>
  );
}

function ReviewFields({ fields }: Fields) {
  return (
    <>
      <Field name="reason" label="Reason to release it with errors" isOptional>
        <TextArea defaultValue={fields.reason} maxLength={2_000} rows={2} />
      </Field>
      <Checkbox
        name="anonymous"
        label="For blind review: omit authors, contact, funder, DOI and addresses from all metadata"
        defaultChecked={fields.anonymous === "on"}
      />
    </>
  );
}

function PublicationFields({ fields }: Fields) {
  return (
    <>
      <div className={twoColumns}>
        <LineField name="doi" label="Reserved DOI" fields={fields} />
        <LineField name="url" label="Address of the dataset" fields={fields} />
        <LineField name="publisher" label="Publisher (archive)" fields={fields} />
        <LineField name="funder" label="Funder" fields={fields} />
        <LineField name="contact" label="Contact" fields={fields} />
        <LineField name="keywords" label="Keywords, separated by commas" fields={fields} />
      </div>
      <LinesField name="maintenance" label="Maintenance: versions, contact, erasure" fields={fields} />
    </>
  );
}

function EthicsFields({ fields, isStudy }: Fields & { isStudy: boolean }) {
  return (
    <>
      {isStudy && <p>If all fields are empty, the release uses the ethics approval of the study’s protocol.</p>}
      <div className={twoColumns}>
        <LineField name="ethicsInstitution" label="Institution" fields={fields} />
        <LineField name="ethicsNumber" label="Number" fields={fields} />
        <Field name="ethicsDate" label="Date" isOptional>
          <TextInput type="date" defaultValue={fields.ethicsDate} />
        </Field>
      </div>
    </>
  );
}

function ResponsibleFields({ fields }: Fields) {
  return (
    <>
      <LinesField name="limitations" label="Limitations, one per line" fields={fields} />
      <LinesField name="biases" label="Biases, one per line" fields={fields} />
      <LinesField name="uses" label="Intended uses, one per line" fields={fields} />
      <LinesField name="socialImpact" label="Social impact" fields={fields} />
    </>
  );
}

function LineField({ name, label, fields }: Fields & { name: keyof ReleaseFields; label: string }) {
  return (
    <Field name={name} label={label} isOptional>
      <TextInput defaultValue={fields[name]} />
    </Field>
  );
}

function LinesField({ name, label, fields }: Fields & { name: keyof ReleaseFields; label: string }) {
  return (
    <Field name={name} label={label} isOptional>
      <TextArea defaultValue={fields[name]} rows={2} />
    </Field>
  );
}
