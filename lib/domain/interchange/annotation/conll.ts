import { spansOf } from "../../tasks/answers/check-spans.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import type { FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { parseWords } from "../../words/words.ts";
import type { ExportedItem } from "./exported-item.ts";

/** The spans field of a schema whose spans are in a single text; null if there is none. */
export function spansFieldOf(schema: TaskSchema): FieldOfType<"spans"> | null {
  const field = schema.answer.find((one): one is FieldOfType<"spans"> => one.type === "spans");
  return field && schema.stimulus.some(({ name, type }) => name === field.in && (type === "text" || type === "title"))
    ? field
    : null;
}

/**
 * Parses sentences in CoNLL columns (token first, BIO or BIOES tag last). Each sentence is an item: the tokens joined
 * by spaces, the tags as spans. `#` lines and `-DOCSTART-` are skipped.
 */
export function itemsOfConll(schema: TaskSchema, text: string, source: string): { line: number; item: unknown }[] {
  const field = spansFieldOf(schema);
  if (!field) return [];
  const items: { line: number; item: unknown }[] = [];
  let rows: string[][] = [];
  let first = 1;
  const finishSentence = () => {
    if (rows.length > 0) items.push({ line: first, item: itemOfSentence(field, rows, items.length + 1, source) });
    rows = [];
  };
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    if (line.trim() === "") finishSentence();
    else if (!line.startsWith("#") && !line.startsWith("-DOCSTART-")) {
      if (rows.length === 0) first = index + 1;
      rows.push(line.trim().split(/\s+/u));
    }
  }
  finishSentence();
  return items;
}

function itemOfSentence(
  field: FieldOfType<"spans">,
  rows: readonly string[][],
  number: number,
  source: string,
): unknown {
  let text = "";
  const spans: { id: string; start: number; end: number; label?: string }[] = [];
  let openSpan = null as { label: string; span: { end: number } } | null;
  for (const row of rows) {
    const token = row[0] ?? "";
    const start = text === "" ? 0 : text.length + 1;
    text = text === "" ? token : `${text} ${token}`;
    const [, prefix = "O", label = ""] = /^([BIOESLU])-(.+)$/u.exec(row.length > 1 ? (row.at(-1) ?? "O") : "O") ?? [];
    if (prefix === "O") openSpan = null;
    else if (openSpan?.label === label && ["I", "E", "L"].includes(prefix)) openSpan.span.end = text.length;
    else {
      const span = {
        id: `s${spans.length + 1}`,
        start,
        end: text.length,
        ...(field.labels.length > 0 ? { label } : {}),
      };
      spans.push(span);
      openSpan = { label, span };
    }
    if (prefix === "E" || prefix === "L") openSpan = null;
  }
  return {
    id: `sentence-${number}`,
    fields: { [field.in]: text },
    suggestions: spans.length === 0 ? [] : [{ model: source, score: null, answer: { [field.name]: spans } }],
  };
}

/**
 * Formats an item in CoNLL columns: token, and BIO tag of the accepted answer or, without one, of the first annotation.
 * Empty for an item without answers, because its tokens would have the tags of a sentence without spans.
 */
export function formatConllSentence(schema: TaskSchema, item: ExportedItem): string {
  const field = spansFieldOf(schema);
  const text = field ? item.fields[field.in] : undefined;
  const answer: TaskAnswer | undefined = item.accepted ?? item.annotations[0]?.answer;
  if (!field || typeof text !== "string" || !answer) return "";
  const spans = spansOf(answer[field.name]);
  const lines = tokensOf(text).map(({ start, end }) => {
    const span = spans.find((one) => one.start < end && one.end > start);
    const tag = span ? `${start <= span.start ? "B" : "I"}-${span.label ?? field.name}` : "O";
    return `${text.slice(start, end)} ${tag}`;
  });
  return `# id = ${item.id.replaceAll(/\s+/gu, " ")}\n${lines.join("\n")}\n\n`;
}

/** Splits a text into words and the other characters that are not spaces. */
export function tokensOf(text: string): { start: number; end: number }[] {
  const { words } = parseWords(text);
  const tokens: { start: number; end: number }[] = [];
  let position = 0;
  const addOtherTokens = (to: number) => {
    for (const { index, 0: found } of text.slice(position, to).matchAll(/\S+/gu))
      tokens.push({ start: position + index, end: position + index + found.length });
  };
  for (const { start, end } of words) {
    addOtherTokens(start);
    tokens.push({ start, end });
    position = end;
  }
  addOtherTokens(text.length);
  return tokens;
}
