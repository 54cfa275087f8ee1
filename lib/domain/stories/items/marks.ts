import { countLetterEdits } from "../../words/letter-edits.ts";

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
 * Parses `<name>...</name>` marks. A tag that is in another case, misspelt by up to two letters, unclosed, nested or
 * stray is parsed as far as possible and reported, and `modified` counts as `error`, the name in the prompts. Other
 * text in angle brackets is kept.
 */
export function parseMarks(text: string, name: MarkName): ParsedMarks {
  const problems: string[] = [];
  const spans: { start: number; end: number }[] = [];
  let plain = "";
  let done = 0;
  let openStart: number | null = null;
  for (const match of text.matchAll(TAG_LIKE)) {
    const tag = match[0];
    const markName = nearestMarkName(tag);
    if (markName === null) continue;
    plain += text.slice(done, match.index);
    done = match.index + tag.length;
    const isClosing = tag.includes("/");
    if (tag !== (isClosing ? `</${name}>` : `<${name}>`))
      problems.push(`has ${quoteTag(tag)} where <${name}> or </${name}> is meant`);
    if ((markName === "knowledge") !== (name === "knowledge")) continue;
    if (!isClosing && openStart !== null) problems.push(`opens <${name}> twice`);
    else if (!isClosing) openStart = plain.length;
    else if (openStart === null) problems.push(`closes ${quoteTag(tag)} without opening it`);
    else {
      spans.push({ start: openStart, end: plain.length });
      openStart = null;
    }
  }
  plain += text.slice(done);
  if (openStart !== null) {
    problems.push(`does not close <${name}>`);
    spans.push({ start: openStart, end: plain.length });
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

/** The problems of a text that must not have marks: one for each mark that readers would see. */
export function findStrayMarks(text: string): string[] {
  return [...text.matchAll(TAG_LIKE)]
    .filter((match) => nearestMarkName(match[0]) !== null)
    .map((match) => `has a stray ${quoteTag(match[0])}`);
}

/** A story without its `<error>` and `<modified>` tags (in any case), which readers must not see. */
export function removeErrorTags(story: string): string {
  return story.replace(/<\/?(?:error|modified)>/giu, "");
}

/**
 * The mark that a tag means: the mark with this name, otherwise a mark whose name differs by at most two letters; null
 * for any other tag.
 */
function nearestMarkName(tag: string): MarkName | null {
  const word = tag.replace(/[^A-Za-z]/gu, "").toLowerCase();
  return MARK_NAMES.find((name) => name === word) ?? MARK_NAMES.find((name) => isNear(word, name)) ?? null;
}

function isNear(word: string, name: string): boolean {
  return countLetterEdits(word, name) <= (name.length > 6 ? 2 : 1);
}

function quoteTag(tag: string): string {
  return JSON.stringify(tag.slice(0, 40));
}
