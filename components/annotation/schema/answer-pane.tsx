"use client";

import type { ReactNode } from "react";
import { ItemComments } from "@/components/comments/item-comments.tsx";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import { messagesAt } from "@/lib/domain/tasks/answers/problem-location.ts";
import type { FieldAnswer, TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { AnswerProblem } from "@/lib/domain/tasks/answers/validate-answer.ts";
import { AnswerFieldView } from "./answer-field-view.tsx";
import { StimulusView } from "./stimulus-view.tsx";
import type { AnswerFieldsState } from "./use-answer-fields.ts";

/** The content of an item, and next to it the questions about it. */
export function AnswerPane({
  api,
  task: { schema, fields },
  taskId,
  itemId,
  answer,
  fieldsState: { visible, current, marking, setCurrentSpan, mark },
  isReadOnly,
  areFieldsShown = true,
  problems,
  onAnswer,
  children,
}: {
  api: string;
  task: SchemaTask;
  taskId: string;
  itemId: string;
  answer: TaskAnswer;
  fieldsState: AnswerFieldsState;
  isReadOnly: boolean;
  areFieldsShown?: boolean;
  problems: readonly AnswerProblem[];
  onAnswer: (field: string, value: FieldAnswer | undefined) => void;
  /** Content above the questions. */
  children?: ReactNode;
}) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
      <StimulusView schema={schema} fields={fields} marking={marking} mediaBase={`${api}/tasks/${taskId}/media`} />
      <div className="grid min-w-0 gap-3">
        {children}
        {areFieldsShown &&
          visible.map((field) => (
            <AnswerFieldView
              key={field.name}
              {...{ schema, fields, field, answer, isReadOnly, onAnswer, marking }}
              isCurrent={field.name === current && !isReadOnly}
              problems={messagesAt(field, problems)}
              onCurrentSpan={setCurrentSpan}
              onMark={mark}
            />
          ))}
        <ItemComments address={`${api}/items/${itemId}/comments`} />
      </div>
    </div>
  );
}
