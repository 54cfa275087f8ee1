import * as z from "zod";
import { relationsOf, spansOf } from "../../tasks/answers/check-spans.ts";
import { withDistinctSpanIds } from "../../tasks/answers/distinct-span-ids.ts";
import { preferenceSchema, quantitySchema, type TaskAnswer } from "../../tasks/answers/task-answer.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { LabelStudioNames } from "../../tasks/schema/label-studio-names.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import type { ExportedItem } from "./exported-item.ts";

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
        /**
         * Used in exports instead of `completed_by`, because Label Studio rejects files with people that it does not
         * know.
         */
        annotator: z.string().optional(),
        was_cancelled: z.boolean().nullish(),
        result: z.array(result),
      }),
    )
    .nullish(),
  /** Exports without predictions contain only their IDs. */
  predictions: z
    .array(
      z.union([
        z.number(),
        z.looseObject({ model_version: z.string().nullish(), score: z.number().nullish(), result: z.array(result) }),
      ]),
    )
    .nullish(),
});
type Result = z.infer<typeof result>;

type ItemResult = { ok: true; item: unknown } | { ok: false; field: string; message: string };

/** Used for a schema that was not read from a configuration: the names are those of the schema's fields. */
const noNames: LabelStudioNames = { controls: {}, data: {} };

/**
 * Converts a task in Label Studio's JSON into an item: `data` becomes the fields and the metadata, predictions become
 * suggestions with the model's version and score, and annotations become answers of coded people. Cancelled annotations
 * are omitted. An annotation without results counts as an answer if the task requires no answer, for example if a text
 * has no entities.
 */
export function itemOfLabelStudio(schema: TaskSchema, given: unknown, line: number): ItemResult {
  const names = schema.labelStudio ?? noNames;
  const parsed = task.safeParse(given);
  if (!parsed.success) return { ok: false, field: "data", message: "is not a task of Label Studio" };
  const { id, data, meta, annotations, predictions } = parsed.data;
  const fields: Record<string, unknown> = {};
  const usedKeys = new Set<string>();
  for (const field of schema.stimulus) {
    const key = names.data[field.name] ?? field.name;
    if (!(key in data)) continue;
    usedKeys.add(key);
    fields[field.name] = convertStimulusValue(field.type, data[key]);
  }
  const metadata = Object.entries(data).filter(
    ([key, value]) => !usedKeys.has(key) && (value === null || ["string", "number", "boolean"].includes(typeof value)),
  );
  const read = (results: readonly Result[]) => answerOf(schema, { names, data }, results);
  const isEmptyAllowed = schema.answer.every(({ required }) => !required);
  const order = (predictions ?? [])
    .filter((one) => typeof one !== "number")
    .toSorted((one, other) => (other.score ?? -1) - (one.score ?? -1));
  return {
    ok: true,
    item: {
      id: typeof meta?.item === "string" ? meta.item : `${id ?? `task-${line}`}`,
      fields,
      metadata: Object.fromEntries(metadata),
      suggestions: order.map(({ model_version: model, score, result: results }) => ({
        ...{ model: model || "model", score: score ?? null, answer: read(results) },
      })),
      annotations: (annotations ?? [])
        .filter((one) => !one.was_cancelled && (one.result.length > 0 || isEmptyAllowed))
        .map((one, index) => ({
          coder: one.annotator ?? coderOf(one.completed_by, index),
          answer: read(one.result),
        })),
    },
  };
}

function coderOf(given: unknown, index: number): string {
  const id = given !== null && typeof given === "object" ? (given as { id?: unknown }).id : given;
  return typeof id === "number" || typeof id === "string"
    ? `label-studio-${id}`
    : `label-studio-annotation-${index + 1}`;
}

