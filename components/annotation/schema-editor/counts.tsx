import { withProperty } from "@/lib/domain/tasks/editor/with-property.ts";
import type { AnswerField, FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import { NumberInput } from "./number-input.tsx";

/** The minimum and maximum number of chosen options or marks. */
export function Counts({
  label,
  field,
  onChange,
}: {
  label: string;
  field: FieldOfType<"several" | "spans">;
  onChange: (field: AnswerField) => void;
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <NumberInput
        name={`${field.name}-minimum`}
        label={`Minimum number of ${label}`}
        value={field.minimum}
        onChange={(minimum) => onChange(withProperty(field, "minimum", minimum))}
      />
      <NumberInput
        name={`${field.name}-maximum`}
        label={`Maximum number of ${label}`}
        value={field.maximum}
        onChange={(maximum) => onChange(withProperty(field, "maximum", maximum))}
      />
    </div>
  );
}
