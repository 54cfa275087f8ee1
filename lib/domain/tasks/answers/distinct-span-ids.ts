import { compareSpanPositions } from "./check-spans.ts";
import { type TaskSpan, taskSpanSchema } from "./task-answer.ts";

/**
 * Renames the IDs of spans that a span of a preceding field has: forms and files number the spans of each field
 * separately. Relations refer to the first span that has an ID. Other answers, and spans in another form, are unchanged.
 */
export function withDistinctSpanIds(answers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const usedIds = new Set(
    Object.values(answers).flatMap((answer) => (isSpanList(answer) ? answer.map(({ id }) => id) : [])),
  );
  const precedingIds = new Set<string>();
  const rename = (span: TaskSpan): TaskSpan => {
    if (!precedingIds.has(span.id)) return span;
    const id = unusedSpanId(usedIds);
    usedIds.add(id);
    return { ...span, id };
  };
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      if (!isSpanList(answer)) return [name, answer];
      const spans = answer.map(rename);
      for (const { id } of spans) precedingIds.add(id);
      return [name, spans];
    }),
  );
}

/**
 * Numbers the spans of each field by position and label, so that equal marks have equal IDs, in whatever order a person
 * made them.
 */
export function withNumberedSpans(answers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const numbered = Object.entries(answers).map(([name, answer]): [string, unknown] => {
    if (!isSpanList(answer)) return [name, answer];
    const labelled = answer.toSorted(({ label: one = "" }, { label: other = "" }) =>
      one < other ? -1 : Number(one > other),
    );
    const sorted = labelled.toSorted(compareSpanPositions);
    return [name, sorted.map((span, index) => ({ ...span, id: String(index + 1) }))];
  });
  return withDistinctSpanIds(Object.fromEntries(numbered));
}

/** A span ID that is not used. */
export function unusedSpanId(usedIds: ReadonlySet<string>): string {
  let number = usedIds.size + 1;
  while (usedIds.has(`s${number}`)) number += 1;
  return `s${number}`;
}

function isSpanList(answer: unknown): answer is TaskSpan[] {
  return Array.isArray(answer) && answer.length > 0 && answer.every((one) => taskSpanSchema.safeParse(one).success);
}
