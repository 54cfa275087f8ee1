import * as z from "zod";
import { relationsOf, spansOf } from "../../tasks/answers/check-spans.ts";
import { preferenceSchema, quantitySchema, type TaskAnswer } from "../../tasks/answers/task-answer.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import type { ExportedItem } from "./exported-item.ts";
import type { LabelStudioNames } from "./label-studio-config.ts";

const result = z.looseObject({
  id: z.string().optional(),
  type: z.string(),
  from_name: z.string().optional(),
  value: z.record(z.string(), z.unknown()).optional(),
  from_id: z.string().optional(),
  to_id: z.string().optional(),
  labels: z.array(z.string()).optional(),
});
const task = z.looseObject({
  id: z.union([z.number(), z.string()]).optional(),
  data: z.record(z.string(), z.unknown()),
  meta: z.record(z.string(), z.unknown()).nullish(),
  annotations: z
    .array(
      z.looseObject({
        completed_by: z.unknown().optional(),
        was_cancelled: z.boolean().nullish(),
        result: z.array(result),
      }),
    )
    .nullish(),
  predictions: z
    .array(z.looseObject({ model_version: z.string().nullish(), score: z.number().nullish(), result: z.array(result) }))
    .nullish(),
});
type Result = z.infer<typeof result>;

type ReadJson = { ok: true; item: unknown } | { ok: false; field: string; message: string };

/** The names of a schema that did not come from Label Studio: those of its own fields. */
export function ownNames(schema: TaskSchema): LabelStudioNames {
  const same = (fields: readonly { name: string }[]) => Object.fromEntries(fields.map(({ name }) => [name, name]));
  return { answers: same(schema.answer), stimuli: same(schema.stimulus), data: same(schema.stimulus) };
}

/**
 * A task of Label Studio's JSON as an item: `data` are the fields and the metadata, predictions are suggestions with the
 * model's version and score, annotations are those of coded people. Cancelled annotations are left out.
 */
export function itemOfLabelStudio(schema: TaskSchema, names: LabelStudioNames, given: unknown, line: number): ReadJson {
  const parsed = task.safeParse(given);
  if (!parsed.success) return { ok: false, field: "data", message: "is not a task of Label Studio" };
  const { id, data, annotations, predictions } = parsed.data;
  const fields: Record<string, unknown> = {};
  const used = new Set<string>();
  for (const field of schema.stimulus) {
    const key = names.data[field.name] ?? field.name;
    if (!(key in data)) continue;
    used.add(key);
    fields[field.name] = shownValue(field.type, data[key]);
  }
  const metadata = Object.entries(data).filter(
    ([key, value]) => !used.has(key) && (value === null || ["string", "number", "boolean"].includes(typeof value)),
  );
  const read = (results: readonly Result[]) => answerOf(schema, names, results);
  const order = (predictions ?? []).toSorted((one, other) => (other.score ?? -1) - (one.score ?? -1));
  return {
    ok: true,
    item: {
      id: `${id ?? `task-${line}`}`,
      fields,
      metadata: Object.fromEntries(metadata),
      suggestions: order.map(({ model_version: model, score, result: results }) => ({
        ...{ model: model || "model", score: score ?? null, answer: read(results) },
      })),
      annotations: (annotations ?? [])
        .filter((one) => !one.was_cancelled && one.result.length > 0)
        .map((one, index) => ({ coder: coderOf(one.completed_by, index), answer: read(one.result) })),
    },
  };
}

function coderOf(given: unknown, index: number): string {
  const id = given !== null && typeof given === "object" ? (given as { id?: unknown }).id : given;
  return typeof id === "number" || typeof id === "string"
    ? `label-studio-${id}`
    : `label-studio-annotation-${index + 1}`;
}

/** Paragraphs are turns with `author` and `text`, a list has `body` or `title`. */
function shownValue(type: TaskSchema["stimulus"][number]["type"], value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const parts = value as (Record<string, unknown> | string)[];
  if (type === "dialogue")
    return parts.map((part) =>
      typeof part === "string"
        ? { speaker: "", text: part }
        : { speaker: `${part.author ?? part.speaker ?? ""}`, text: `${part.text ?? ""}` },
    );
  return parts.map((part) =>
    typeof part === "string" ? part : `${part.body ?? part.html ?? part.title ?? part.text ?? ""}`,
  );
}

function answerOf(schema: TaskSchema, names: LabelStudioNames, results: readonly Result[]): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  for (const field of schema.answer) {
    const own = results.filter((one) => names.answers[one.from_name ?? ""] === field.name);
    const value = field.type === "relations" ? relationsIn(results) : answerToField(field, own);
    if (value !== undefined) answer[field.name] = value;
  }
  return answer;
}

