"use client";

import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { ItemForm } from "@/lib/domain/interchange/item-form.ts";
import type { ItemTask } from "@/lib/domain/items/item.ts";
import { formatTaskKey } from "@/lib/domain/items/key-words.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";

/** The field for the answer key. Its input depends on the item kind. */
export function KeyField({
  values,
  task,
  onChange,
}: {
  values: ItemForm;
  /** The task, for an item of a task schema. */
  task: ItemTask | null;
  onChange: (key: string) => void;
}) {
  const { kind, key, options } = values;
  const choices = keyChoices(kind, splitIntoLines(options));
  const change = (event: { target: { value: string } }) => onChange(event.target.value);
  if (choices)
    return (
      <Field name="key" label="Key">
        <Select
          value={choices.some(({ value }) => value === key) ? key : ""}
          onChange={change}
          options={[{ value: "", label: "choose the right answer" }, ...choices]}
        />
      </Field>
    );
  if (itemKinds[kind]?.optionSource === "none")
    return (
      <Field name="key" label="Key" hint="The accepted answers, one per line.">
        <TextArea value={key} onChange={change} rows={2} required />
      </Field>
    );
  const words = task && readKey(task, key);
  return (
    <Field
      name="key"
      label="Key"
      hint={`As JSON, in the format of item files.${words ? ` It reads: ${words}.` : ""}`}
      isOptional
    >
      <TextArea value={key} onChange={change} rows={2} />
    </Field>
  );
}

/** The key of a task as people read it; empty if it is not complete JSON. */
function readKey(task: ItemTask, key: string): string {
  try {
    return formatTaskKey(task, JSON.parse(key));
  } catch {
    return "";
  }
}

/** The non-empty lines of a text. */
export function splitIntoLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function keyChoices(kind: string, options: readonly string[]): { value: string; label: string }[] | null {
  const { optionSource, keyWords, task } = itemKinds[kind] ?? {};
  const [field] = task?.document.answer ?? [];
  if (keyWords && field?.type === "choice" && Array.isArray(field.options))
    return field.options.map(({ value, label }) => ({ value, label }));
  if (optionSource !== "item") return null;
  return options.map((label, index) => ({
    value: String(index),
    label: `${String.fromCharCode(65 + index)}. ${label}`,
  }));
}
