import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** When data collection stops, and the declared interim analyses. */
export function PlanStoppingFields({ shown }: { shown: Readonly<Record<string, string>> }) {
  return (
    <>
      <Field name="stopping" label="Collection stops">
        <Select
          defaultValue={shown.stopping}
          options={[
            { value: "full", label: "when every slot is filled" },
            { value: "date", label: "at the end of a day" },
            { value: "look", label: "at one of the interim analyses below, or when it is full" },
          ]}
        />
      </Field>
      <Field name="date" label="End date" hint="Year-month-day, for the second rule only." isOptional>
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
      <Field name="stoppingText" label="Stopping rule in words" isOptional>
        <TextArea rows={2} defaultValue={shown.stoppingText} />
      </Field>
    </>
  );
}
