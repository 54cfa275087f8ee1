import { canonicalJson } from "../../fingerprint.ts";
import type { AnswerField } from "../schema/answer-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import { relationsOf, spansOf } from "./check-spans.ts";
import { groupAnswersOf } from "./group-answers.ts";
import type { TaskAnswer, TaskSpan } from "./task-answer.ts";

/**
 * Converts the answer to each field into a text, so that equal answers of different people give equal texts. Spans are
 * identified by position and label instead of their IDs, and sets are sorted. Unanswered fields are absent.
 */
export function toComparableAnswers(
  schema: Pick<TaskSchema, "answer">,
  answer: TaskAnswer,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    schema.answer.flatMap((field): [string, string][] =>
      answer[field.name] === undefined ? [] : [[field.name, canonicalJson(replaceIds(field, answer))]],
    ),
  );
}

function replaceIds(field: AnswerField, answer: TaskAnswer): unknown {
  const given = answer[field.name];
  switch (field.type) {
    case "spans":
      return spansOf(given)
        .map((span) => spanName(field.name, span))
        .sort();
    case "relations":
      return namedRelations(field, answer)
        .map((relation) => JSON.stringify(relation))
        .sort()
        .map((relation): unknown => JSON.parse(relation));
    case "group": {
      const names = spanNames([field.per], answer);
      return Object.fromEntries(
        Object.entries(groupAnswersOf(given)).map(([id, answers]) => [names.get(id) ?? id, answers]),
      );
    }
    default:
      return given;
  }
}

/** A relation with the names of its spans: from, label, to. */
export type NamedRelation = readonly [from: string, label: string, to: string];

/** The relations of an answer. The ends of a relation without a direction are sorted. */
export function namedRelations(field: Extract<AnswerField, { type: "relations" }>, answer: TaskAnswer) {
  const names = spanNames(field.between, answer);
  return relationsOf(answer[field.name]).map(({ from, to, label }): NamedRelation => {
    const ends = [names.get(from) ?? from, names.get(to) ?? to];
    const [first = "", second = ""] = field.isDirected ? ends : ends.sort();
    return [first, label, second];
  });
}

/** The names of the spans of these fields by ID. Spans of different people with equal position and label have one name. */
function spanNames(fields: readonly string[], answer: TaskAnswer): ReadonlyMap<string, string> {
  return new Map(fields.flatMap((name) => spansOf(answer[name]).map((span) => [span.id, spanName(name, span)])));
}

/** A span as text: its field, position and label. */
export function spanName(field: string, { part, start, end, label = "" }: TaskSpan): string {
  return `${field}:${part ?? ""}:${start}-${end}:${label}`;
}

/** The span that has this name. */
export function spanOfName(name: string, id: string): TaskSpan {
  const [, part = "", start = 0, end = 0, label = ""] = /^[^:]+:(\d*):(\d+)-(\d+):(.*)$/su.exec(name) ?? [];
  return {
    id,
    start: Number(start),
    end: Number(end),
    ...(label === "" ? {} : { label }),
    ...(part === "" ? {} : { part: Number(part) }),
  };
}

/** All answers as one text. Equal answers give equal texts. */
export function toComparableAnswer(schema: Pick<TaskSchema, "answer">, answer: TaskAnswer): string {
  return canonicalJson(toComparableAnswers(schema, answer));
}
