import type { ConditionSource } from "@/lib/domain/tasks/editor/edit-condition.ts";
import type { AnswerField } from "@/lib/domain/tasks/schema/answer-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";

/** One question in the task editor. */
export interface QuestionProps {
  schema: TaskSchema;
  /** The newest stored version, whose values answers may have. */
  stored: TaskSchema;
  /** The answers that its condition may read. */
  sources: readonly ConditionSource[];
  field: AnswerField;
  onChange: (field: AnswerField) => void;
}
