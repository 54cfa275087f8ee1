import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { withProperty } from "@/lib/domain/tasks/editor/with-property.ts";
import type { AnswerField, FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import { optionsFrom, storedValues } from "@/lib/domain/tasks/schema/new-field.ts";
import { Counts } from "./counts.tsx";
import { FieldSelect } from "./field-select.tsx";
import { MarkProperties, RelationProperties } from "./mark-properties.tsx";
import { NumberInput } from "./number-input.tsx";
import { NumberProperties, RatingProperties } from "./number-properties.tsx";
import { OptionList } from "./option-list.tsx";
import { PairwiseProperties } from "./pairwise-properties.tsx";
import type { QuestionProps } from "./question-props.ts";

/** The properties that only questions of its type have. */
export function TypeProperties(props: QuestionProps) {
  const { schema, stored, field, onChange } = props;
  switch (field.type) {
    case "choice":
    case "several":
    case "ranking":
      return <OptionProperties {...{ schema, stored, field, onChange }} />;
    case "rating":
      return <RatingProperties {...{ field, onChange }} />;
    case "number":
      return <NumberProperties {...{ field, onChange }} />;
    case "text":
      return <TextProperties {...{ field, onChange }} />;
    case "pairwise":
      return <PairwiseProperties {...{ schema, field, onChange }} />;
    case "spans":
      return <MarkProperties {...{ schema, stored, field, onChange }} />;
    case "relations":
      return <RelationProperties {...{ schema, stored, field, onChange }} />;
    case "edit":
      return (
        <FieldSelect
          name={`${field.name}-of`}
          label="Edited text"
          value={field.of}
          fields={schema.stimulus.filter(({ type }) => type === "text")}
          onChange={(of) => onChange({ ...field, of })}
        />
      );
    case "group":
      return null;
  }
}

/** Fixed options, or the texts of an item; and how many may be chosen or are ranked. */
function OptionProperties({
  schema,
  stored,
  field,
  onChange,
}: Pick<QuestionProps, "schema" | "stored" | "onChange"> & { field: FieldOfType<"choice" | "several" | "ranking"> }) {
  const lists = schema.stimulus.filter(({ type }) => type === "texts");
  const from = Array.isArray(field.options) ? "" : field.options.from;
  return (
    <>
      {(lists.length > 0 || from !== "") && (
        <Field name={`${field.name}-from`} label="Options">
          <Select
            value={from}
            options={[
              { value: "", label: "the same for every item" },
              ...lists.map(({ name, label }) => ({ value: name, label: `the texts of “${label || name}”` })),
              ...(from === "" || lists.some(({ name }) => name === from)
                ? []
                : [{ value: from, label: `the texts of ${from} (does not fit)` }]),
            ]}
            onChange={({ target }) => onChange({ ...field, options: optionsFrom(target.value) })}
          />
        </Field>
      )}
      {Array.isArray(field.options) && (
        <OptionList
          name={field.name}
          options={field.options}
          stored={storedValues(stored, field)}
          onChange={(options) => onChange({ ...field, options })}
        />
      )}
      {field.type === "several" && <Counts label="options" {...{ field, onChange }} />}
      {field.type === "ranking" && (
        <NumberInput
          name={`${field.name}-top`}
          label="Ranked options"
          hint="How many of the best are ranked; all if empty."
          value={field.top}
          onChange={(top) => onChange(withProperty(field, "top", top))}
        />
      )}
    </>
  );
}

/** The length of a text, and the pattern that it must match. */
function TextProperties({ field, onChange }: { field: FieldOfType<"text">; onChange: (field: AnswerField) => void }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberInput
          name={`${field.name}-minimum`}
          label="Minimum (characters)"
          value={field.minimum}
          onChange={(minimum = 0) => onChange({ ...field, minimum })}
        />
        <NumberInput
          name={`${field.name}-maximum`}
          label="Maximum (characters)"
          value={field.maximum}
          onChange={(maximum = 2_000) => onChange({ ...field, maximum })}
        />
      </div>
      <Field
        name={`${field.name}-pattern`}
        label="Pattern"
        hint="A regular expression (RE2) that the whole text must match, such as [A-Z]{2}[0-9]+"
        isOptional
      >
        <TextInput
          spellCheck={false}
          value={field.pattern ?? ""}
          onChange={({ target }) => onChange(withProperty(field, "pattern", target.value || undefined))}
        />
      </Field>
      <Checkbox
        label="Several lines"
        checked={field.isLong}
        onChange={({ target }) => onChange({ ...field, isLong: target.checked })}
      />
    </>
  );
}
