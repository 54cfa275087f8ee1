import type { Json, JsonObject, KsteItem } from "./kste-item.ts";

/** Where a story comes from, as its publisher would be named; what is not known is left out. */
export interface StorySource {
  title?: string;
  author?: string;
  /** Where it can be read: a web address or a shelf mark. */
  address?: string;
  licence?: string;
}

export const sourceFields = ["title", "author", "address", "licence"] as const;

/** What each is called on screens. */
export const sourceLabels: Readonly<Record<keyof StorySource, string>> = {
  title: "Title",
  author: "Author",
  address: "Address",
  licence: "Licence",
};

/** Other names that files use. */
const otherNames: Readonly<Record<keyof StorySource, readonly string[]>> = {
  title: ["source_title", "story_title"],
  author: ["source_author", "authors"],
  address: ["source_address", "url", "source_url", "link"],
  licence: ["source_licence", "license", "source_license"],
};

/** In `provenance.source`: someone has stated it again, so that what is not stated there is not known. */
export const correctedMark = "corrected";

/**
 * The source of an item's story, from its provenance (`provenance.source`, else its own fields) or from fields of its row;
 * empty when nothing is stated. Once it was corrected, the correction alone.
 */
export function storySource({ provenance, extra }: Pick<KsteItem, "provenance" | "extra">): StorySource {
  const stated = objectOf(provenance?.source);
  const places = stated[correctedMark] === true ? [stated] : [stated, provenance ?? {}, extra];
  const source: StorySource = {};
  for (const field of sourceFields) {
    for (const place of places) {
      const value = [field, ...otherNames[field]].map((name) => place[name]).find(isSaid);
      if (value === undefined) continue;
      source[field] = value;
      break;
    }
  }
  return source;
}

/** The source a row of any file states by these names. */
export function sourceOfRow(row: JsonObject): StorySource {
  return storySource({ provenance: null, extra: row });
}

/** Whether anything is known. */
export function isStated(source: StorySource): boolean {
  return sourceFields.some((field) => source[field] !== undefined);
}

function isSaid(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
