import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { AnswerField, FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { FieldSelect } from "./field-select.tsx";
import { LinesInput } from "./lines-input.tsx";
import { NumberInput } from "./number-input.tsx";

/** What is compared, and how strongly one may be preferred. */
export function PairwiseProperties({
  schema,
  field,
  onChange,
}: {
  schema: TaskSchema;
  field: FieldOfType<"pairwise">;
  onChange: (field: AnswerField) => void;
}) {
  const [first = "", second] = [field.between].flat();
  const parts = schema.stimulus;
  const whole = parts.find((part) => part.name === first)?.type === "texts";
  return (
    <>
      <FieldSelect
        name={`${field.name}-between`}
        label="Compared"
        hint="A pair of texts, or the first of two parts"
        value={first}
        fields={parts}
        onChange={(name) => {
          const isPair = parts.find((part) => part.name === name)?.type === "texts";
          const other = second ?? parts.find((part) => part.name !== name && part.type !== "texts")?.name;
          onChange({ ...field, between: isPair || other === undefined ? name : [name, other] });
        }}
      />
      {(!whole || second !== undefined) && (
        <FieldSelect
          name={`${field.name}-with`}
          label="With"
          value={second ?? ""}
          fields={parts.filter((part) => part.name !== first)}
          onChange={(name) => onChange({ ...field, between: [first, name] })}
        />
      )}
      <NumberInput
        name={`${field.name}-strength`}
        label="Strengths of a preference"
        hint="1 to 5. With 1, people only choose a side."
        value={field.strength}
        onChange={(strength = 1) => onChange({ ...field, strength })}
      />
      <LinesInput
        name={`${field.name}-strengths`}
        label="Names of the strengths"
        hint="One per line, the weakest first"
        lines={field.strengthLabels}
        onChange={(strengthLabels) => onChange({ ...field, strengthLabels })}
      />
      <Checkbox
        label="Allow a tie"
        checked={field.allowTie}
        onChange={({ target }) => onChange({ ...field, allowTie: target.checked })}
      />
      {field.allowTie && (
        <Field name={`${field.name}-tie`} label="Name of a tie">
          <TextInput value={field.tieLabel} onChange={({ target }) => onChange({ ...field, tieLabel: target.value })} />
        </Field>
      )}
    </>
  );
}
