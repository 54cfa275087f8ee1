import { ImportForm } from "@/components/imports/import-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { RecruiterKind } from "@/lib/domain/survey/recruiters/recruiter.ts";

const fileInstructions: Record<RecruiterKind, string> = {
  prolific:
    "On the study’s page at Prolific, choose Actions and Download demographic data. The file is used unchanged; only its columns for submission, participant, status, times and code are read.",
  mturk:
    "Download the batch results as CSV. Only the columns for assignment, worker, status, times and completion code are read.",
  panel: "A CSV file of the panel with one line per person and a header. Select its columns below.",
  none: "A CSV file of your own list with one line per person and a header. Select its columns below.",
};

const columns = [
  { name: "person", label: "Participant ID column", hint: "The participant ID in the link." },
  { name: "submission", label: "Submission ID column", hint: "If the file has one in addition to the participant ID." },
  { name: "status", label: "Status column", hint: "The recruiter’s outcome for the person." },
  { name: "code", label: "Completion code column", hint: "Used to find codes that were not issued by this study." },
  { name: "time", label: "Status time column", hint: "Such as 2026-01-31T10:00:00Z." },
] as const;

const words = [
  {
    name: "paid",
    label: "Statuses that mean paid",
    hint: "Separated by commas. Recognised: paid, accepted, approved.",
  },
  {
    name: "waiting",
    label: "Statuses that mean waiting",
    hint: "Recognised: complete, completed, submitted, pending.",
  },
  { name: "returned", label: "Statuses that mean returned", hint: "Recognised: returned, abandoned, dropped out." },
  {
    name: "screenedOut",
    label: "Statuses that mean screened out",
    hint: "Recognised: screenout, terminated, quota full.",
  },
  { name: "rejected", label: "Statuses that mean rejected", hint: "Recognised: rejected, declined." },
] as const;

/** The form that imports a recruiter's export file. A column mapping is needed only if the columns are not known. */
export function LedgerImport({ address, recruiter }: { address: string; recruiter: RecruiterKind }) {
  const fields = [...columns, ...words].map(({ name }) => `${name}={${name}}`).join("&");
  const requiresMapping = recruiter === "panel" || recruiter === "none";
  return (
    <Section
      id="import"
      title="Import the recruiter’s file"
      lead="Importing the same file twice changes nothing, and files can be imported in any order. Invalid lines are listed; all other lines are imported."
    >
      <p className="mb-5 max-w-measure">{fileInstructions[recruiter]}</p>
      <ImportForm
        label="Import the recruiter’s file"
        addressOf={`${address}?${fields}`}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        fileLabel="File (CSV, at most 32 MB)"
      >
        <details open={requiresMapping} className="rounded-md border border-rule sm:col-span-2">
          <summary className="px-4 py-3 font-medium">
            {requiresMapping ? "Columns of the file" : "Column mapping of another file"}
          </summary>
          <div className="grid gap-4 px-4 pt-1 pb-5 sm:grid-cols-2">
            {[...columns, ...words].map(({ name, label, hint }) => (
              <Field key={name} name={name} label={label} hint={hint} isOptional>
                <TextInput maxLength={500} spellCheck={false} required={false} />
              </Field>
            ))}
          </div>
        </details>
      </ImportForm>
    </Section>
  );
}
