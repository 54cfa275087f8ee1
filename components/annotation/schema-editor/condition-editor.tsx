import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import {
  type ConditionShape,
  type ConditionSource,
  type ConditionTest,
  conditionTestLabels,
  newCondition,
  partsOf,
  reshaped,
  type SimpleCondition,
  shapeLabels,
  shapeOf,
  testOf,
  withParts,
} from "@/lib/domain/tasks/editor/edit-condition.ts";
import { type Condition, maxConditionNesting } from "@/lib/domain/tasks/schema/condition.ts";
import { LinesInput } from "./lines-input.tsx";
import { NumberInput } from "./number-input.tsx";

interface ConditionProps {
  /** Unique on the page. */
  name: string;
  /** What the condition is called, such as "Condition 1.2". */
  title: string;
  condition: Condition;
  /** The answers that it may read; at least one. */
  sources: readonly ConditionSource[];
  onChange: (condition: Condition) => void;
  /** Absent for a condition that cannot be removed. */
  onRemove?: () => void;
  level?: number;
}

/** A condition on one answer, or a combination of conditions. */
export function ConditionEditor(props: ConditionProps) {
  const { name, title, condition, sources, onChange, onRemove, level = 0 } = props;
  const shape = shapeOf(condition);
  const [source] = sources;
  if (!source) return null;
  const shapes = Object.entries(shapeLabels).map(([value, label]) => ({ value, label }));
  return (
    <fieldset className="grid min-w-0 gap-3 border-l-2 border-rule pl-3">
      <legend className="mb-1.5 text-sm font-medium text-ink-soft">{title}</legend>
      {(level < maxConditionNesting || shape !== "one") && (
        <Field name={`${name}-shape`} label="Depends on">
          <Select
            value={shape}
            options={shapes}
            onChange={({ target }) => onChange(reshaped(condition, target.value as ConditionShape, source))}
          />
        </Field>
      )}
      {"field" in condition ? <OneAnswer {...props} condition={condition} /> : <Parts {...props} />}
      {onRemove && (
        <div>
          <Button size="small" look="quiet" onClick={onRemove}>
            Remove<span className="sr-only">: {title}</span>
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The conditions that are combined. */
function Parts({ name, title, condition, sources, onChange, level = 0 }: ConditionProps) {
  const shape = shapeOf(condition);
  const [source] = sources;
  if (shape === "one" || !source) return null;
  const parts = partsOf(condition);
  const set = (next: readonly Condition[]) => onChange(withParts(shape, next));
  return (
    <>
      {parts.map((part, index) => (
        <ConditionEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name, and their inputs no state of their own
          key={index}
          name={`${name}-${index}`}
          title={shape === "not" ? `${title}, reversed` : `${title}.${index + 1}`}
          condition={part}
          sources={sources}
          level={level + 1}
          onChange={(changed) => set(parts.map((one, at) => (at === index ? changed : one)))}
          {...(parts.length > 1 ? { onRemove: () => set(parts.filter((_, at) => at !== index)) } : {})}
        />
      ))}
      {shape !== "not" && (
        <div>
          <Button size="small" onClick={() => set([...parts, newCondition(source)])}>
            Add a condition<span className="sr-only"> to {title}</span>
          </Button>
        </div>
      )}
    </>
  );
}

/** The answer, how it is tested, and the value. */
function OneAnswer({
  name,
  condition,
  sources,
  onChange,
}: Omit<ConditionProps, "condition"> & { condition: SimpleCondition }) {
  const source = sources.find((one) => one.name === condition.field);
  const test = testOf(condition);
  // A question that was removed, and a test from the JSON, stay visible until they are replaced.
  const unknown = source ? [] : [{ value: condition.field, label: `${condition.field} (not asked before this)` }];
  const tests = [...new Set<ConditionTest>([...(source?.tests ?? []), test])];
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field name={`${name}-field`} label="Answer to">
        <Select
          value={condition.field}
          options={[...unknown, ...sources.map((one) => ({ value: one.name, label: one.label || one.name }))]}
          onChange={({ target }) => {
            const other = sources.find((one) => one.name === target.value);
            if (other) onChange(newCondition(other));
          }}
        />
      </Field>
      <Field name={`${name}-test`} label="Test">
        <Select
          value={test}
          options={tests.map((value) => ({ value, label: conditionTestLabels[value] }))}
          onChange={({ target }) =>
            onChange(
              newCondition(
                source ?? { name: condition.field, label: "", tests, values: null, start: "" },
                target.value as ConditionTest,
              ),
            )
          }
        />
      </Field>
      <ConditionValue {...{ name, condition, source, onChange }} />
    </div>
  );
}

/** The value with which the answer is compared; none for a test of presence. */
function ConditionValue({
  name,
  condition,
  source,
  onChange,
}: {
  name: string;
  condition: SimpleCondition;
  source: ConditionSource | undefined;
  onChange: (condition: Condition) => void;
}) {
  if ("answered" in condition) return null;
  const isNumber = typeof source?.start === "number";
  if ("atLeast" in condition || "atMost" in condition) {
    const isLeast = "atLeast" in condition;
    return (
      <NumberInput
        name={`${name}-value`}
        label={isNumber ? "Number" : "Number of answers"}
        isOptional={false}
        value={isLeast ? condition.atLeast : condition.atMost}
        onChange={(value = 0) =>
          onChange({ field: condition.field, [isLeast ? "atLeast" : "atMost"]: value } as Condition)
        }
      />
    );
  }
  if ("oneOf" in condition) return <OneOfValues {...{ name, condition, source, onChange }} />;
  const isIncluded = "includes" in condition;
  const value = isIncluded ? condition.includes : condition.equals;
  const set = (next: string | number) =>
    onChange(
      isIncluded ? { field: condition.field, includes: String(next) } : { field: condition.field, equals: next },
    );
  if (isNumber)
    return (
      <NumberInput
        name={`${name}-value`}
        label="Number"
        isOptional={false}
        value={Number(value)}
        onChange={(next = 0) => set(next)}
      />
    );
  const values = source?.values;
  if (!values)
    return (
      <Field name={`${name}-value`} label="Value">
        <TextInput value={value} onChange={({ target }) => set(target.value)} />
      </Field>
    );
  const unknown = values.some((one) => one.value === value) ? [] : [{ value: String(value), label: String(value) }];
  return (
    <Field name={`${name}-value`} label="Value">
      <Select
        value={String(value)}
        options={[...unknown, ...values.map((one) => ({ value: one.value, label: one.label }))]}
        onChange={({ target }) => set(target.value)}
      />
    </Field>
  );
}

/** The values of which the answer is to be one: boxes for options, otherwise one per line. */
function OneOfValues({
  name,
  condition,
  source,
  onChange,
}: {
  name: string;
  condition: Extract<Condition, { oneOf: unknown }>;
  source: ConditionSource | undefined;
  onChange: (condition: Condition) => void;
}) {
  const set = (oneOf: (string | number)[]) => onChange({ field: condition.field, oneOf });
  if (!source?.values)
    return (
      <LinesInput
        name={`${name}-values`}
        label="Values"
        hint="One per line"
        lines={condition.oneOf.map(String)}
        onChange={set}
      />
    );
  return (
    <fieldset className="grid gap-1">
      <legend className="font-medium">Values</legend>
      {source.values.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={condition.oneOf.includes(value)}
          onChange={({ target }) =>
            set(target.checked ? [...condition.oneOf, value] : condition.oneOf.filter((one) => one !== value))
          }
        />
      ))}
    </fieldset>
  );
}