/** Converts a stimulus value: paragraphs have turns with `author` and `text`; list entries have `body` or `title`. */
function convertStimulusValue(type: TaskSchema["stimulus"][number]["type"], value: unknown): unknown {
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

function answerOf(
  schema: TaskSchema,
  { names, data }: { names: LabelStudioNames; data: Readonly<Record<string, unknown>> },
  results: readonly Result[],
): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  for (const field of schema.answer) {
    const fieldResults = results.filter((one) => one.from_name === (names.controls[field.name]?.name ?? field.name));
    const value =
      field.type === "relations"
        ? parseRelations(results)
        : field.type === "ranking" && !Array.isArray(field.options)
          ? parseRanking(fieldResults, data[names.data[field.options.from] ?? field.options.from])
          : answerToField(field, fieldResults);
    if (value !== undefined) answer[field.name] = value;
  }
  // One region of Label Studio can have labels of several controls.
  return withDistinctSpanIds(answer);
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
    case "edit":
      return values.flatMap((value) => list(value.text)).join("\n");
    case "pairwise":
      return first.selected === undefined
        ? undefined
        : { preferred: first.selected === "left" ? "first" : "second", strength: 1 };
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

/** A ranking contains the IDs of the list's entries, under the name of the control. */
function parseRanking(results: readonly Result[], entries: unknown): unknown {
  const [ids] = Object.values((results[0]?.value?.ranker ?? {}) as Record<string, unknown>);
  if (!Array.isArray(ids) || !Array.isArray(entries)) return undefined;
  const entryIds = entries.map((entry) => `${(entry as { id?: unknown } | null)?.id}`);
  return ids.map((id) => `option-${entryIds.indexOf(`${id}`)}`);
}

function parseRelations(results: readonly Result[]): unknown {
  const relations = results.filter(({ type }) => type === "relation");
  if (relations.length === 0) return undefined;
  return relations.map(({ from_id: from = "", to_id: to = "", labels }) => ({
    ...{ from: spanId(from, 0), to: spanId(to, 0), label: labels?.[0] ?? "" },
  }));
}

function spanId(id: string | undefined, index: number): string {
  return (id ?? `s${index + 1}`).replaceAll(/[^a-zA-Z0-9_-]/gu, "-").slice(0, 40);
}

/**
 * Formats an item as a task of Label Studio, with the annotations of all people, and with suggestions as predictions.
 * Label Studio numbers tasks itself but keeps `meta`, which contains an ID that is not a number.
 */
export function formatLabelStudioTask(schema: TaskSchema, item: ExportedItem): object {
  const names = schema.labelStudio ?? noNames;
  return {
    ...(/^[1-9]\d{0,14}$/u.test(item.id) ? { id: Number(item.id) } : { meta: { item: item.id } }),
    data: {
      ...item.metadata,
      ...Object.fromEntries(schema.stimulus.map(({ name }) => [names.data[name] ?? name, dataOf(item.fields[name])])),
    },
    annotations: item.annotations.map(({ annotator, answer, seconds }) => ({
      ...{ annotator, was_cancelled: false, ground_truth: false, lead_time: seconds },
      result: resultsOf(schema, item.fields, answer),
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
    const shownField = "in" in field ? field.in : (schema.stimulus[0]?.name ?? "");
    const control = schema.labelStudio?.controls[field.name];
    const controlNames = { from_name: control?.name ?? field.name, to_name: control?.toName ?? shownField };
    const createResult = (type: string, value: object) => [{ id: field.name, ...controlNames, type, value }];
    switch (field.type) {
      case "choice":
        return createResult("choices", { choices: [given] });
      case "several":
        return createResult("choices", { choices: given });
      case "rating":
        return createResult("rating", { rating: given });
      case "number":
        return createResult("number", {
          number: typeof given === "number" ? given : quantitySchema.safeParse(given).data?.value,
        });
      case "text":
      case "edit":
        return createResult("textarea", { text: [given] });
      case "ranking":
        return createResult("ranker", { ranker: { [controlNames.from_name]: given } });
      case "pairwise": {
        const side = preferenceSchema.safeParse(given).data?.preferred;
        return side === "tie" ? [] : createResult("pairwise", { selected: side === "first" ? "left" : "right" });
      }
      case "spans":
        return spansOf(given).map(({ id, start, end, label, part }) => {
          const value = fields[field.in];
          const text = typeof value === "string" ? value.slice(start, end) : undefined;
          const labels = label === undefined ? [] : [label];
          return part === undefined
            ? { id, ...controlNames, type: "labels", value: { start, end, text, labels } }
            : {
                ...{ id, ...controlNames, type: "paragraphlabels" },
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
