import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** The form for the metadata of a model. Only the name is required. */
export function ModelForm<Value>({
  action,
  hidden,
  label,
  name = "",
  facts = {},
}: {
  action: FormAction<Value>;
  hidden: Record<string, string>;
  label: string;
  name?: string;
  facts?: Readonly<Record<string, string>>;
}) {
  return (
    <ActionForm action={action} hidden={hidden} label={label} className="grid max-w-[52rem] gap-4 sm:grid-cols-2">
      <Field name="name" label="Name">
        <TextInput defaultValue={name} maxLength={200} required />
      </Field>
      <Field name="family" label="Family" isOptional>
        <TextInput defaultValue={facts.family} maxLength={300} />
      </Field>
      <Field name="sizeBillions" label="Parameters in billions" isOptional>
        <TextInput inputMode="decimal" defaultValue={facts.sizeBillions} maxLength={40} />
      </Field>
      <Field name="tuning" label="Base or instruct" isOptional>
        <Select
          defaultValue={facts.tuning ?? ""}
          options={[
            { value: "", label: "not stated" },
            { value: "base", label: "base" },
            { value: "instruct", label: "instruct" },
          ]}
        />
      </Field>
      <Field name="tunedWith" label="Tuned with" hint="Such as RLHF, or the data of a fine-tuning." isOptional>
        <TextInput defaultValue={facts.tunedWith} maxLength={300} />
      </Field>
      <Field name="access" label="Weights" isOptional>
        <Select
          defaultValue={facts.access ?? ""}
          options={[
            { value: "", label: "not stated" },
            { value: "open", label: "open" },
            { value: "closed", label: "closed" },
          ]}
        />
      </Field>
      <Field name="released" label="Released" hint="A date (YYYY-MM-DD), month (YYYY-MM) or year (YYYY)." isOptional>
        <TextInput defaultValue={facts.released} maxLength={10} />
      </Field>
      <Field name="licence" label="Licence" isOptional>
        <TextInput defaultValue={facts.licence} maxLength={300} />
      </Field>
      <div className="sm:col-span-2">
        <Field name="notes" label="Notes" isOptional>
          <TextArea defaultValue={facts.notes} maxLength={5000} rows={3} />
        </Field>
      </div>
      <div className="sm:col-span-2">
        <SubmitButton>Save the model</SubmitButton>
      </div>
    </ActionForm>
  );
}
