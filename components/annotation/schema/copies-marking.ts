import { compareSpans, spanPosition } from "@/lib/domain/annotation/schema-items/compare-spans.ts";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import type { TaskAnswer, TaskSpan } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import type { SpanMarking } from "./stimulus-view.tsx";

/**
 * Combines the marks of the answers `shown` for read-only texts. A range is disputed if the marks of `answers` differ
 * in it.
 */
export function mergeMarks(
  { schema, fields }: Pick<SchemaTask, "schema" | "fields">,
  answers: readonly TaskAnswer[],
  shown: readonly TaskAnswer[],
): SpanMarking {
  const spanFields = schema.answer.filter((field): field is FieldOfType<"spans"> => field.type === "spans");
  const disputed = new Map(
    spanFields.map((field) => {
      const disputedRanges = compareSpans(field, fields, answers).filter(({ differs }) => differs);
      return [field.name, new Set(disputedRanges.map(({ place }) => place))];
    }),
  );
  return {
    fields: spanFields,
    spansOf: (name) =>
      spanFields.filter((field) => field.name === name).flatMap((field) => mergeSpans(field, fields, shown)),
    isDisputed: (name, span) => disputed.get(name)?.has(spanPosition(span)) ?? false,
    ...{ current: null, selection: null, onSelect: null },
  };
}

/** Each range once for each label. */
function mergeSpans(
  field: FieldOfType<"spans">,
  fields: SchemaTask["fields"],
  shown: readonly TaskAnswer[],
): TaskSpan[] {
  return compareSpans(field, fields, shown).flatMap(({ marks }) => [
    ...new Map(marks.flat().map((span) => [span.label ?? "", span])).values(),
  ]);
}
