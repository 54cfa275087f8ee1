import { relationsOf, spansOf } from "../../tasks/answers/check-spans.ts";
import { spanName } from "../../tasks/answers/comparable-answer.ts";
import type { TaskAnswer, TaskRelation } from "../../tasks/answers/task-answer.ts";
import type { FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { addSpans } from "./add-spans.ts";

/** Adds a relation of another answer. Its spans are found by their words and label, and added if they are missing. */
export function addRelation(
  schema: Pick<TaskSchema, "answer">,
  answer: TaskAnswer,
  { field, relation, from }: { field: FieldOfType<"relations">; relation: TaskRelation; from: TaskAnswer },
): TaskAnswer {
  let next = answer;
  const ownId = (id: string): string => {
    for (const name of field.between) {
      const span = spansOf(from[name]).find((one) => one.id === id);
      if (!span) continue;
      const find = () => spansOf(next[name]).find((one) => spanName(name, one) === spanName(name, span))?.id;
      if (find() === undefined) next = addSpans(schema, next, { field: name, spans: [span], from });
      return find() ?? id;
    }
    return id;
  };
  const added = { from: ownId(relation.from), to: ownId(relation.to), label: relation.label };
  return { ...next, [field.name]: [...relationsOf(next[field.name]), added] };
}
