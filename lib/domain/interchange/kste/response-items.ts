import { escapeMarkup } from "../../format/escape.ts";
import { anchorFromText } from "../../stories/anchors/locate.ts";
import type { KsteItem } from "../../stories/items/kste-item.ts";
import { formatMarks, parseMarks } from "../../stories/items/marks.ts";
import type { LintFinding } from "../../stories/lint/finding.ts";
import { parseWords, shownRange } from "../../words/words.ts";
import { type KsteResponse, parseResponses, type ResponseField } from "./response-xml.ts";
import { collectTextFields, type ReadKsteRow, readKsteRow } from "./row.ts";

/** Properties of the item that the response itself does not state. */
export interface ResponseOrigin {
  id: string;
  genre?: string;
  sourceId?: string | null;
}

/**
 * Reads the item in a `<response>`: an erroneous story if there is a modified story, a question if there is a question,
 * an original if there is only a story. Broken tags give findings `malformed-tag`, missing fields `schema`.
 */
export function readKsteResponse(response: KsteResponse, origin: ResponseOrigin): ReadKsteRow {
  const { fields, attributes } = response;
  const id = attributes.id ?? origin.id;
  const row = {
    ...commonFields(attributes, origin),
    ...("modified_story" in fields || "modified_event" in fields
      ? toErroneousRow(fields)
      : "question" in fields || "previous_story" in fields
        ? toQuestionRow(fields)
        : { kind: "original", story: fields.story }),
  };
  const readResult = readKsteRow(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)), {
    id,
  });
  const tagFindings = response.problems.map(
    ({ field, message }): LintFinding => ({ item: id, field, problem: "malformed-tag", message }),
  );
  return { item: readResult.item, findings: [...tagFindings, ...readResult.findings] };
}

/**
 * Reads every item in a text with responses. A response without an ID gets the origin's ID, numbered from the second
 * response.
 */
export function readResponses(output: string, origin: ResponseOrigin): ReadKsteRow[] {
  return parseResponses(output).map((response, index) =>
    readKsteResponse(response, { ...origin, id: index === 0 ? origin.id : `${origin.id}-${index + 1}` }),
  );
}

/**
 * Formats an item as a `<response>` with the fields of the construction prompts. Parsing the response restores the
 * item.
 */
export function formatResponse(item: KsteItem): string {
  const attributes = Object.entries({ id: item.id, kind: item.kind, genre: item.genre, source_id: item.sourceId })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value as string)}"`);
  const lines = listResponseEntries(item).map(([name, text]) => `<${name}>\n${text}\n</${name}>`);
  return [`<response${attributes.join("")}>`, ...lines, "</response>"].join("\n");
}

function commonFields(attributes: Record<string, string>, origin: ResponseOrigin): Record<string, unknown> {
  return {
    id: attributes.id ?? origin.id,
    genre: attributes.genre ?? origin.genre,
    source_id: attributes.source_id ?? origin.sourceId ?? undefined,
  };
}

function toErroneousRow(fields: KsteResponse["fields"]): Record<string, unknown> {
  const event = fields.modified_event === undefined ? undefined : parseMarks(fields.modified_event, "modified");
  return {
    kind: "error",
    character: fields.character,
    implausible_knowledge: fields.implausible_knowledge,
    error: event?.spans
      .map(({ start, end }) => event.plain.slice(start, end))
      .join("")
      .trim(),
    erroneous_event: event === undefined ? undefined : formatMarks(event.plain, event.spans, "error"),
    original_event: fields.original_event,
    knowledge_explanation: fields.knowledge_explanation,
    modified_explanation: fields.modified_explanation,
    story: fields.modified_story,
  };
}

/**
 * In the format of questions, the knowledge is marked in the story. The field named knowledge explains why the
 * character cannot have it.
 */
function toQuestionRow(fields: KsteResponse["fields"]): Record<string, unknown> {
  const story = fields.previous_story === undefined ? undefined : parseMarks(fields.previous_story, "knowledge");
  const knowledgeText = story?.spans.map(({ start, end }) => story.plain.slice(start, end).trim()).join(" ");
  return {
    kind: "knp",
    story: story?.plain.trim(),
    character: fields.character,
    implausible_knowledge: fields.knowledge_text ?? (knowledgeText === "" ? undefined : knowledgeText),
    question: fields.question,
    answer_with_knowledge: fields.answer_with_knowledge,
    answer_without_knowledge: fields.answer_without_knowledge,
    knowledge_explanation: fields.implausible_knowledge,
    explanation: fields.explanation,
  };
}

/**
 * The texts of the fields in the order in which the prompts request them. Texts are escaped and marks are written as
 * tags.
 */
function listResponseEntries(item: KsteItem): [ResponseField, string][] {
  const { story } = collectTextFields(item) as { story: string };
  const entries: [ResponseField, string | null][] = [];
  switch (item.kind) {
    case "original":
      entries.push(["story", escapeMarkup(story)]);
      break;
    case "error":
      entries.push(
        ["original_event", escapeOrNull(item.originalEvent)],
        ["character", escapeMarkup(item.character)],
        ["implausible_knowledge", escapeMarkup(item.implausibleKnowledge)],
        ["knowledge_explanation", escapeOrNull(item.knowledgeExplanation)],
        ["modified_explanation", escapeOrNull(item.modifiedExplanation)],
        ["modified_event", escapeMarkedEvent(item.erroneousEvent)],
        ["modified_story", escapeMarkup(story)],
      );
      break;
    case "knp":
      entries.push(...listQuestionEntries(item));
      break;
  }
  return entries.filter((entry): entry is [ResponseField, string] => entry[1] !== null);
}

function listQuestionEntries(item: Extract<KsteItem, { kind: "knp" }>): [ResponseField, string | null][] {
  const story = parseWords(item.story);
  const anchor = anchorFromText(story, "knowledge", "knowledge", item.implausibleKnowledge);
  const at = item.story.indexOf(item.implausibleKnowledge);
  const isVerbatim = at >= 0 && item.implausibleKnowledge !== "";
  const range = isVerbatim
    ? { start: at, end: at + item.implausibleKnowledge.length }
    : anchor.damage === null
      ? shownRange(story, anchor)
      : null;
  return [
    ["previous_story", range === null ? escapeMarkup(item.story) : addMarks(item.story, [range], "knowledge")],
    ["character", escapeMarkup(item.character)],
    ["question", escapeMarkup(item.question)],
    ["implausible_knowledge", escapeOrNull(item.knowledgeExplanation)],
    ["knowledge_text", isVerbatim ? null : escapeMarkup(item.implausibleKnowledge)],
    ["answer_without_knowledge", escapeMarkup(item.answerWithoutKnowledge)],
    ["answer_with_knowledge", escapeMarkup(item.answerWithKnowledge)],
    ["explanation", escapeOrNull(item.explanation)],
  ];
}

function escapeMarkedEvent(event: string): string {
  const { plain, spans } = parseMarks(event, "error");
  return addMarks(plain, spans, "modified");
}

/** Adds marks around escaped text. */
function addMarks(
  plain: string,
  spans: readonly { start: number; end: number }[],
  name: "modified" | "knowledge",
): string {
  let text = "";
  let copiedLength = 0;
  for (const { start, end } of spans) {
    text += `${escapeMarkup(plain.slice(copiedLength, start))}<${name}>${escapeMarkup(plain.slice(start, end))}</${name}>`;
    copiedLength = end;
  }
  return text + escapeMarkup(plain.slice(copiedLength));
}

function escapeOrNull(text: string | null): string | null {
  return text === null ? null : escapeMarkup(text);
}
