import { formatCount } from "../../format/figures.ts";
import { parseMarks } from "../../stories/items/marks.ts";
import { countLetterEdits } from "../../words/letter-edits.ts";

/** A `<response>` written by a model: its fields as decoded text, and its errors. */
export interface KsteResponse {
  /** Text of each field that was found, trimmed; inner marks are kept. */
  fields: Partial<Record<ResponseField, string>>;
  /** Attributes of the opening tag. Responses written by Parallax have id, kind and genre. */
  attributes: Record<string, string>;
  problems: ResponseProblem[];
}

export interface ResponseProblem {
  /** The name of the field, or "response" if the problem concerns the whole response. */
  field: string;
  message: string;
}

/**
 * The fields that the construction prompts request (Yang et al., appendix A.2): first those of the erroneous story,
 * then those of the question. Two fields of Parallax complete the format: an original, and knowledge that is not
 * verbatim in its story.
 */
export const responseFields = [
  "original_event",
  "character",
  "implausible_knowledge",
  "knowledge_explanation",
  "modified_explanation",
  "modified_event",
  "modified_story",
  "previous_story",
  "question",
  "answer_without_knowledge",
  "answer_with_knowledge",
  "explanation",
  "story",
  "knowledge_text",
] as const;
export type ResponseField = (typeof responseFields)[number];

/** Fields that may contain marks, and the allowed marks. */
const markByField: Partial<Record<ResponseField, "modified" | "knowledge">> = {
  modified_event: "modified",
  previous_story: "knowledge",
};

/**
 * Parses every `<response>` in a model's output, in order. Tolerates typical deviations: text and code fences around a
 * response, bare ampersands and angle brackets, CDATA, a missing end, and tags with other case or a misspelling of one
 * or two letters. Decodes once, and only the five entities of XML, no-break space and numeric references. Reports
 * guesses.
 */
export function parseResponses(output: string): KsteResponse[] {
  const openings: RegExpExecArray[] = [];
  for (const opening of output.matchAll(/<\s*response\b([^<>]*)>/giu)) {
    openings.push(opening);
    if (openings.length > maxResponses) break;
  }
  if (openings.length > maxResponses) {
    const message = `occurs more than ${formatCount(maxResponses)} times in one text; split it`;
    return [{ fields: {}, attributes: {}, problems: [{ field: "response", message }] }];
  }
  if (openings.length === 0) {
    const responseFieldsOnly = parseFields(output);
    if (Object.keys(responseFieldsOnly.fields).length === 0) return [];
    return [
      {
        ...responseFieldsOnly,
        attributes: {},
        problems: [{ field: "response", message: "has no <response> tag" }, ...responseFieldsOnly.problems],
      },
    ];
  }
  return openings.map((opening, index) => {
    const start = opening.index + opening[0].length;
    const stop = openings[index + 1]?.index ?? output.length;
    const body = output.slice(start, stop);
    const close = /<\s*\/\s*response\s*>/iu.exec(body);
    const { fields, problems } = parseFields(close === null ? body : body.slice(0, close.index));
    if (close === null) problems.unshift({ field: "response", message: "does not close <response>" });
    return { fields, problems, attributes: parseAttributes(opening[1] ?? "") };
  });
}

/**
 * Maximum number of responses in one output, because each response is searched for misspelt tags. Real outputs have
 * fewer.
 */
const maxResponses = 2_000;

interface Tag {
  name: ResponseField;
  isClosing: boolean;
  start: number;
  end: number;
  raw: string;
}

function parseFields(body: string): { fields: KsteResponse["fields"]; problems: ResponseProblem[] } {
  const fields: KsteResponse["fields"] = {};
  const problems: ResponseProblem[] = [];
  const tags = findFieldTags(body);
  const ends = endsOf(tags);
  let position = 0;
  for (let index = 0; index < tags.length; index += 1) {
    const tag = tags[index] as Tag;
    if (tag.start < position) continue;
    const exact = `<${tag.isClosing ? "/" : ""}${tag.name}>`;
    if (tag.raw !== exact)
      problems.push({ field: tag.name, message: `is written ${JSON.stringify(tag.raw.slice(0, 60))}` });
    if (tag.isClosing) {
      problems.push({ field: tag.name, message: "is closed without being opened" });
      continue;
    }
    const { close, next } = ends[index] as TagEnds;
    const isClosed = close !== undefined && (next === undefined || close.start < next.start);
    if (!isClosed) problems.push({ field: tag.name, message: "is not closed" });
    else if (close.raw !== `</${tag.name}>`)
      problems.push({ field: tag.name, message: `is closed by ${JSON.stringify(close.raw.slice(0, 60))}` });
    const stop = isClosed ? close.start : (next?.start ?? body.length);
    position = isClosed ? close.end : stop;
    if (fields[tag.name] !== undefined) {
      problems.push({ field: tag.name, message: "occurs twice; the first is used" });
      continue;
    }
    const text = decodeText(body.slice(tag.end, stop)).trim();
    fields[tag.name] = text;
    const mark = markByField[tag.name];
    if (mark !== undefined) {
      for (const message of new Set(parseMarks(text, mark).problems)) problems.push({ field: tag.name, message });
    }
  }
  return { fields, problems: limitProblems(problems) };
}

