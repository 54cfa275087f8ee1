import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";

/** The form that selects the judging model and the run. */
export function JudgingForm({
  action,
  runs,
  endpoints,
}: {
  action: FormAction;
  runs: readonly { id: string; model: string; source: string; answers: number }[];
  endpoints: readonly { id: string; name: string }[];
}) {
  return (
    <ActionForm
      action={action}
      label="Judge with a model"
      className="grid max-w-[52rem] items-start gap-5 sm:grid-cols-2"
    >
      <Field name="run" label="Answers">
        <Select
          options={runs.map(({ id, model, source, answers }) => ({
            value: id,
            label: `${model}, ${source}: ${formatNumberOf(answers, "answer")}`,
          }))}
        />
      </Field>
      <Field name="endpoint" label="Judge">
        <Select options={endpoints.map(({ id, name }) => ({ value: id, label: name }))} />
      </Field>
      <Field
        name="limitUsd"
        label="Limit in US$"
        hint="The cost never exceeds this limit. Leave empty for no limit."
        isOptional
      >
        <TextInput inputMode="decimal" maxLength={12} />
      </Field>
      <div className="sm:col-span-2">
        <SubmitButton>Start judging</SubmitButton>
      </div>
    </ActionForm>
  );
}
