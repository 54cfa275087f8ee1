import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import type { FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import { storedValues } from "@/lib/domain/tasks/schema/new-field.ts";
import { markable } from "@/lib/domain/tasks/schema/reference-problems.ts";
import { Counts } from "./counts.tsx";
import { FieldSelect } from "./field-select.tsx";
import { OptionList } from "./option-list.tsx";
import type { QuestionProps } from "./question-props.ts";

type Unit = FieldOfType<"spans">["unit"];
const unitLabels: Readonly<Record<Unit, string>> = {
  character: "characters",
  word: "whole words",
  sentence: "whole sentences",
};

/** Which text is marked, in which units and with which labels. */
export function MarkProperties({
  schema,
  stored,
  field,
  onChange,
}: Omit<QuestionProps, "sources"> & { field: FieldOfType<"spans"> }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <FieldSelect
          name={`${field.name}-in`}
          label="Marked text"
          value={field.in}
          fields={schema.stimulus.filter(({ type }) => markable.includes(type))}
          onChange={(name) => onChange({ ...field, in: name })}
        />
        <Field name={`${field.name}-unit`} label="Marks consist of">
          <Select
            value={field.unit}
            options={Object.entries(unitLabels).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => onChange({ ...field, unit: target.value as Unit })}
          />
        </Field>
      </div>
      <OptionList
        name={field.name}
        member="Label"
        options={field.labels}
        stored={storedValues(stored, field)}
        onChange={(labels) => onChange({ ...field, labels })}
      />
      <Checkbox
        label="Marks may overlap"
        checked={field.allowOverlap}
        onChange={({ target }) => onChange({ ...field, allowOverlap: target.checked })}
      />
      <Counts label="marks" {...{ field, onChange }} />
    </>
  );
}

/** Which marks are connected, and the labels of the connections. */
export function RelationProperties({
  schema,
  stored,
  field,
  onChange,
}: Omit<QuestionProps, "sources"> & { field: FieldOfType<"relations"> }) {
  const marks = schema.answer.filter(({ type }) => type === "spans");
  const unknown = field.between
    .filter((name) => !marks.some((mark) => mark.name === name))
    .map((name) => ({ name, label: `${name} (not marked words)` }));
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="font-medium">Connected marks</legend>
        {[...marks, ...unknown].map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label || name}
            checked={field.between.includes(name)}
            onChange={({ target }) =>
              onChange({
                ...field,
                between: target.checked ? [...field.between, name] : field.between.filter((one) => one !== name),
              })
            }
          />
        ))}
      </fieldset>
      <OptionList
        name={field.name}
        member="Label"
        options={field.labels}
        stored={storedValues(stored, field)}
        onChange={(labels) => onChange({ ...field, labels })}
      />
      <Checkbox
        label="From one mark to another (directed)"
        checked={field.isDirected}
        onChange={({ target }) => onChange({ ...field, isDirected: target.checked })}
      />
    </>
  );
}
