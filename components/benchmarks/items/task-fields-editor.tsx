"use client";

import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { ItemForm } from "@/lib/domain/interchange/item-form.ts";
import type { ItemTask } from "@/lib/domain/items/item.ts";

/** The text fields of a task. Files, lists and documents keep the values that they have. */
export function TaskFieldsEditor({
  task,
  fields,
  values,
  onChange,
}: {
  task: ItemTask;
  /** As a JSON object. */
  fields: string;
  values: ItemForm;
  onChange: (fields: string) => void;
}) {
  const current: Record<string, unknown> = JSON.parse(fields || "{}");
  const texts = task.schema.stimulus.filter(
    ({ name }) => current[name] === undefined || typeof current[name] === "string",
  );
  const { title, genre, story, text } = values;
  return (
    <>
      {Object.entries({ title, genre, story, text }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {texts.map(({ name, label, required }) => (
        <Field key={name} name={`field-${name}`} label={label || name} isOptional={required === false}>
          <TextArea
            name=""
            value={String(current[name] ?? "")}
            rows={3}
            onChange={(event) => {
              const { [name]: _before, ...others } = current;
              const next = event.target.value;
              onChange(JSON.stringify(next === "" && required === false ? others : { ...others, [name]: next }));
            }}
          />
        </Field>
      ))}
    </>
  );
}
