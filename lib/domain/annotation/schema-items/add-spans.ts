import { spansOf } from "../../tasks/answers/check-spans.ts";
import { unusedSpanId } from "../../tasks/answers/distinct-span-ids.ts";
import { groupAnswersOf } from "../../tasks/answers/group-answers.ts";
import type { FieldAnswer, TaskAnswer, TaskSpan } from "../../tasks/answers/task-answer.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";

/** A span ID that no span of the answers has: relations may connect spans of different fields. */
export function createSpanId({ answer: fields }: Pick<TaskSchema, "answer">, answer: TaskAnswer): string {
  const spans = fields.flatMap(({ name, type }) => (type === "spans" ? spansOf(answer[name]) : []));
  return unusedSpanId(new Set(spans.map(({ id }) => id)));
}

/** Adds spans of another answer, with new IDs and with the answers of groups about them. */
export function addSpans(
  schema: Pick<TaskSchema, "answer">,
  answer: TaskAnswer,
  { field, spans, from }: { field: string; spans: readonly TaskSpan[]; from: TaskAnswer },
): TaskAnswer {
  const groups = schema.answer.filter((one) => one.type === "group" && one.per === field);
  let next = answer;
  for (const span of spans) {
    const id = createSpanId(schema, next);
    next = { ...next, [field]: [...spansOf(next[field]), { ...span, id }] };
    for (const { name } of groups) {
      const own = groupAnswersOf(from[name])[span.id];
      if (own) next = { ...next, [name]: { ...groupAnswersOf(next[name]), [id]: own } as FieldAnswer };
    }
  }
  return next;
}
