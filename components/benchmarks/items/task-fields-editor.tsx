"use client";

import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { capitalize } from "@/lib/domain/format/capitalize.ts";
import type { ItemForm } from "@/lib/domain/interchange/item-form.ts";
import type { ItemTask } from "@/lib/domain/items/item.ts";
import { isMedia, type MediaValue } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { stimulusOfText, textOfStimulus } from "@/lib/domain/tasks/schema/stimulus-text.ts";
import { MediaFieldEditor } from "./media-field-editor.tsx";

const listHints: Readonly<Record<string, string>> = {
  texts: "The texts, with a line of --- between two of them.",
  dialogue: "The turns as Speaker: text, with a line of --- between two of them.",
  context: "The facts as Name: value, with a line of --- between two of them.",
};

/** An editor for the fields of a task-schema item: texts, lists of texts, dialogues, facts and files. */
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
        return (
          <Field
            key={name}
            name={`field-${name}`}
            label={label || capitalize(name)}
            hint={listHints[field.type]}
            isOptional={required === false}
          >
            <TextArea
              name=""
              defaultValue={textOfStimulus(field.type, value)}
              rows={3}
              onChange={({ target }) =>
                setField(
                  name,
                  target.value === "" && required === false ? undefined : stimulusOfText(field.type, target.value),
                )
              }
            />
          </Field>
        );
      })}
    </>
  );
}
