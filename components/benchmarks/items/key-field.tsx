"use client";

import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { ItemForm } from "@/lib/domain/interchange/item-form.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";

/** The field for the answer key. Its input depends on the item kind. */
export function KeyField({ values, onChange }: { values: ItemForm; onChange: (key: string) => void }) {
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
  const isTexts = itemKinds[kind]?.optionSource === "none";
  return (
    <Field
      name="key"
      label="Key"
      hint={isTexts ? "The accepted answers, one per line." : "As JSON, in the format of item files."}
      isOptional={!isTexts}
    >
      <TextArea value={key} onChange={change} rows={2} />
    </Field>
  );
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
