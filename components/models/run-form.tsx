import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

const fields = [
  ["temperature", "Temperature"],
  ["seed", "Seed"],
  ["effort", "Reasoning effort"],
  ["prompt", "Prompt condition"],
  ["shots", "Shots"],
  ["date", "Evaluated on"],
  ["harness", "Harness"],
  ["harnessVersion", "Version of the harness"],
  ["notes", "Notes"],
] as const;

/** The form for the settings of a run. For a new run, it also selects the benchmark. */
export function RunForm<Value>({
  action,
  hidden,
  label,
  source = "",
  settings = {},
  benchmarks,
}: {
  action: FormAction<Value>;
  hidden: Record<string, string>;
  /** The accessible name of the form. */
  label: string;
  source?: string;
  settings?: Readonly<Record<string, string>>;
  benchmarks?: readonly { id: string; name: string }[];
}) {
  return (
    <ActionForm action={action} hidden={hidden} label={label} className="grid max-w-[52rem] gap-4 sm:grid-cols-2">
      <Field name="source" label="Name of the run">
        <TextInput defaultValue={source} maxLength={200} required />
      </Field>
      {benchmarks && (
        <Field name="benchmark" label="Benchmark">
          <Select options={benchmarks.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
      <Field name="reasoning" label="Reasoning mode" isOptional>
        <Select
          defaultValue={settings.reasoning ?? ""}
          options={[
            { value: "", label: "not stated" },
            { value: "on", label: "on" },
            { value: "off", label: "off" },
          ]}
        />
      </Field>
      {fields.map(([name, label]) => (
        <Field key={name} name={name} label={label} isOptional>
          <TextInput defaultValue={settings[name]} maxLength={name === "notes" ? 5000 : 300} />
        </Field>
      ))}
      <div className="sm:col-span-2">
        <SubmitButton>{benchmarks ? "Save the new run" : "Save the settings"}</SubmitButton>
      </div>
    </ActionForm>
  );
}