/** Maximum number of reported errors of one response. More errors would not help to repair it. */
const maxProblems = 100;

function limitProblems(problems: ResponseProblem[]): ResponseProblem[] {
  const more = problems.length - maxProblems;
  if (more <= 0) return problems;
  return [
    ...problems.slice(0, maxProblems),
    { field: "response", message: `has ${formatCount(more)} more problems of this kind` },
  ];
}

/** The tags at which the field of an opening tag may end: its closing tag, or the next opening tag of another field. */
interface TagEnds {
  close: Tag | undefined;
  next: Tag | undefined;
}

/** Computes the ends of all tags in one backward pass, because a file may contain a hundred thousand tags. */
function endsOf(tags: readonly Tag[]): TagEnds[] {
  const ends: TagEnds[] = [];
  const closes = new Map<ResponseField, Tag>();
  let opening: { tag: Tag; next: Tag | undefined } | undefined;
  for (let index = tags.length - 1; index >= 0; index -= 1) {
    const tag = tags[index] as Tag;
    const next = opening?.tag.name === tag.name ? opening.next : opening?.tag;
    ends[index] = { close: closes.get(tag.name), next };
    if (tag.isClosing) closes.set(tag.name, tag);
    else opening = { tag, next };
  }
  return ends;
}

/** Finds tags that match a field name exactly, or approximately if no tag matches it exactly. */
function findFieldTags(body: string): Tag[] {
  const tagsFound = [...body.matchAll(/<\s*(\/?)\s*([A-Za-z][A-Za-z_ -]{2,40}?)\s*>/gu)].map((match) => ({
    raw: match[0],
    written: (match[2] as string).toLowerCase().replace(/[\s-]+/gu, "_"),
    isClosing: match[1] === "/",
    start: match.index,
    end: match.index + match[0].length,
  }));
  const exact = new Set(tagsFound.map((tag) => tag.written).filter(isField));
  const nearby = new Map<string, ResponseField[]>();
  return tagsFound.flatMap(({ written, ...tag }) => {
    if (isField(written)) return [{ ...tag, name: written }];
    const nearFields =
      nearby.get(written) ??
      responseFields.filter((field) => field.length >= 8 && countLetterEdits(written, field) <= 2);
    nearby.set(written, nearFields);
    const [name] = nearFields.filter((field) => tag.isClosing || !exact.has(field));
    return name === undefined ? [] : [{ ...tag, name }];
  });
}

function isField(name: string): name is ResponseField {
  return (responseFields as readonly string[]).includes(name);
}

function parseAttributes(text: string): Record<string, string> {
  const attributes: [string, string][] = [];
  for (const match of text.matchAll(/([A-Za-z_]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)) {
    attributes.push([match[1] as string, decodeText(match[2] ?? match[3] ?? "")]);
  }
  return Object.fromEntries(attributes);
}

const entityCharacters: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Unwraps CDATA and decodes entities once. A bare ampersand is kept. */
function decodeText(text: string): string {
  let plain = "";
  let position = 0;
  // A CDATA section without an end is text. A regular expression would search for the end from every beginning.
  for (let start = text.indexOf(CDATA); start >= 0; start = text.indexOf(CDATA, position)) {
    const end = text.indexOf("]]>", start + CDATA.length);
    if (end < 0) break;
    plain += decodeEntities(text.slice(position, start)) + text.slice(start + CDATA.length, end);
    position = end + 3;
  }
  return plain + decodeEntities(text.slice(position));
}

const CDATA = "<![CDATA[";

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/giu, decodeEntity);
}

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return entityCharacters[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number.parseInt(decimal, 10);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : whole;
}
