import { storyKinds } from "../../items/kinds/story-kinds.ts";
import { parseGenre } from "../../stories/genres.ts";
import type { Json, JsonObject, KnowledgeList, KsteItem, KsteKind } from "../../stories/items/kste-item.ts";
import type { LintFinding } from "../../stories/lint/finding.ts";
import { findTextProblem } from "../../text.ts";
import { restoreKnowledgeList, textOfKnowledgeList } from "./knowledge-list.ts";
import { findJsonProblem } from "./refuse-json.ts";

/** The result of reading a row: the item as far as it could be parsed, and the format errors. */
export interface ReadKsteRow {
  /** Null if the row is not an item. Missing texts are empty and have a finding. */
  item: KsteItem | null;
  findings: LintFinding[];
}

/** Properties of the file that apply to a row without them. */
export interface RowOrigin {
  /** The ID of a row without an ID: the name of the file, or the line. */
  id: string;
  kind?: KsteKind;
}

const maxStoryLength = 100_000;
const maxFieldLength = 20_000;
const maxGenreLength = 100;
const maxIdLength = 200;
const maxLengths: Readonly<Record<string, number>> = { story: maxStoryLength, genre: maxGenreLength };

/**
 * Messages of findings for empty texts. An item with an empty text is kept, because an annotator can write the text.
 */
export const absenceMessages = {
  missing: "is missing",
  blank: "must not be empty",
  unknownGenre: "is not one of the five genres",
} as const;

/** Texts that may be blank without such a finding: an empty error has a finding of its own. */
const blankableFields: ReadonlySet<string> = new Set(["error"]);

/**
 * Reads a row of a JSONL file, or a JSON file of the release. Fields may be in any order, and unknown fields are kept.
 * Each invalid field gives a `schema` finding with its name. The kind of a row without `kind` is inferred from its
 * fields.
 */
export function readKsteRow(row: unknown, origin: RowOrigin): ReadKsteRow {
  const findings: LintFinding[] = [];
  if (row === null || typeof row !== "object" || Array.isArray(row)) {
    return { item: null, findings: [schemaFinding(origin.id, "row", "must be a JSON object")] };
  }
  const fields = row as Record<string, unknown>;
  const id = readId(fields, origin, findings);
  const add = (field: string, message: string) => findings.push(schemaFinding(id, field, message));
  const kind = readKind(fields, origin, add);
  if (kind === null) return { item: null, findings };
  const { fileFields } = storyKinds[kind];
  const knownFields = new Set<string>(["id", "kind", "provenance", ...fileFields.required, ...fileFields.optional]);
  const text = (name: string) => readText(fields, name, add);
  const optional = (name: string) => (fields[name] === undefined || fields[name] === null ? null : text(name));
  const genre = text("genre");
  if (genre.trim() !== "" && parseGenre(genre) === null)
    add("genre", `${absenceMessages.unknownGenre}: ${JSON.stringify(genre.slice(0, 60))}`);
  const common = {
    id,
    genre: parseGenre(genre) ?? genre,
    story: text("story"),
    sourceId: optional("source_id"),
    provenance: readProvenance(fields, add),
    extra: readExtra(fields, knownFields, add),
  };
  switch (kind) {
    case "original":
      return { item: { ...common, kind }, findings };
    case "error": {
      const item: KsteItem = {
        ...common,
        kind,
        character: text("character"),
        ...readKnowledge(fields, add),
        error: text("error"),
        erroneousEvent: text("erroneous_event"),
        originalEvent: optional("original_event"),
        knowledgeExplanation: optional("knowledge_explanation"),
        modifiedExplanation: optional("modified_explanation"),
      };
      return { item, findings };
    }
    case "knp": {
      const item: KsteItem = {
        ...common,
        kind,
        character: text("character"),
        ...readKnowledge(fields, add),
        question: text("question"),
        answerWithKnowledge: text("answer_with_knowledge"),
        answerWithoutKnowledge: text("answer_without_knowledge"),
        knowledgeExplanation: optional("knowledge_explanation"),
        explanation: optional("explanation"),
      };
      return { item, findings };
    }
  }
}

/** The fields of a row with only the authors' keys, in the order of the authors' files. */
export function toReleasedFields(item: KsteItem): Record<string, Json> {
  const values: Record<string, Json> = { ...collectTextFields(item), ...restoreKnowledgeList(item) };
  return Object.fromEntries(storyKinds[item.kind].fileFields.required.map((name) => [name, values[name] ?? ""]));
}

