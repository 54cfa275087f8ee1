import { canonicalJson } from "../../fingerprint.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import { relationsOf, spansOf } from "./check-spans.ts";
import type { FieldAnswer, TaskAnswer } from "./task-answer.ts";

/**
 * Converts the answer to each field into a text, so that equal answers of different people give equal texts. Spans are
 * identified by position and label instead of their IDs, and sets are sorted. Unanswered fields are absent.
 */
export function toComparableAnswers(
  schema: Pick<TaskSchema, "answer">,
  answer: TaskAnswer,
): Readonly<Record<string, string>> {
  const names = new Map<string, string>();
  for (const field of schema.answer)
    if (field.type === "spans")
      for (const { id, start, end, label, part } of spansOf(answer[field.name]))
        names.set(id, `${field.name}:${part ?? 0}:${start}-${end}:${label ?? ""}`);
  const comparableNameOf = (id: string) => names.get(id) ?? id;
  return Object.fromEntries(
    schema.answer.flatMap(({ name, type }): [string, string][] => {
      const given = answer[name];
      return given === undefined ? [] : [[name, canonicalJson(replaceIds(type, given, comparableNameOf))]];
    }),
  );
}

function replaceIds(
  type: TaskSchema["answer"][number]["type"],
  given: FieldAnswer,
  nameOf: (id: string) => string,
): unknown {
  switch (type) {
    case "spans":
      return spansOf(given)
        .map(({ id }) => nameOf(id))
        .sort();
    case "relations":
      return relationsOf(given)
        .map(({ from, to, label }) => `${nameOf(from)} ${label} ${nameOf(to)}`)
        .sort();
    case "group":
      return Object.fromEntries(Object.entries(given).map(([id, answers]) => [nameOf(id), answers]));
    default:
      return given;
  }
}

/** Converts a comparable text back to an answer to a field. Spans get the IDs "s1", "s2" and so on. */
export function answerOfComparable({ name, type }: TaskSchema["answer"][number], text: string): FieldAnswer {
  const value = JSON.parse(text) as FieldAnswer;
  if (type !== "spans") return value;
  return (value as unknown as string[]).map((span, index) => {
    const [, part = 0, start = 0, end = 0, label = ""] =
      /^(\d+):(\d+)-(\d+):(.*)$/su.exec(span.slice(name.length + 1)) ?? [];
    return {
      ...{ id: `s${index + 1}`, start: Number(start), end: Number(end) },
      ...(label === "" ? {} : { label }),
      ...(part === "0" ? {} : { part: Number(part) }),
    };
  });
}

/** All answers as one text. Equal answers give equal texts. */
export function toComparableAnswer(schema: Pick<TaskSchema, "answer">, answer: TaskAnswer): string {
  return canonicalJson(toComparableAnswers(schema, answer));
}
