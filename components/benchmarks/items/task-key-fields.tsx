"use client";

import { useState } from "react";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { fieldKeyOfText, textOfFieldKey } from "@/lib/domain/interchange/item-files/key-text.ts";
import type { ItemTask } from "@/lib/domain/items/item.ts";
import { formatTaskKey } from "@/lib/domain/items/key-words.ts";
import type { AnswerField } from "@/lib/domain/tasks/schema/answer-field.ts";
import { goldByField } from "@/lib/domain/tasks/scoring/field-gold.ts";

const hints: Readonly<Record<AnswerField["type"], string>> = {
  choice: "The letter of the right option, such as B; several accepted ones as B; C.",
  several: "The letters of all right options, such as A; C.",
  ranking: "The letters of all options in the right order, such as B > A > C.",
  number: "A number, with its unit if the question has units.",
  rating: "The right point of the scale.",
  text: "The accepted texts, one per line.",
  edit: "The accepted texts, one per line.",
  pairwise: "A, B or Equal; with a strength as A 2.",
  spans: "The passages as in the text, one per line; with labels as Label: passage.",
  relations: "As JSON, in the format of item files.",
  group: "As JSON, in the format of item files.",
};

/** One key for each scored question of a task. The form sends them as one JSON object. */
export function TaskKeyFields({
  task,
  initial,
}: {
  /** Null while the options are incomplete. */
  task: ItemTask | null;
  /** The keys as a JSON object; empty without keys. */
  initial: string;
}) {
  const gold = goldByField(parseObject(initial));
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() => (task ? textsOf(task, gold) : {}));
  const scored = task ? scoredFields(task) : [];
  if (!task || scored.length === 0) return <input type="hidden" name="key" value="" />;
  const unchanged = textsOf(task, gold);
  const keys = scored.flatMap((field): [string, unknown][] => {
    const text = texts[field.name] ?? "";
    if (text.trim() === "") return [];
    return [[field.name, text === unchanged[field.name] ? gold[field.name] : fieldKeyOfText(field, text, task.fields)]];
  });
  const key = Object.fromEntries(keys);
  const words = formatTaskKey(task, key);
  return (
    <>
      <input type="hidden" name="key" value={JSON.stringify(key)} />
      {scored.map((field) => (
        <Field
          key={field.name}
          name={`key-${field.name}`}
          label={scored.length === 1 ? "Key" : `Key: ${field.label}`}
          hint={field.type !== "group" && isJson(field) ? hints.group : hints[field.type]}
          isOptional
        >
          <TextArea
            name=""
            rows={2}
            value={texts[field.name] ?? ""}
            onChange={({ target }) => setTexts({ ...texts, [field.name]: target.value })}
          />
        </Field>
      ))}
      {words !== "" && <p className="text-sm text-ink-soft">It reads: {words}.</p>}
    </>
  );
}

function isJson({ scoring }: Exclude<AnswerField, { type: "group" }>): boolean {
  return scoring.by === "distribution" || scoring.by === "range";
}

function scoredFields({ schema }: ItemTask): AnswerField[] {
  return schema.answer.filter((field) => field.type === "group" || field.scoring.by !== "none");
}

function textsOf(task: ItemTask, gold: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    scoredFields(task).map((field) => [field.name, textOfFieldKey(field, gold[field.name], task.fields)]),
  );
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
