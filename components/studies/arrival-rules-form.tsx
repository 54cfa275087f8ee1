"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import {
  type ArrivalRules,
  type ArrivalSource,
  arrivalSources,
  maxIdPatternLength,
} from "@/lib/domain/survey/arrival-rules.ts";

export const arrivalSourceLabels: Record<ArrivalSource, string> = {
  prolific: "Prolific",
  mturk: "MTurk",
  panel: "Panel of this study",
  pid: "links with a participant ID (pid)",
  anonymous: "links without an ID",
};

/** The form for the rules of arrivals: required IDs, accepted sources, and unanswered slots per network. */
export function ArrivalRulesForm({
  studyId,
  rules,
  action,
}: {
  studyId: string;
  rules: ArrivalRules;
  action: FormAction;
}) {
  return (
    <ActionForm
      action={action}
      hidden={{ study: studyId }}
      label="Rules for arrivals"
      className="grid max-w-measure gap-5"
    >
      <Field name="identity" label="Participant ID required">
        <Select
          defaultValue={rules.identity}
          options={[
            { value: "none", label: "no" },
            { value: "id", label: "needed" },
            { value: "signed", label: "yes, and signed by Prolific or with the study’s secret" },
          ]}
        />
      </Field>
      <fieldset>
        <legend className="font-medium">Accepted links</legend>
        <p className="text-sm text-ink-soft">
          If none is selected, links from all sources are accepted. If an ID is required, only recruiter links and
          signed links are accepted.
        </p>
        {arrivalSources.map((source) => (
          <Checkbox
            key={source}
            name="sources"
            value={source}
            label={arrivalSourceLabels[source]}
            defaultChecked={rules.sources.includes(source)}
          />
        ))}
      </fieldset>
      <Field
        name="idPattern"
        label="Pattern of participant IDs"
        hint="A regular expression (RE2) that the whole ID must match, for links of your own list or panel. Prolific and MTurk have fixed formats. Invisible characters are always rejected."
      >
        <TextInput
          defaultValue={rules.idPattern}
          maxLength={maxIdPatternLength}
          spellCheck={false}
          autoComplete="off"
        />
      </Field>
      <Field
        name="networkCap"
        label="Unanswered slots per network"
        hint="Maximum number of claimed slots without an answer per network (/24 or /48). Above this limit, people wait and see the reason; people who have answered do not count. Leave empty for no limit. Requires a configured proxy. Only a hash is stored, and its key is deleted every day."
        isOptional
      >
        <TextInput type="number" min={1} max={100_000} inputMode="numeric" defaultValue={rules.networkCap ?? ""} />
      </Field>
      <SubmitButton>Save</SubmitButton>
    </ActionForm>
  );
}
