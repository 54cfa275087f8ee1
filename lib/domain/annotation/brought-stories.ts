import { parseGenre } from "../stories/genres.ts";
import type { JsonObject } from "../stories/items/kste-item.ts";
import { type StorySource, sourceFields, sourceOfRow } from "../stories/items/story-source.ts";

/** A story that someone brings along, pasted or in a file. */
export interface BroughtStory {
  text: string;
  /** Null where it states none. */
  genre: string | null;
  source: StorySource;
}

/**
 * The stories in a text: JSON lines with `text` or `story` beside `title`, `author`, `address` or `url`, `licence` and `genre`;
 * or plain text, cut at lines of three or more dashes, each story with lines such as "Title: …" and "Licence: …" before its
 * first empty line, if any. What a story does not state is taken from `common`. Empty stories are none.
 */
export function readBroughtStories(text: string, common: StorySource = {}): BroughtStory[] {
  const stories = readLines(text) ?? splitStories(text).map(withHead);
  return stories
    .filter((story) => story.text !== "")
    .map((story) => ({ ...story, source: { ...stated(common), ...stated(story.source) } }));
}

/** Every line that is not blank as a JSON object with a story; null when the text is anything else. */
function readLines(text: string): BroughtStory[] | null {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== "");
  if (!lines[0]?.trimStart().startsWith("{")) return null;
  const stories: BroughtStory[] = [];
  for (const line of lines) {
    const row = parsedObject(line);
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

function parsedObject(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** The stories in a text, cut at lines of dashes; empty pieces are none. */
function splitStories(text: string): string[] {
  return text
    .replace(/\r\n?/gu, "\n")
    .split(/^[^\S\n]*[-–—]{3,}[^\S\n]*$/mu)
    .map((story) => story.trim())
    .filter((story) => story !== "");
}

const HEAD = /^(title|author|address|url|link|licence|license|genre):[^\S\n]*(\S[^\n]*)$/iu;

/** A story with the lines at its head taken off that say where it comes from; an empty line ends them. */
function withHead(story: string): BroughtStory {
  const end = story.indexOf("\n\n");
  const head = end < 0 ? [] : story.slice(0, end).split("\n");
  const row: JsonObject = {};
  for (const line of head) {
    const [, name, value] = HEAD.exec(line.trim()) ?? [];
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

function stated(source: StorySource): StorySource {
  return Object.fromEntries(
    sourceFields.flatMap((field) => (source[field]?.trim() ? [[field, source[field].trim()]] : [])),
  );
}
