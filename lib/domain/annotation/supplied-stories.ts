import { parseGenre } from "../stories/genres.ts";
import type { JsonObject } from "../stories/items/kste-item.ts";
import { type StorySource, sourceFields, sourceOfRow } from "../stories/items/story-source.ts";

/** A story supplied by a user, pasted or in a file. */
export interface SuppliedStory {
  text: string;
  /** Null if the story states none. */
  genre: string | null;
  source: StorySource;
}

/**
 * Parses stories from a text in one of two formats. JSON lines have `text` or `story`, and optionally `title`,
 * `author`, `address` or `url`, `licence` and `genre`. Plain text is split at lines of three or more dashes; each story
 * may begin with lines such as "Title: …" and "Licence: …" before its first empty line. Missing fields are copied from
 * `common`. Empty stories are skipped.
 */
export function readSuppliedStories(text: string, common: StorySource = {}): SuppliedStory[] {
  const stories = readLines(text) ?? splitStories(text).map(parseHeader);
  return stories
    .filter((story) => story.text !== "")
    .map((story) => ({ ...story, source: { ...omitEmptyFields(common), ...omitEmptyFields(story.source) } }));
}

/** Parses every non-blank line as a JSON object with a story; null if a line is something else. */
function readLines(text: string): SuppliedStory[] | null {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== "");
  if (!lines[0]?.trimStart().startsWith("{")) return null;
  const stories: SuppliedStory[] = [];
  for (const line of lines) {
    const row = parseJsonObject(line);
    const story = row?.text ?? row?.story;
    if (row === null || typeof story !== "string") return null;
    stories.push({
      text: story.trim(),
      genre: typeof row.genre === "string" ? parseGenre(row.genre) : null,
      source: sourceOfRow(row),
    });
  }
  return stories;
}

function parseJsonObject(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** Splits a text into stories at lines of dashes; empty parts are skipped. */
function splitStories(text: string): string[] {
  return text
    .replace(/\r\n?/gu, "\n")
    .split(/^[^\S\n]*[-–—]{3,}[^\S\n]*$/mu)
    .map((story) => story.trim())
    .filter((story) => story !== "");
}

const headerPattern = /^(title|author|address|url|link|licence|license|genre):[^\S\n]*(\S[^\n]*)$/iu;

/** Separates the header of a story, which states its source, from its text. The header ends at the first empty line. */
function parseHeader(story: string): SuppliedStory {
  const end = story.indexOf("\n\n");
  const head = end < 0 ? [] : story.slice(0, end).split("\n");
  const row: JsonObject = {};
  for (const line of head) {
    const [, name, value] = headerPattern.exec(line.trim()) ?? [];
    if (name === undefined || value === undefined) return { text: story, genre: null, source: {} };
    row[name.toLowerCase()] = value.trim();
  }
  if (head.length === 0) return { text: story, genre: null, source: {} };
  return {
    text: story.slice(end).trim(),
    genre: typeof row.genre === "string" ? parseGenre(row.genre) : null,
    source: sourceOfRow(row),
  };
}

function omitEmptyFields(source: StorySource): StorySource {
  return Object.fromEntries(
    sourceFields.flatMap((field) => (source[field]?.trim() ? [[field, source[field].trim()]] : [])),
  );
}
