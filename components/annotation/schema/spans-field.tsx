"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import { spansOf } from "@/lib/domain/tasks/answers/check-spans.ts";
import { spanText } from "@/lib/domain/tasks/answers/marked-text.ts";
import type { TaskSpan } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import { KeyCaps } from "../keyboard/key-caps.tsx";
import type { AnswerFieldProps } from "./answer-field-props.ts";

/** Buttons that mark the selection with a label, and the list of marked spans. */
export function SpansField({
  fields,
  field,
  answer,
  isCurrent,
  isReadOnly,
  onAnswer,
  marking,
  onCurrentSpan,
  onMark,
}: Omit<AnswerFieldProps, "field"> & { field: FieldOfType<"spans"> }) {
  const spans = spansOf(answer[field.name]);
  const labels = field.labels.length > 0 ? field.labels : [{ value: undefined, label: "Mark", hotkey: undefined }];
  const isSelected = marking.selection?.stimulus === field.in;
  const updateSpans = (next: readonly TaskSpan[]) => onAnswer(field.name, next.length === 0 ? undefined : [...next]);
  return (
    <div className="grid gap-3">
      <fieldset aria-label={`Labels of ${field.label}`} className="flex min-w-0 flex-wrap gap-2">
        {labels.map(({ value, label, hotkey }, index) => {
          const key = hotkey ?? (isCurrent && index < 9 ? `${index + 1}` : null);
          return (
            <Button
              key={label}
              size="small"
              disabled={isReadOnly || !isSelected}
              aria-keyshortcuts={key ?? undefined}
              onClick={() => onMark(field.name, value)}
            >
              {label}
              {key !== null && (
                <span aria-hidden="true" className="pointer-coarse:hidden">
                  <KeyCaps keystroke={key} />
                </span>
              )}
            </Button>
          );
        })}
      </fieldset>
      {spans.length === 0 ? (
        <p className="text-sm text-ink-soft">
          Nothing is marked. Select words in the text, with the mouse or the arrow keys, then choose a label.
        </p>
      ) : (
        <ul className="grid gap-1.5 text-sm">
          {spans.map((span) => (
            <li key={span.id} className="flex flex-wrap items-center gap-2">
              <button
                type="button"
                aria-pressed={marking.current === span.id}
                onClick={() => onCurrentSpan(marking.current === span.id ? null : span.id)}
                className="min-w-0 rounded-sm text-left underline decoration-edge underline-offset-4 wrap-anywhere aria-pressed:font-semibold"
              >
                {spanText(fields, field, span)}
              </button>
              {field.labels.length > 0 && (
                <select
                  aria-label={`Label of “${spanText(fields, field, span)}”`}
                  value={span.label ?? ""}
                  disabled={isReadOnly}
                  onChange={({ target }) =>
                    updateSpans(spans.map((one) => (one.id === span.id ? { ...one, label: target.value } : one)))
                  }
                  className="rounded-md border border-edge bg-surface px-1.5 py-0.5"
                >
                  {field.labels.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
              <Button
                size="small"
                look="quiet"
                disabled={isReadOnly}
                onClick={() => updateSpans(spans.filter((one) => one.id !== span.id))}
              >
                Remove<span className="sr-only"> “{spanText(fields, field, span)}”</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
