import * as z from "zod";
import { relationsOf, spansOf } from "../../tasks/answers/check-spans.ts";
import { fieldOptions } from "../../tasks/answers/field-options.ts";
import { type TaskAnswer, type TaskSpan, taskSpanSchema } from "../../tasks/answers/task-answer.ts";
import type { FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
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

type ReadJson = { ok: true; item: unknown } | { ok: false; field: string; message: string };

/**
 * A line of Prodigy's JSONL as an item of the schema: `text` is its first text, `spans` and `relations` belong to the
 * first fields of these types, `accept` or `label` to the first choice, `user_input` to the first text answer. A line with
 * `answer: accept` is an annotation of its annotator; one without `answer` has suggestions. Rejected and ignored lines
 * bring the text alone.
 */
export function itemOfProdigy(schema: TaskSchema, given: unknown, line: number): ReadJson {
  const parsed = prodigyRow.safeParse(given);
  if (!parsed.success) return { ok: false, field: "", message: "is not a task of Prodigy" };
  const row = parsed.data;
  const shown = schema.stimulus.find(({ type }) => type === "text" || type === "markdown");
  if (!shown || row.text === undefined) return { ok: false, field: "text", message: "has no text for a text field" };
  const answer = answerOf(schema, row);
  const raw = row as Record<string, unknown>;
  const coder = [raw._annotator_id, raw._session_id].find((one) => typeof one === "string") ?? "prodigy";
  const hasAnswer = Object.keys(answer).length > 0 && row.answer !== "reject" && row.answer !== "ignore";
  const model = typeof raw._view_id === "string" && typeof raw.model === "string" ? raw.model : "prodigy";
  return {
    ok: true,
    item: {
      id: typeof raw._input_hash === "number" ? `prodigy-${raw._input_hash}` : `line-${line}`,
      fields: { [shown.name]: row.text },
      metadata: Object.fromEntries(
        Object.entries(row.meta ?? {}).filter(([, value]) => scalar.safeParse(value).success),
      ),
      suggestions: hasAnswer && row.answer === undefined ? [{ model, score: row.score ?? null, answer }] : [],
      annotations: hasAnswer && row.answer === "accept" ? [{ coder, answer }] : [],
    },
  };
}

function answerOf(schema: TaskSchema, row: z.infer<typeof prodigyRow>): Record<string, unknown> {
  const field = <Type extends TaskSchema["answer"][number]["type"]>(...types: Type[]) =>
    schema.answer.find((one): one is Extract<TaskSchema["answer"][number], { type: Type }> =>
      types.some((type) => type === one.type),
    );
  const answer: Record<string, unknown> = {};
  const spansField = field("spans");
  const spans = (row.spans ?? []).map(({ start, end, label }, index) => ({
    id: `s${index + 1}`,
    start,
    end,
    ...(label === undefined ? {} : { label }),
  }));
  if (spansField && spans.length > 0) answer[spansField.name] = spans;
  const relationsField = field("relations");
  const idOf = (given: unknown) => spans.find((span) => isSameRange(span, given))?.id ?? "";
  if (relationsField && row.relations?.length)
    answer[relationsField.name] = row.relations.map(({ head_span: head, child_span: child, label }) => ({
      from: idOf(head),
      to: idOf(child),
      label,
    }));
  const chosen = (row.accept ?? (row.label !== undefined && row.spans === undefined ? [row.label] : [])).map(String);
  const choice = field("choice", "several");
  if (choice && chosen.length > 0) {
    const options = fieldOptions(choice, {});
    const values = chosen.map((id) => options.find(({ value, label }) => value === id || label === id)?.value ?? id);
    answer[choice.name] = choice.type === "several" ? values : values[0];
  }
  const text = field("text");
  if (text && row.user_input !== undefined) answer[text.name] = row.user_input;
  return answer;
}

function isSameRange(span: { start: number; end: number }, given: unknown): boolean {
  const other = given as { start?: unknown; end?: unknown } | null;
  return other?.start === span.start && other.end === span.end;
}

/** The annotations of an item as lines of Prodigy, one an annotator; one line without an answer where there is none. */
export function prodigyLines(schema: TaskSchema, item: ExportedItem): string[] {
  const shown = schema.stimulus.find(({ type }) => type === "text" || type === "markdown");
  const text = shown ? item.fields[shown.name] : undefined;
  const base = { text: typeof text === "string" ? text : "", meta: { id: item.id, ...item.metadata } };
  if (item.annotations.length === 0) return [JSON.stringify(base)];
  return item.annotations.map(({ annotator, answer }) =>
    JSON.stringify({ ...base, ...partsOf(schema, answer), answer: "accept", _annotator_id: annotator }),
  );
}

function partsOf(schema: TaskSchema, answer: TaskAnswer): Record<string, unknown> {
  const spansFields = schema.answer.filter((field): field is FieldOfType<"spans"> => field.type === "spans");
  const spans = spansFields.flatMap(({ name }) => spansOf(answer[name]));
  const choice = schema.answer.find((field) => field.type === "choice" || field.type === "several");
  const chosen = choice && answer[choice.name];
  const relations = schema.answer
    .filter(({ type }) => type === "relations")
    .flatMap(({ name }) => relationsOf(answer[name]));
  const spanOf = (id: string) => spans.filter((span) => span.id === id).map(withoutId)[0];
  return {
    ...(spansFields.length > 0 ? { spans: spans.map(withoutId) } : {}),
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
          options: choice.options.map(({ value, label }) => ({ id: value, text: label })),
          accept: chosen === undefined ? [] : Array.isArray(chosen) ? chosen : [chosen],
        }
      : {}),
  };
}

function withoutId(span: TaskSpan): Omit<TaskSpan, "id"> {
  const { id: _, ...range } = taskSpanSchema.parse(span);
  return range;
}
