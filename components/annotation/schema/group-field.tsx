"use client";

import { spansOf } from "@/lib/domain/tasks/answers/check-spans.ts";
import { groupAnswersOf } from "@/lib/domain/tasks/answers/group-answers.ts";
import { spanText } from "@/lib/domain/tasks/answers/marked-text.ts";
import type { FieldAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { visibleGroupFields } from "@/lib/domain/tasks/answers/visible-fields.ts";
import type { FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import type { AnswerFieldProps } from "./answer-field-props.ts";
import { SimpleInput } from "./simple-input.tsx";

/** The questions of a group field. They are asked for each marked span. */
export function GroupField({
  schema,
  fields,
  field,
  answer,
  isReadOnly,
  onAnswer,
  marking,
}: Omit<AnswerFieldProps, "field"> & { field: FieldOfType<"group"> }) {
  const spansField = schema.answer.find(
    (one): one is FieldOfType<"spans"> => one.type === "spans" && one.name === field.per,
  );
  const spans = spansOf(answer[field.per]);
  if (!spansField || spans.length === 0) return <p className="text-sm text-ink-soft">Mark a span first.</p>;
  const groups = groupAnswersOf(answer[field.name]);
  return (
    <ul className="grid gap-4">
      {spans.map((span) => {
        const answers = groups[span.id] ?? {};
        const visible = visibleGroupFields(field, { label: span.label, answers, of: answer });
        return (
          <li
            key={span.id}
            data-current={marking.current === span.id || undefined}
            className="grid gap-2 border-l-3 border-edge pl-3 data-current:border-ink"
          >
            <p className="font-serif wrap-anywhere">“{spanText(fields, spansField, span)}”</p>
            {visible.map((inner) => (
              <div key={inner.name} className="grid gap-1">
                <p className="text-sm font-medium">
                  {inner.label}
                  {!inner.required && <span className="font-normal text-ink-soft"> (optional)</span>}
                </p>
                <SimpleInput
                  {...{ schema, fields, isReadOnly }}
                  field={inner}
                  isCurrent={false}
                  value={answers[inner.name]}
                  onChange={(value) => {
                    const { [inner.name]: _, ...others } = answers;
                    const next = value === undefined ? others : { ...others, [inner.name]: value };
                    onAnswer(field.name, { ...groups, [span.id]: next } as FieldAnswer);
                  }}
                />
              </div>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
