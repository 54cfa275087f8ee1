import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** A form for one answer of a run. */
export function AnswerForm({ action, run }: { action: FormAction<unknown>; run: string }) {
  return (
    <ActionForm
      action={action}
      hidden={{ run }}
      label="New answer"
      resetsOnSuccess
      className="grid max-w-[52rem] items-start gap-4 sm:grid-cols-2"
    >
      <Field name="item" label="Item" hint="Its name in the benchmark.">
        <TextInput maxLength={200} required />
      </Field>
      <Field name="condition" label="Condition" hint="Such as story=no-story; prompt=human." isOptional>
        <TextInput maxLength={600} />
      </Field>
      <div className="sm:col-span-2">
        <Field name="output" label="Model output">
          <TextArea rows={4} maxLength={100_000} required />
        </Field>
      </div>
      <Field name="repeat" label="Repeat" hint="0 for the first answer under this condition." isOptional>
        <TextInput inputMode="numeric" maxLength={7} />
      </Field>
      <div className="sm:col-span-2">
        <SubmitButton>Enter the answer</SubmitButton>
      </div>
    </ActionForm>
  );
}
