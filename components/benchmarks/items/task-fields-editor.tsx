"use client";

import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { capitalize } from "@/lib/domain/format/capitalize.ts";
import type { ItemForm } from "@/lib/domain/interchange/item-form.ts";
import type { ItemTask } from "@/lib/domain/items/item.ts";
import { isMedia, type MediaValue } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { MediaFieldEditor } from "./media-field-editor.tsx";

/** An editor for the texts and files of a task-schema item. Lists and documents are not editable here. */
export function TaskFieldsEditor({
  task,
  fields,
  media,
  values,
  onChange,
}: {
  task: ItemTask;
  /** As a JSON object. */
  fields: string;
  /** The address that stores a file. */
  media: string;
  values: ItemForm;
  onChange: (fields: string) => void;
}) {
  const current: Record<string, unknown> = JSON.parse(fields);
  const setField = (name: string, value: unknown) => onChange(JSON.stringify({ ...current, [name]: value }));
  const { title, genre, story, text } = values;
  return (
    <>
      {Object.entries({ title, genre, story, text }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {task.schema.stimulus.map((field) => {
        const { name, label, required } = field;
        const value = current[name];
        if (isMedia(field))
          return (
            <MediaFieldEditor
              key={name}
              field={field}
              value={value as MediaValue | undefined}
              address={media}
              onChange={(next) => setField(name, next)}
            />
          );
        if (value !== undefined && typeof value !== "string") return null;
        return (
          <Field key={name} name={`field-${name}`} label={label || capitalize(name)} isOptional={required === false}>
            <TextArea
              name=""
              value={value ?? ""}
              rows={3}
              onChange={({ target }) =>
                setField(name, target.value === "" && required === false ? undefined : target.value)
              }
            />
          </Field>
        );
      })}
    </>
  );
}
