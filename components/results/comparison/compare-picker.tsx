import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ResultCondition, Unmatched } from "@/lib/domain/results/model/study-results.ts";
import { AmendmentReason } from "../amendment-reason.tsx";

/**
 * The form that maps an unmatched condition of models to a condition of the study. Only existing conditions are
 * offered.
 */
export function ComparePicker({
  studyId,
  conditions,
  unmatched,
  action,
}: {
  studyId: string;
  conditions: readonly ResultCondition[];
  unmatched: Unmatched["conditions"];
  action: FormAction<null>;
}) {
  const counts = new Map<string, number>();
  for (const { condition, count } of unmatched) counts.set(condition, (counts.get(condition) ?? 0) + count);
  return (
    <ActionForm
      action={action}
      hidden={{ studyId }}
      label="Compare anyway"
      className="grid max-w-[52rem] items-end gap-4 sm:grid-cols-2"
    >
      <Field name="models" label="Condition of models">
        <Select>
          {[...counts].map(([condition, count]) => (
            <option key={condition} value={condition}>
              {condition.replaceAll(";", ", ") || "no condition"} ({formatNumberOf(count, "answer")})
            </option>
          ))}
        </Select>
      </Field>
      <Field name="people" label="compared with people under">
        <Select>
          {conditions.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <AmendmentReason />
      <Button type="submit" className="justify-self-start">
        Compare anyway
      </Button>
    </ActionForm>
  );
}
