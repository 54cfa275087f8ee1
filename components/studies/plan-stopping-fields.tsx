import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { planWords, wordsAsOptions } from "@/lib/domain/results/plan/plan-words.ts";

/** The fields for the stopping rule and the interim analyses. */
export function PlanStoppingFields({ shown }: { shown: Readonly<Record<string, string>> }) {
  return (
    <>
      <Field name="stopping" label="Stopping rule">
        <Select defaultValue={shown.stopping} options={wordsAsOptions(planWords.stopping)} />
      </Field>
      <Field name="date" label="End date" hint="YYYY-MM-DD, only for the second rule." isOptional>
        <TextInput defaultValue={shown.date} placeholder="2026-12-01" />
      </Field>
      <Field
        name="looks"
        label="Interim analyses"
        hint="One analysis per line, as a share of the planned answers, for example 0.5. The level is divided equally among the tests; the nominal level of each analysis follows from the O’Brien-Fleming spending function. To limit the level of one analysis, add it after a colon, for example “0.5: 0.01”."
        isOptional
      >
        <TextArea rows={2} defaultValue={shown.looks} />
      </Field>
      <Field name="stoppingText" label="Stopping rule (description)" isOptional>
        <TextArea rows={2} defaultValue={shown.stoppingText} />
      </Field>
    </>
  );
}
