import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { cleaningRuleNames, cleaningRuleTexts } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";

/** The fields for a plan's cleaning rules: the limit of each rule, and the action for flagged answers. */
export function PlanCleaningFields({ shown }: { shown: Readonly<Record<string, string>> }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="font-medium">Cleaning rules</legend>
      <p className="text-sm text-ink-soft">
        Each rule flags answers by a fixed limit. Flagged answers are excluded at the data lock, or reviewed by two
        raters who see neither the given answer nor its condition.
      </p>
      {cleaningRuleNames.map((rule) => {
        const { label, condition, unit, initial, least, most, isWhole } = cleaningRuleTexts[rule];
        return (
          <div key={rule} className="grid gap-3 border-t border-rule pt-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <Field name={`cleaning-${rule}`} label={label} hint={condition} isOptional>
              <Select
                defaultValue={shown[`cleaning-${rule}`] ?? ""}
                options={[
                  { value: "", label: "Not used" },
                  { value: "review", label: "Review by two raters" },
                  { value: "exclude", label: "Exclude at the data lock" },
                ]}
              />
            </Field>
            <div className="self-end">
              <Field name={`limit-${rule}`} label={`Limit (${unit})`} isOptional>
                <TextInput
                  type="number"
                  inputMode="decimal"
                  min={least}
                  max={most}
                  step={isWhole ? 1 : "any"}
                  className="tabular-nums"
                  defaultValue={shown[`limit-${rule}`] ?? String(initial)}
                />
              </Field>
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
