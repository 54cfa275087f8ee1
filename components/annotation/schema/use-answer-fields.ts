"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { createSpanId } from "@/lib/domain/annotation/schema-items/add-spans.ts";
import { spansOf } from "@/lib/domain/tasks/answers/check-spans.ts";
import { listFieldChoices } from "@/lib/domain/tasks/answers/field-choices.ts";
import type { FieldAnswer, TaskAnswer, TaskSpan } from "@/lib/domain/tasks/answers/task-answer.ts";
import { isGiven, visibleFields } from "@/lib/domain/tasks/answers/visible-fields.ts";
import type { AnswerField, FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { submitGuard } from "../../../lib/client/keyboard/submit-guard.ts";
import { isTypingIn } from "../keyboard/use-shortcuts.ts";
import type { MarkSelection } from "./markable-text.tsx";
import type { SpanMarking } from "./stimulus-view.tsx";

export interface AnswerFieldsState {
  visible: AnswerField[];
  /**
   * The name of the field to which digit keys apply: the field of the selected text, otherwise the first unanswered
   * field.
   */
  current: string | null;
  marking: SpanMarking;
  setCurrentSpan: (id: string | null) => void;
  mark: (field: string, label: string | undefined) => void;
}

/** The visible fields of a task, the selection for a new mark, and the keys of options and labels. */
export function useAnswerFields({
  schema,
  fields,
  answer,
  isReadOnly,
  hasKeys = true,
  onAnswer,
}: {
  schema: TaskSchema;
  fields: TaskFields;
  answer: TaskAnswer;
  isReadOnly: boolean;
  /** Whether keys pressed anywhere on the page answer questions, as in the workspace. */
  hasKeys?: boolean;
  onAnswer: (field: string, value: FieldAnswer | undefined) => void;
}): AnswerFieldsState {
  const [selection, setSelection] = useState<MarkSelection | null>(null);
  const [currentSpan, setCurrentSpan] = useState<string | null>(null);
  const visible = visibleFields(schema, answer);
  const spanFields = visible.filter((field): field is FieldOfType<"spans"> => field.type === "spans");
  const selectionField = selection && spanFields.find((field) => field.in === selection.stimulus);
  const current =
    selectionField?.name ?? visible.find(({ name }) => !isGiven(answer[name]))?.name ?? visible[0]?.name ?? null;

  function mark(name: string, label: string | undefined) {
    const field = spanFields.find((one) => one.name === name);
    if (isReadOnly || !field || selection?.stimulus !== field.in) return;
    const spans = spansOf(answer[name]);
    const { part, start, end } = selection;
    const span: TaskSpan = {
      id: createSpanId(schema, answer),
      start,
      end,
      ...(label === undefined ? {} : { label }),
      ...(Array.isArray(fields[field.in]) ? { part } : {}),
    };
    onAnswer(name, [...spans, span]);
    setCurrentSpan(span.id);
    setSelection(null);
  }

  /**
   * Returns the action of a key: the hotkey of an option in any visible field, otherwise a digit for the current field.
   */
  function findKeyAction(key: string): (() => void) | null {
    for (const field of [...visible].sort(
      (one, other) => Number(other.name === current) - Number(one.name === current),
    )) {
      const isCurrent = field.name === current;
      if (field.type === "spans") {
        const labels = field.labels.length > 0 ? field.labels : [{ value: undefined, hotkey: undefined }];
        const index = labels.findIndex(({ hotkey }, at) => (hotkey ?? (isCurrent ? `${at + 1}` : null)) === key);
        if (index >= 0 && selection?.stimulus === field.in) return () => mark(field.name, labels[index]?.value);
        continue;
      }
      const choices = listFieldChoices(schema, field, answer[field.name], fields);
      const choice = choices.find(({ hotkey }, at) => (hotkey ?? (isCurrent && at < 9 ? `${at + 1}` : null)) === key);
      if (choice) return () => onAnswer(field.name, choice.answer);
    }
    if (key === "Delete" && currentSpan !== null) return () => removeSpan(currentSpan);
    return null;
  }

  function removeSpan(id: string) {
    for (const { name } of spanFields) {
      const spans = spansOf(answer[name]);
      if (!spans.some((span) => span.id === id)) continue;
      const rest = spans.filter((span) => span.id !== id);
      onAnswer(name, rest.length === 0 ? undefined : rest);
    }
    setCurrentSpan(null);
  }

  useAnswerKeys(findKeyAction, !isReadOnly && hasKeys);

  return {
    ...{ visible, current, setCurrentSpan, mark },
    marking: {
      fields: spanFields,
      spansOf: (name) => spansOf(answer[name]),
      current: currentSpan,
      selection,
      onSelect: setSelection,
    },
  };
}

/** Runs the action of each key that is pressed on the page without a modifier, if the key has an action. */
function useAnswerKeys(findKeyAction: (key: string) => (() => void) | null, isActive: boolean): void {
  const latest = useRef(findKeyAction);
  useLayoutEffect(() => {
    latest.current = findKeyAction;
  });
  useLayoutEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.isComposing) return;
      if (event.defaultPrevented || isTypingIn(event.target) || document.querySelector("dialog[open], :popover-open"))
        return;
      const action = latest.current(event.key);
      if (!action) return;
      event.preventDefault();
      // The user pressed another key since the last submission, so the next submission is intended.
      submitGuard.release();
      action();
    };
    // In the capture phase, this runs before the workspace's listener, which ignores events with `defaultPrevented`.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [isActive]);
}
