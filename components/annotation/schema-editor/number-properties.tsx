import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { withProperty } from "@/lib/domain/tasks/editor/with-property.ts";
import type { AnswerField, FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import { LinesInput } from "./lines-input.tsx";
import { NumberInput } from "./number-input.tsx";

/** The points of a scale and their names. */
export function RatingProperties({
  field,
  onChange,
}: {
  field: FieldOfType<"rating">;
  onChange: (field: AnswerField) => void;
}) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberInput
          name={`${field.name}-minimum`}
          label="Minimum"
          value={field.minimum}
          onChange={(minimum = 1) => onChange({ ...field, minimum })}
        />
        <NumberInput
          name={`${field.name}-maximum`}
          label="Maximum"
          value={field.maximum}
          onChange={(maximum = 5) => onChange({ ...field, maximum })}
        />
        <NumberInput
          name={`${field.name}-step`}
          label="Step"
          value={field.step}
          onChange={(step = 1) => onChange({ ...field, step })}
        />
        <Field name={`${field.name}-display`} label="Display">
          <Select
            value={field.display}
            options={[
              { value: "scale", label: "a button for each point" },
              { value: "slider", label: "a slider" },
            ]}
            onChange={({ target }) => onChange({ ...field, display: target.value === "slider" ? "slider" : "scale" })}
          />
        </Field>
      </div>
      <LinesInput
        name={`${field.name}-labels`}
        label="Names of the points"
        hint="One per line: of the two ends, or of every point from the minimum"
        lines={field.labels}
        onChange={(labels) => onChange({ ...field, labels })}
      />
    </>
  );
}

/** The limits of a number and its units. */
export function NumberProperties({
  field,
  onChange,
}: {
  field: FieldOfType<"number">;
  onChange: (field: AnswerField) => void;
}) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberInput
          name={`${field.name}-minimum`}
          label="Minimum"
          value={field.minimum}
          onChange={(minimum) => onChange(withProperty(field, "minimum", minimum))}
        />
        <NumberInput
          name={`${field.name}-maximum`}
          label="Maximum"
          value={field.maximum}
          onChange={(maximum) => onChange(withProperty(field, "maximum", maximum))}
        />
      </div>
      <Checkbox
        label="Whole numbers only"
        checked={field.isWhole}
        onChange={({ target }) => onChange({ ...field, isWhole: target.checked })}
      />
      <Units {...{ field, onChange }} />
    </>
  );
}

/** The units that may be chosen; the first is the unit of keys and results. */
function Units({ field, onChange }: { field: FieldOfType<"number">; onChange: (field: AnswerField) => void }) {
  const { units } = field;
  const set = (next: typeof units) => onChange({ ...field, units: next });
  return (
    <div className="grid gap-2">
      {units.map((unit, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: units are named here, and their inputs have no state of their own
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2"
        >
          <Field name={`${field.name}-unit-${index}`} label={`Unit ${index + 1}`}>
            <TextInput
              value={unit.name}
              onChange={({ target }) =>
                set(units.map((one, at) => (at === index ? { ...one, name: target.value } : one)))
              }
            />
          </Field>
          {index === 0 ? (
            <p className="pb-2 text-sm text-ink-soft">the unit of keys and results</p>
          ) : (
            <NumberInput
              name={`${field.name}-factor-${index}`}
              label={`In ${units[0]?.name ?? "unit 1"}`}
              value={unit.factor}
              onChange={(factor = 1) => set(units.map((one, at) => (at === index ? { ...one, factor } : one)))}
            />
          )}
          <Button size="small" look="quiet" onClick={() => set(units.filter((_, at) => at !== index))}>
            Remove<span className="sr-only">: unit {unit.name}</span>
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => set([...units, { name: `unit ${units.length + 1}`, factor: 1 }])}>
          Add a unit
        </Button>
      </div>
    </div>
  );
}