function answerToField(field: AnswerField, results: readonly Result[]): unknown {
  const values = results.map(({ value }) => value ?? {});
  const [first] = values;
  if (!first) return undefined;
  const list = (given: unknown): string[] =>
    Array.isArray(given) ? given.flat().map(String) : given === undefined ? [] : [String(given)];
  switch (field.type) {
    case "choice":
      return list(first.choices)[0];
    case "several":
      return values.flatMap((value) => list(value.choices));
    case "rating":
      return first.rating;
    case "number":
      return first.number;
    case "text":
      return list(first.text).join("\n");
    case "pairwise":
      return first.selected === undefined
        ? undefined
        : { preferred: first.selected === "left" ? "first" : "second", strength: 1 };
    case "ranking":
      return list(first.ranker);
    case "spans":
      return results.map(({ id, value = {} }, index) => {
        const [label] = [value.labels, value.hypertextlabels, value.paragraphlabels].flatMap(list);
        const part =
          typeof value.start === "string" && value.startOffset !== undefined ? { part: Number(value.start) } : {};
        const [start, end] = "part" in part ? [value.startOffset, value.endOffset] : [value.start, value.end];
        return { id: spanId(id, index), start, end, ...(label === undefined ? {} : { label }), ...part };
      });
    default:
      return undefined;
  }
}

function relationsIn(results: readonly Result[]): unknown {
  const relations = results.filter(({ type }) => type === "relation");
  if (relations.length === 0) return undefined;
  return relations.map(({ from_id: from = "", to_id: to = "", labels }) => ({
    ...{ from: spanId(from, 0), to: spanId(to, 0), label: labels?.[0] ?? "" },
  }));
}

function spanId(id: string | undefined, index: number): string {
  return (id ?? `s${index + 1}`).replaceAll(/[^a-zA-Z0-9_-]/gu, "-").slice(0, 40);
}

/** An item as a task of Label Studio, with the annotations of all people and the suggestions as predictions. */
export function labelStudioTask(schema: TaskSchema, item: ExportedItem): object {
  return {
    id: item.id,
    data: {
      ...item.metadata,
      ...Object.fromEntries(schema.stimulus.map(({ name }) => [name, dataOf(item.fields[name])])),
    },
    annotations: item.annotations.map(({ annotator, answer }) => ({
      ...{ completed_by: annotator, was_cancelled: false, result: resultsOf(schema, item.fields, answer) },
    })),
    predictions: item.suggestions.map(({ model, score, answer }) => ({
      ...{ model_version: model, score, result: resultsOf(schema, item.fields, answer) },
    })),
  };
}

function dataOf(value: TaskFields[string] | undefined): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((part, index) =>
    typeof part === "string"
      ? { id: `option-${index}`, body: part }
      : "speaker" in part
        ? { author: part.speaker, text: part.text }
        : part,
  );
}

function resultsOf(schema: TaskSchema, fields: TaskFields, answer: TaskAnswer): object[] {
  return schema.answer.flatMap((field): object[] => {
    const given = answer[field.name];
    if (given === undefined) return [];
    const of = "in" in field ? field.in : (schema.stimulus[0]?.name ?? "");
    const one = (type: string, value: object) => [{ id: field.name, from_name: field.name, to_name: of, type, value }];
    switch (field.type) {
      case "choice":
        return one("choices", { choices: [given] });
      case "several":
        return one("choices", { choices: given });
      case "rating":
        return one("rating", { rating: given });
      case "number":
        return one("number", {
          number: typeof given === "number" ? given : quantitySchema.safeParse(given).data?.value,
        });
      case "text":
      case "edit":
        return one("textarea", { text: [given] });
      case "ranking":
        return one("ranker", { ranker: given });
      case "pairwise": {
        const side = preferenceSchema.safeParse(given).data?.preferred;
        return side === "tie" ? [] : one("pairwise", { selected: side === "first" ? "left" : "right" });
      }
      case "spans":
        return spansOf(given).map(({ id, start, end, label, part }) => {
          const value = fields[field.in];
          const text = typeof value === "string" ? value.slice(start, end) : undefined;
          const labels = label === undefined ? [] : [label];
          return part === undefined
            ? { id, from_name: field.name, to_name: of, type: "labels", value: { start, end, text, labels } }
            : {
                ...{ id, from_name: field.name, to_name: of, type: "paragraphlabels" },
                value: {
                  start: `${part}`,
                  end: `${part}`,
                  startOffset: start,
                  endOffset: end,
                  paragraphlabels: labels,
                },
              };
        });
      case "relations":
        return relationsOf(given).map(({ from, to, label }) => ({
          ...{
            type: "relation",
            from_id: from,
            to_id: to,
            labels: [label],
            direction: field.isDirected ? "right" : "bi",
          },
        }));
      default:
        return [];
    }
  });
}
