import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { createProjectAction } from "./actions.ts";

export function NewProjectForm() {
  return (
    <ActionForm action={createProjectAction} label="Create a project" className="grid max-w-md gap-5">
      <Field name="name" label="Name of the project">
        <TextInput maxLength={120} autoComplete="off" />
      </Field>
      <div>
        <SubmitButton look="secondary">Create project</SubmitButton>
      </div>
    </ActionForm>
  );
}
