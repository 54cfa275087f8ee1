import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { AnswerField } from "@/lib/domain/tasks/schema/answer-field.ts";
import { scoringsOf, withScoring } from "@/lib/domain/tasks/schema/new-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { NumberInput } from "./number-input.tsx";
import { OptionList } from "./option-list.tsx";

interface QuestionProps {
  schema: TaskSchema;
  /** The newest stored version, whose values answers may have. */
  stored: TaskSchema;
  field: AnswerField;
  onChange: (field: AnswerField) => void;
}

const scoringLabels: Readonly<Record<string, string>> = {
  none: "not scored",
  key: "equal to the key",
  range: "within a range",
  tolerance: "near the key",
  overlap: "overlap with the key",
  distribution: "share of people with the same answer",
};

/** One question: its words, when it is asked, what can be answered, and how answers are scored. */
export function TaskQuestionEditor(props: QuestionProps) {
  const { field, onChange } = props;
  return (
    <>
      <Field name={`${field.name}-label`} label="Question" hint={`In files: ${field.name}`}>
        <TextInput value={field.label} onChange={({ target }) => onChange({ ...field, label: target.value })} />
      </Field>
      <Field name={`${field.name}-help`} label="Help" isOptional>
        <TextInput value={field.help} onChange={({ target }) => onChange({ ...field, help: target.value })} />
      </Field>
      <OwnProperties {...props} />
      <ShownIf {...props} />
      {field.type !== "group" && (
        <Field name={`${field.name}-scoring`} label="Scoring">
          <Select
            value={field.scoring.by}
            options={scoringsOf(field.type).map((by) => ({ value: by, label: scoringLabels[by] ?? by }))}
            onChange={({ target }) => onChange(withScoring(field, target.value))}
          />
        </Field>
      )}
      <Checkbox
        label="Must be answered"
        checked={field.required}
        onChange={({ target }) => onChange({ ...field, required: target.checked })}
      />
    </>
  );
}

/** The properties that only fields of its type have. */
function OwnProperties({ schema, stored, field, onChange }: QuestionProps) {
  const before = stored.answer.find(({ name }) => name === field.name);
  switch (field.type) {
    case "choice":
    case "several":
    case "ranking": {
      if (!Array.isArray(field.options)) return <p>The options are the texts of “{field.options.from}”.</p>;
      const known = before && "options" in before && Array.isArray(before.options) ? before.options : [];
      return (
        <OptionList
          name={field.name}
          options={field.options}
          stored={new Set(known.map(({ value }) => value))}
          onChange={(options) => onChange({ ...field, options })}
        />
      );
    }
    case "spans":
    case "relations": {
      const known = before && "labels" in before && before.type === field.type ? before.labels : [];
      return (
        <OptionList
          name={field.name}
          options={field.labels}
          stored={new Set(known.map(({ value }) => value))}
          onChange={(labels) => onChange({ ...field, labels } as AnswerField)}
        />
      );
    }
    case "rating":
    case "number":
    case "text":
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberInput
            name={`${field.name}-minimum`}
            label={field.type === "text" ? "Shortest, in characters" : "Lowest"}
            value={field.minimum}
            onChange={(minimum) => onChange({ ...field, minimum: minimum ?? defaultOf(field).minimum } as AnswerField)}
          />
          <NumberInput
            name={`${field.name}-maximum`}
            label={field.type === "text" ? "Longest, in characters" : "Highest"}
            value={field.maximum}
            onChange={(maximum) => onChange({ ...field, maximum: maximum ?? defaultOf(field).maximum } as AnswerField)}
          />
        </div>
      );
    case "group":
      return (
        <p>
          Asked for each mark of “{schema.answer.find(({ name }) => name === field.per)?.label ?? field.per}”; its
          questions are in the JSON.
        </p>
      );
    default:
      return null;
  }
}

/** The limits of an empty field. */
function defaultOf({ type }: AnswerField): { minimum: number | undefined; maximum: number | undefined } {
  if (type === "number") return { minimum: undefined, maximum: undefined };
  return type === "rating" ? { minimum: 1, maximum: 5 } : { minimum: 0, maximum: 2_000 };
}

/** Asks a question always, or only after one answer to an earlier choice. Any other condition is kept. */
function ShownIf({ schema, field, onChange }: QuestionProps) {
  const earlier = schema.answer.slice(
    0,
    schema.answer.findIndex(({ name }) => name === field.name),
  );
  const conditions = earlier.flatMap((other) =>
    other.type === "choice" && Array.isArray(other.options)
      ? other.options.map(({ value, label }) => ({
          value: JSON.stringify({ field: other.name, equals: value }),
          label: `if “${other.label}” is “${label}”`,
        }))
      : [],
  );
  const current = field.showIf ? JSON.stringify(field.showIf) : "";
  const own = current !== "" && !conditions.some(({ value }) => value === current);
  if (conditions.length === 0 && !own) return null;
  return (
    <Field name={`${field.name}-shown`} label="Asked">
      <Select
        value={current}
        options={[
          { value: "", label: "always" },
          ...conditions,
          ...(own ? [{ value: current, label: "by the condition in the JSON" }] : []),
        ]}
        onChange={({ target }) => {
          const { showIf: _, ...always } = field;
          onChange((target.value === "" ? always : { ...always, showIf: JSON.parse(target.value) }) as AnswerField);
        }}
      />
    </Field>
  );
}