/** Every field of an item as text, by its name in files. Fields without a value are omitted. */
export function collectTextFields(item: KsteItem): Record<string, string> {
  const fields: Record<string, string | null> = { genre: item.genre };
  if (item.kind !== "original") {
    fields.character = item.character;
    fields.implausible_knowledge = item.implausibleKnowledge;
    fields.knowledge_explanation = item.knowledgeExplanation;
  }
  if (item.kind === "error") {
    fields.error = item.error;
    fields.erroneous_event = item.erroneousEvent;
    fields.original_event = item.originalEvent;
    fields.modified_explanation = item.modifiedExplanation;
  }
  if (item.kind === "knp") {
    fields.question = item.question;
    fields.answer_with_knowledge = item.answerWithKnowledge;
    fields.answer_without_knowledge = item.answerWithoutKnowledge;
    fields.explanation = item.explanation;
  }
  fields.story = item.story;
  fields.source_id = item.sourceId;
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** A finding about the format of a row. */
export function schemaFinding(item: string, field: string, message: string): LintFinding {
  return { item, field, problem: "schema", message };
}

function readId(fields: Record<string, unknown>, origin: RowOrigin, findings: LintFinding[]): string {
  const { id } = fields;
  if (id === undefined && origin.kind !== undefined) return origin.id;
  if (typeof id === "string" && id.trim() !== "") {
    const reason = findTextProblem(id, maxIdLength);
    if (reason === null) return id;
    findings.push(schemaFinding(origin.id, "id", reason));
    return origin.id;
  }
  findings.push(schemaFinding(origin.id, "id", id === undefined ? "is missing" : "must be a text that is not empty"));
  return origin.id;
}

function readKind(
  fields: Record<string, unknown>,
  origin: RowOrigin,
  add: (field: string, message: string) => void,
): KsteKind | null {
  const { kind } = fields;
  if (kind === undefined) return origin.kind ?? guessKind(fields, add);
  const known = Object.values(storyKinds).find(({ name }) => name === kind);
  if (known !== undefined) return known.name;
  add("kind", "must be original, error or knp");
  return guessKind(fields, () => {});
}

function guessKind(fields: Record<string, unknown>, add: (field: string, message: string) => void): KsteKind | null {
  if ("question" in fields || "answer_with_knowledge" in fields || "answer_without_knowledge" in fields) return "knp";
  if ("erroneous_event" in fields || "error" in fields) return "error";
  if ("story" in fields) return "original";
  add("kind", "is unknown: the row has neither a story nor a question");
  return null;
}

function readText(
  fields: Record<string, unknown>,
  name: string,
  add: (field: string, message: string) => void,
): string {
  const value = fields[name];
  if (value === undefined) add(name, absenceMessages.missing);
  else if (typeof value !== "string") add(name, "must be a text");
  else {
    const reason = findTextProblem(value, maxLengths[name] ?? maxFieldLength);
    if (reason !== null) add(name, reason);
    else if (value.trim() === "" && !blankableFields.has(name)) add(name, absenceMessages.blank);
    else return value;
  }
  return "";
}

/** Reads the field `implausible_knowledge`: a text, or an array, which is converted to a text and also kept. */
function readKnowledge(
  fields: Record<string, unknown>,
  add: (field: string, message: string) => void,
): { implausibleKnowledge: string; knowledgeList?: KnowledgeList } {
  const name = "implausible_knowledge";
  const value = fields[name];
  if (!Array.isArray(value) || findJsonProblem(value) !== null)
    return { implausibleKnowledge: readText(fields, name, add) };
  const list = value as KnowledgeList;
  const text = readText({ [name]: textOfKnowledgeList(list) }, name, add);
  return { implausibleKnowledge: text, knowledgeList: list };
}

function readProvenance(
  fields: Record<string, unknown>,
  add: (field: string, message: string) => void,
): JsonObject | null {
  const value = fields.provenance;
  if (value === undefined || value === null) return null;
  if (typeof value !== "object" || Array.isArray(value)) {
    add("provenance", "must be a JSON object");
    return null;
  }
  const reason = findJsonProblem(value);
  if (reason !== null) add("provenance", reason);
  return reason === null ? (value as JsonObject) : null;
}

/** Unknown fields of a row, kept unchanged. A field that cannot be stored is reported and dropped. */
function readExtra(
  fields: Record<string, unknown>,
  known: ReadonlySet<string>,
  add: (field: string, message: string) => void,
): JsonObject {
  const storableFields = Object.entries(fields).filter(([name, value]) => {
    if (known.has(name)) return false;
    const reason = findTextProblem(name, maxIdLength) ? "has a name that cannot be stored" : findJsonProblem(value);
    // The name is part of the message, so it must be storable itself.
    if (reason !== null) add(JSON.stringify(name).slice(1, -1).slice(0, maxIdLength), reason);
    return reason === null;
  });
  return Object.fromEntries(storableFields) as JsonObject;
}
