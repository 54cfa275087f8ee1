import { spansOf } from "../answers/check-spans.ts";
import { groupAnswersOf } from "../answers/group-answers.ts";
import { fieldAnswerSchema, type TaskAnswer } from "../answers/task-answer.ts";
import { visibleFields, visibleGroupFields } from "../answers/visible-fields.ts";
import type { FieldOfType } from "../schema/answer-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import { goldByField } from "./field-gold.ts";
import { type FieldScore, scoreField, spanKey } from "./score-field.ts";

/** The score of an answer: for each scored field with a key, and for all of these fields together. */
export interface TaskScore {
  /** Whether every field with a decisive score is correct; null if no field has one. */
  correct: boolean | null;
  fields: Readonly<Record<string, FieldScore>>;
}

/**
 * Scores an answer against the keys of its item. A field without scoring or without a key is not scored. A visible
 * field without an answer is wrong (score 0) if the key expects an answer. A field that the answers hide is not scored.
 */
export function scoreTask(schema: Pick<TaskSchema, "answer">, answer: TaskAnswer, gold: unknown): TaskScore {
  const keys = goldByField(gold);
  const fields: Record<string, FieldScore> = {};
  for (const field of visibleFields(schema, answer)) {
    const key = keys[field.name];
    if (key === undefined || key === null) continue;
    const score = field.type === "group" ? scoreGroup(field, { answer, keys }) : scoreField(field, { answer, keys });
    if (score) fields[field.name] = score;
  }
  const decisive = Object.values(fields).flatMap(({ correct }) => (correct === null ? [] : [correct]));
  return { correct: decisive.length === 0 ? null : decisive.every(Boolean), fields };
}

/**
 * The mean over the visible fields of those spans of the key that were marked exactly; spans that were not marked are
 * scored by the spans field.
 */
function scoreGroup(
  group: FieldOfType<"group">,
  { answer, keys }: { answer: TaskAnswer; keys: Readonly<Record<string, unknown>> },
): FieldScore | null {
  const idBySpan = new Map(spansOf(answer[group.per]).map((span) => [spanKey(span), span.id]));
  const given = groupAnswersOf(answer[group.name]);
  const scores: FieldScore[] = [];
  for (const span of spansOf(fieldAnswerSchema.safeParse(keys[group.per]).data)) {
    const id = idBySpan.get(spanKey(span));
    if (id === undefined) continue;
    const inner = goldByField(goldByField(keys[group.name])[span.id]);
    const answers = given[id] ?? {};
    for (const field of visibleGroupFields(group, { label: span.label, answers, of: answer })) {
      if (inner[field.name] === undefined) continue;
      const score = scoreField(field, { answer: answers, keys: inner });
      if (score) scores.push(score);
    }
  }
  if (scores.length === 0) return null;
  return {
    correct: scores.every(({ correct }) => correct === true),
    score: scores.reduce((sum, { score }) => sum + (score ?? 0), 0) / scores.length,
  };
}
