import { letterEdits } from "../../words/letter-edits.ts";

/** A text without its marks, and the marked ranges. */
export interface ParsedMarks {
  plain: string;
  /** Half-open character ranges of `plain`, in order. Spaces inside the tags are inside the ranges. */
  spans: { start: number; end: number }[];
  /** The errors in the tags, as messages; empty for a well-formed text. */
  problems: string[];
}

/** The names of marks in the authors' files and prompts. */
const MARK_NAMES = ["error", "modified", "knowledge"] as const;
export type MarkName = (typeof MARK_NAMES)[number];

/** Anything similar to one of the marks: complete tags in any spelling, and tags with a missing bracket. */
const TAG_LIKE =
  /<\s*\/?\s*[A-Za-z_-]{3,12}\s*\/?\s*>|<\s*\/?\s*(?:error|modified|knowledge)\b|\/?\b(?:error|modified|knowledge)>/giu;

/**
 * Parses `<name>...</name>` marks. Tolerant: a tag in another case or misspelt by a letter or two, an unclosed, nested
 * or stray one is parsed as far as possible and reported, and `modified` counts as `error`, the name in the prompts.
 * Other text in angle brackets is kept.
 */
export function parseMarks(text: string, name: MarkName): ParsedMarks {
  const problems: string[] = [];
  const spans: { start: number; end: number }[] = [];
  let plain = "";
  let done = 0;
  let open: number | null = null;
  for (const match of text.matchAll(TAG_LIKE)) {
    const tag = match[0];
    const meant = nearestMarkName(tag);
    if (meant === null) continue;
    plain += text.slice(done, match.index);
    done = match.index + tag.length;
    const isClosing = tag.includes("/");
    if (tag !== (isClosing ? `</${name}>` : `<${name}>`))
      problems.push(`has ${quoted(tag)} where <${name}> or </${name}> is meant`);
    if ((meant === "knowledge") !== (name === "knowledge")) continue;
    if (!isClosing && open !== null) problems.push(`opens <${name}> twice`);
    else if (!isClosing) open = plain.length;
    else if (open === null) problems.push(`closes ${quoted(tag)} without opening it`);
    else {
      spans.push({ start: open, end: plain.length });
      open = null;
    }
  }
  plain += text.slice(done);
  if (open !== null) {
    problems.push(`does not close <${name}>`);
    spans.push({ start: open, end: plain.length });
  }
  return { plain, spans, problems };
}

/** Adds marks around ranges of a text; the inverse of `parseMarks` for well-formed texts. */
export function formatMarks(plain: string, spans: readonly { start: number; end: number }[], name: MarkName): string {
  let text = "";
  let done = 0;
  for (const { start, end } of spans) {
    if (start < done || end < start || end > plain.length)
      throw new RangeError(
        `marks must lie in order inside a text of ${plain.length} characters, not at ${start} to ${end}`,
      );
    text += `${plain.slice(done, start)}<${name}>${plain.slice(start, end)}</${name}>`;
    done = end;
  }
  return text + plain.slice(done);
}

/** Stray marks in a text that must not have any, as problems; a story that shows a tag to readers is broken. */
export function strayMarks(text: string): string[] {
  return [...text.matchAll(TAG_LIKE)]
    .filter((match) => nearestMarkName(match[0]) !== null)
    .map((match) => `has a stray ${quoted(match[0])}`);
}

/** A story without `<error>` and `<modified>` tags, which readers must not see; ignoring case. */
export function withoutErrorTags(story: string): string {
  return story.replace(/<\/?(?:error|modified)>/giu, "");
}

/** The mark that a tag means: by exact name, otherwise within two letters of one; null for another tag. */
function nearestMarkName(tag: string): MarkName | null {
  const word = tag.replace(/[^A-Za-z]/gu, "").toLowerCase();
  return MARK_NAMES.find((name) => name === word) ?? MARK_NAMES.find((name) => isNear(word, name)) ?? null;
}

function isNear(word: string, name: string): boolean {
  return letterEdits(word, name) <= (name.length > 6 ? 2 : 1);
}

function quoted(tag: string): string {
  return JSON.stringify(tag.slice(0, 40));
}
