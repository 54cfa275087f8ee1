"use client";

import { useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { relationsOf, spansOf } from "@/lib/domain/tasks/answers/check-spans.ts";
import { spanText } from "@/lib/domain/tasks/answers/marked-text.ts";
import type { TaskRelation } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import type { AnswerFieldProps } from "./answer-field-props.ts";

/** A field for relations between marked spans. A relation consists of two spans and a label. */
export function RelationsField({
  schema,
  fields,
  field,
  answer,
  isReadOnly,
  onAnswer,
}: Omit<AnswerFieldProps, "field"> & { field: FieldOfType<"relations"> }) {
  const [draft, setDraft] = useState({ from: "", to: "", label: field.labels[0]?.value ?? "" });
  const spans = schema.answer
    .filter((one): one is FieldOfType<"spans"> => one.type === "spans" && field.between.includes(one.name))
    .flatMap((one) => spansOf(answer[one.name]).map((span) => ({ id: span.id, text: spanText(fields, one, span) })));
  const relations = relationsOf(answer[field.name]);
  const updateRelations = (next: readonly TaskRelation[]) =>
    onAnswer(field.name, next.length === 0 ? undefined : [...next]);
  const textOf = (id: string) => spans.find((span) => span.id === id)?.text ?? "a removed span";
  const labelOf = (value: string) => field.labels.find((one) => one.value === value)?.label ?? value;
  if (spans.length < 2) return <p className="text-sm text-ink-soft">Mark at least two spans first.</p>;
  const select = (
    part: "from" | "to" | "label",
    options: readonly { value: string; label: string }[],
    name: string,
  ) => (
    <select
      aria-label={name}
      value={draft[part]}
      disabled={isReadOnly}
      onChange={({ target }) => setDraft({ ...draft, [part]: target.value })}
      className="max-w-48 rounded-md border border-edge bg-surface px-2 py-1"
    >
      {part !== "label" && <option value="">choose a span</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
  const spanOptions = spans.map(({ id, text }) => ({ value: id, label: text }));
  const isReady = draft.from !== "" && draft.to !== "" && draft.from !== draft.to;
  return (
    <div className="grid gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        {select("from", spanOptions, "From")}
        {select("label", field.labels, "Relation")}
        {select("to", spanOptions, "To")}
        <Button
          size="small"
          disabled={isReadOnly || !isReady}
          onClick={() => {
            updateRelations([...relations, draft]);
            setDraft({ ...draft, from: "", to: "" });
          }}
        >
          Connect
        </Button>
      </div>
      <ul className="grid gap-1.5">
        {relations.map((relation) => (
          <li key={`${relation.from} ${relation.label} ${relation.to}`} className="flex flex-wrap items-center gap-2">
            <span className="wrap-anywhere">
              {textOf(relation.from)} <strong>{labelOf(relation.label)}</strong> {textOf(relation.to)}
            </span>
            <Button
              size="small"
              look="quiet"
              disabled={isReadOnly}
              onClick={() => updateRelations(relations.filter((one) => one !== relation))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
