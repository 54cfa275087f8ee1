import * as z from "zod";
import type { SchemaItem } from "../../annotation/schema-items/schema-item.ts";
import { relationsOf, spansOf } from "../../tasks/answers/check-spans.ts";
import { fieldOptions } from "../../tasks/answers/field-options.ts";
import type { TaskAnswer, TaskSpan } from "../../tasks/answers/task-answer.ts";
import type { FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { tokensOf } from "./conll.ts";
import type { ExportedItem } from "./exported-item.ts";

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const prodigyRow = z.looseObject({
  text: z.string().optional(),
  spans: z.array(z.looseObject({ start: z.number(), end: z.number(), label: z.string().optional() })).optional(),
  relations: z.array(z.looseObject({ head_span: z.unknown(), child_span: z.unknown(), label: z.string() })).optional(),
  options: z.array(z.looseObject({ id: z.union([z.string(), z.number()]), text: z.string().optional() })).optional(),
  accept: z.array(z.union([z.string(), z.number()])).optional(),
  label: z.string().optional(),
  answer: z.enum(["accept", "reject", "ignore"]).optional(),
  score: z.number().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
  user_input: z.string().optional(),
});

type ItemResult = { ok: true; item: unknown } | { ok: false; field: string; message: string };

/** Properties that only lines written by Prodigy have. */
const prodigyHashes = ["_input_hash", "_task_hash"];
const prodigyKeys = ["answer", "spans", "relations", "accept", "tokens", "meta"];

/** Whether an object is a line of Prodigy, not a record with the columns of a table. */
export function isProdigyLine(row: object): boolean {
  return prodigyHashes.some((key) => key in row) || ("text" in row && prodigyKeys.some((key) => key in row));
}

/**
 * Converts a line of Prodigy's JSONL into an item of the schema. `text` is the first text; `spans` and `relations`
 * belong to the first fields of these types, `accept` or `label` to the first choice, `user_input` to the first text
 * answer. A line with `answer: accept` is an annotation of its annotator; a line without `answer` has suggestions.
 * Rejected and ignored lines only give the text. Lines about one input have the same ID: Prodigy's hash of the input,
 * otherwise `meta.id`.
 */
export function itemOfProdigy(schema: TaskSchema, given: unknown, line: number): ItemResult {
  const parsed = prodigyRow.safeParse(given);
  if (!parsed.success) return { ok: false, field: "", message: "is not a task of Prodigy" };
  const row = parsed.data;
  const textField = findTextField(schema);
  if (!textField || row.text === undefined)
    return { ok: false, field: "text", message: "has no text for a text field" };
  const answer = answerOf(schema, row);
  const raw = row as Record<string, unknown>;
  const coder = [raw._annotator_id, raw._session_id].find((one) => typeof one === "string") ?? "prodigy";
  const isSuggested = Object.values(answer).some((value) => !Array.isArray(value) || value.length > 0);
  const model = typeof raw._view_id === "string" && typeof raw.model === "string" ? raw.model : "prodigy";
  const { id: statedId, ...meta } = row.meta ?? {};
  const isHashed = typeof raw._input_hash === "number";
  const isNamed = !isHashed && (typeof statedId === "string" || typeof statedId === "number");
  return {
    ok: true,
    item: {
      id: isHashed ? `prodigy-${raw._input_hash}` : isNamed ? `${statedId}` : `line-${line}`,
      fields: { [textField.name]: row.text },
      metadata: Object.fromEntries(
        Object.entries(isNamed ? meta : (row.meta ?? {})).filter(([, value]) => scalar.safeParse(value).success),
      ),
      suggestions: isSuggested && row.answer === undefined ? [{ model, score: row.score ?? null, answer }] : [],
      annotations: Object.keys(answer).length > 0 && row.answer === "accept" ? [{ coder, answer }] : [],
    },
  };
}

/**
 * Adds the content of a later line about the same input to an item: answers of further annotators, and the same
 * annotator's answers to other questions. Null if the lines have different texts.
 */
export function mergeProdigy(item: SchemaItem, later: SchemaItem): SchemaItem | null {
  if (JSON.stringify(item.fields) !== JSON.stringify(later.fields)) return null;
  const answers = new Map(item.annotations.map(({ coder, answer }) => [coder, answer]));
  for (const { coder, answer } of later.annotations) answers.set(coder, { ...answers.get(coder), ...answer });
  return {
    ...item,
    metadata: { ...later.metadata, ...item.metadata },
    suggestions: [...item.suggestions, ...later.suggestions],
    annotations: [...answers].map(([coder, answer]) => ({ coder, answer })),
  };
}

function findTextField(schema: TaskSchema) {
  return schema.stimulus.find(({ type }) => type === "text" || type === "markdown");
}

function answerOf(schema: TaskSchema, row: z.infer<typeof prodigyRow>): Record<string, unknown> {
  const findField = <Type extends TaskSchema["answer"][number]["type"]>(...types: Type[]) =>
    schema.answer.find((one): one is Extract<TaskSchema["answer"][number], { type: Type }> =>
      types.some((type) => type === one.type),
    );
  const answer: Record<string, unknown> = {};
  const spansField = findField("spans");
  const spans = (row.spans ?? []).map(({ start, end, label }, index) => ({
    id: `s${index + 1}`,
    start,
    end,
    ...(label === undefined ? {} : { label }),
  }));
  if (spansField && row.spans) answer[spansField.name] = spans;
  const relationsField = findField("relations");
  const idOf = (given: unknown) => spans.find((span) => isSameRange(span, given))?.id ?? "";
  if (relationsField && row.relations?.length)
    answer[relationsField.name] = row.relations.map(({ head_span: head, child_span: child, label }) => ({
      from: idOf(head),
      to: idOf(child),
      label,
    }));
  const chosenIds = (row.accept ?? (row.label !== undefined && row.spans === undefined ? [row.label] : [])).map(String);
  const choice = findField("choice", "several");
  if (choice && chosenIds.length > 0) {
    const options = fieldOptions(choice, {});
    const values = chosenIds.map((id) => options.find(({ value, label }) => value === id || label === id)?.value ?? id);
    answer[choice.name] = choice.type === "several" ? values : values[0];
  }
  const text = findField("text");
  if (text && row.user_input !== undefined) answer[text.name] = row.user_input;
  return answer;
}

function isSameRange(span: { start: number; end: number }, given: unknown): boolean {
  const other = given as { start?: unknown; end?: unknown } | null;
  return other?.start === span.start && other.end === span.end;
}

/**
 * Formats the annotations of an item as lines of Prodigy: one line per annotator, or one line without an answer if
 * there are no annotations. Spans include their tokens, because Prodigy needs them. An item that does not come from
 * Prodigy has its ID in `meta.id`.
 */
export function formatProdigyLines(schema: TaskSchema, item: ExportedItem): string[] {
  const shownTextField = findTextField(schema);
  const value = shownTextField ? item.fields[shownTextField.name] : undefined;
  const text = typeof value === "string" ? value : "";
  const [, hash] = /^prodigy-(-?\d{1,15})$/u.exec(item.id) ?? [];
  const base =
    hash === undefined
      ? { text, meta: { ...item.metadata, id: item.id } }
      : { text, meta: item.metadata, _input_hash: Number(hash) };
  if (item.annotations.length === 0) return [JSON.stringify(base)];
  return item.annotations.map(({ annotator, answer, at }) =>
    JSON.stringify({
      ...{ ...base, ...prodigyPartsOf(schema, answer, text), answer: "accept" },
      ...{ _timestamp: Math.floor(Date.parse(at) / 1_000), _annotator_id: annotator, _session_id: annotator },
    }),
  );
}

function prodigyPartsOf(schema: TaskSchema, answer: TaskAnswer, text: string): Record<string, unknown> {
  const spansFields = schema.answer.filter((field): field is FieldOfType<"spans"> => field.type === "spans");
  const spans = spansFields.flatMap(({ name }) => spansOf(answer[name]));
  const choice = schema.answer.find((field) => field.type === "choice" || field.type === "several");
  const chosen = choice && answer[choice.name];
  const relations = schema.answer
    .filter(({ type }) => type === "relations")
    .flatMap(({ name }) => relationsOf(answer[name]));
  const tokens = tokensOf(text);
  const omitSpanId = ({ id: _, ...span }: TaskSpan) => ({
    ...span,
    token_start: tokens.findIndex(({ end }) => end > span.start),
    token_end: tokens.findLastIndex(({ start }) => start < span.end),
  });
  const spanOf = (id: string) => spans.filter((span) => span.id === id).map(omitSpanId)[0];
  const textField = schema.answer.find(({ type }) => type === "text");
  return {
    ...(spansFields.length > 0
      ? {
          tokens: tokens.map(({ start, end }, id) => ({
            ...{ text: text.slice(start, end), start, end, id, ws: text[end] === " " },
          })),
          spans: spans.map(omitSpanId),
          _view_id: relations.length > 0 ? "relations" : "ner_manual",
        }
      : {}),
    ...(textField && answer[textField.name] !== undefined ? { user_input: answer[textField.name] } : {}),
    ...(relations.length > 0
      ? {
          relations: relations.map(({ from, to, label }) => ({
            label,
            head_span: spanOf(from),
            child_span: spanOf(to),
          })),
        }
      : {}),
    ...(choice && Array.isArray(choice.options)
      ? {
          _view_id: spansFields.length > 0 ? "blocks" : "choice",
          options: choice.options.map(({ value, label }) => ({ id: value, text: label })),
          accept: chosen === undefined ? [] : Array.isArray(chosen) ? chosen : [chosen],
        }
      : {}),
  };
}
