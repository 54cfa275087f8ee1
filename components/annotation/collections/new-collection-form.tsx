"use client";

import { useState } from "react";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** The options of “Annotation task” besides the templates. */
const storiesOption = { value: "stories", label: "Stories about knowledge (IKD, KNP)" };
const documentOptions = [
  { value: "json", label: "A task schema as JSON" },
  { value: "label-studio", label: "A Label Studio configuration" },
];

/** Creates a collection, and opens the page of the new collection. */
export function NewCollectionForm({
  action,
  projectId,
  templates,
}: {
  action: FormAction;
  projectId: string;
  /** Task templates by ID. */
  templates: readonly { value: string; label: string }[];
}) {
  const [task, setTask] = useState(storiesOption.value);
  const isDocument = documentOptions.some(({ value }) => value === task);
  return (
    <ActionForm
      action={action}
      hidden={{ projectId }}
      label="New collection"
      className="grid max-w-[44rem] items-end gap-5 sm:grid-cols-2"
    >
      <Field name="name" label="Name">
        <TextInput maxLength={200} autoComplete="off" required />
      </Field>
      <Field name="overlap" label="Annotators for each item">
        <TextInput type="number" min={1} max={20} defaultValue={1} inputMode="numeric" />
      </Field>
      <Field name="task" label="Annotation task">
        <Select
          value={task}
          onChange={({ target }) => setTask(target.value)}
          options={[storiesOption, ...templates, ...documentOptions]}
        />
      </Field>
      {isDocument && (
        <div className="sm:col-span-2">
          <Field name="document" label={task === "json" ? "Task schema" : "Labelling configuration"}>
            <TextArea rows={10} spellCheck={false} className="font-mono text-sm" required />
          </Field>
        </div>
      )}
      <div>
        <SubmitButton>Create collection</SubmitButton>
      </div>
    </ActionForm>
  );
}
