import { spansOf } from "../../tasks/answers/check-spans.ts";
import { spanName, toComparableAnswers } from "../../tasks/answers/comparable-answer.ts";
import { groupAnswersOf } from "../../tasks/answers/group-answers.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import { visibleFields, visibleGroupFields } from "../../tasks/answers/visible-fields.ts";
import type { AnswerField, FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import type { AnsweredField, AnsweredItem, AnsweredUnit } from "./answered-item.ts";

/** A question of a task: an answer field, or a field of a group, which is asked about each span. */
export interface TaskQuestion {
  field: Exclude<AnswerField, { type: "group" }>;
  group: FieldOfType<"group"> | null;
  label: string;
}

/** The questions of a task in the order of its fields. Names are unique in a schema, so each has its own. */
export function listTaskQuestions({ answer }: Pick<TaskSchema, "answer">): TaskQuestion[] {
  return answer.flatMap((field): TaskQuestion[] =>
    field.type === "group"
      ? field.fields.map((inner) => ({ field: inner, group: field, label: `${field.label}: ${inner.label}` }))
      : [{ field, group: null, label: field.label }],
  );
}

/**
 * The answers to a question about an item. Answers of different people about a span are about the same unit if the
 * spans have equal positions and labels. Units without an answer are omitted.
 */
export function answersToQuestion(
  schema: TaskSchema,
  question: TaskQuestion,
  { id, fields, given, accepted }: AnsweredItem,
): AnsweredField {
  const acceptedTexts = new Map(
    accepted ? listAnswers(schema, question, accepted).map(({ span, text }) => [span, text]) : [],
  );
  const units = new Map<string | null, AnsweredUnit["texts"][number][]>();
  for (const { by, at, answer } of given)
    for (const { span, ...one } of listAnswers(schema, question, answer)) {
      const texts = units.get(span) ?? [];
      // Two marks of the same words by one person are one span.
      if (!texts.some((other) => other.by === by)) texts.push({ by, at, ...one });
      units.set(span, texts);
    }
  return {
    id,
    units: [...units].map(([span, texts]) => ({ span, fields, texts, accepted: acceptedTexts.get(span) ?? null })),
  };
}

/** One person's answers to a question: one, none, or one for each span. */
function listAnswers(
  schema: TaskSchema,
  { field, group }: TaskQuestion,
  answer: TaskAnswer,
): { span: string | null; text: string; answer: TaskAnswer }[] {
  const one = (span: string | null, own: TaskAnswer, isAsked: () => boolean) => {
    const text =
      toComparableAnswers({ answer: [field] }, own)[field.name] ?? (canBeEmpty(field) && isAsked() ? "[]" : null);
    return text === null ? [] : [{ span, text, answer: own }];
  };
  if (!group) return one(null, answer, () => visibleFields(schema, answer).includes(field));
  const answers = groupAnswersOf(answer[group.name]);
  const isGroupVisible = visibleFields(schema, answer).includes(group);
  return spansOf(answer[group.per]).flatMap((span) => {
    const own = answers[span.id] ?? {};
    const isAsked = () =>
      isGroupVisible &&
      visibleGroupFields(group, { label: span.label, answers: own, of: answer }).some(
        ({ name }) => name === field.name,
      );
    return one(spanName(group.per, span), own, isAsked);
  });
}

/** Whether an empty list, such as a text without spans, is an answer to the field. */
function canBeEmpty({ type, required }: AnswerField): boolean {
  return !required && (type === "spans" || type === "several" || type === "relations");
}
