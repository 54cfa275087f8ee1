import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { EvaluationFactor } from "@/lib/domain/models/evaluation/plan.ts";

/** A form that downloads the items of one kind under one condition as tasks for other evaluation tools. */
export function TaskDownload({
  benchmark,
  kind,
  label,
  factors,
}: {
  benchmark: string;
  kind: string;
  /** The label of the kind. */
  label: string;
  factors: readonly EvaluationFactor[];
}) {
  return (
    <form
      action={`/api/v1/benchmarks/${benchmark}/tasks`}
      aria-label={`Tasks: ${label}`}
      className="grid max-w-[52rem] items-end gap-4 sm:grid-cols-2"
    >
      <input type="hidden" name="kind" value={kind} />
      <Field name="format" label="File format">
        <Select
          options={[
            { value: "prompts", label: "prompts with fingerprints (JSON lines)" },
            { value: "lm-eval", label: "tasks of lm-evaluation-harness" },
            { value: "inspect", label: "dataset and task of Inspect" },
          ]}
        />
      </Field>
      {factors.map(({ name, label: title, levels }) => (
        <Field key={name} name={`level-${name}`} label={title}>
          <Select options={levels.map(({ value, label: said }) => ({ value, label: said }))} />
        </Field>
      ))}
      <Field
        name="shots"
        label="Examples before each question"
        hint="Items about the stories of the examples are not exported as questions."
      >
        <TextInput type="number" min={0} max={100} step={1} defaultValue="0" />
      </Field>
      <Field name="seed" label="Seed" hint="Seed for drawing the examples.">
        <TextInput defaultValue="parallax" maxLength={100} />
      </Field>
      <Field
        name="items"
        label="Items"
        hint="Filter by attribute, mark or name, such as: order = 5, 6; marks = event; id = a, b. Leave empty for all items."
        isOptional
      >
        <TextInput maxLength={2_000} />
      </Field>
      <div className="sm:col-span-2">
        <Button type="submit">Download the tasks</Button>
      </div>
    </form>
  );
}
