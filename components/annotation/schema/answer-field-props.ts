import type { FieldAnswer, TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { AnswerField } from "@/lib/domain/tasks/schema/answer-field.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import type { SpanMarking } from "./stimulus-view.tsx";

export interface AnswerFieldProps {
  schema: Pick<TaskSchema, "stimulus" | "answer">;
  fields: TaskFields;
  field: AnswerField;
  answer: TaskAnswer;
  /** Whether digit keys answer this field. */
  isCurrent: boolean;
  isReadOnly: boolean;
  problems: readonly string[];
  onAnswer: (field: string, value: FieldAnswer | undefined) => void;
  marking: SpanMarking;
  onCurrentSpan: (id: string | null) => void;
  onMark: (field: string, label: string | undefined) => void;
}
