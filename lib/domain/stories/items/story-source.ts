import type { Json, JsonObject, KsteItem } from "./kste-item.ts";

/** The source of a story, as for a citation; unknown parts are omitted. */
export interface StorySource {
  title?: string;
  author?: string;
  /** The location of the source: a URL or a shelf mark. */
  address?: string;
  licence?: string;
}

export const sourceFields = ["title", "author", "address", "licence"] as const;

/** The label of each. */
export const sourceLabels: Readonly<Record<keyof StorySource, string>> = {
  title: "Title",
  author: "Author",
  address: "Address",
  licence: "Licence",
};

/** Other names used in files. */
const otherNames: Readonly<Record<keyof StorySource, readonly string[]>> = {
  title: ["source_title", "story_title"],
  author: ["source_author", "authors"],
  address: ["source_address", "url", "source_url", "link"],
  licence: ["source_licence", "license", "source_license"],
};

/** In `provenance.source`: the source was corrected, so missing parts are unknown. */
export const correctedMark = "corrected";

/**
 * The source of an item's story, from its provenance (`provenance.source`, otherwise its own fields) or from fields of
 * its row; empty if nothing is stated. If it was corrected, only the correction.
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

/** The source stated by a row of any file under these names. */
export function sourceOfRow(row: JsonObject): StorySource {
  return storySource({ provenance: null, extra: row });
}

/** Whether any part is known. */
export function isStated(source: StorySource): boolean {
  return sourceFields.some((field) => source[field] !== undefined);
}

function isSaid(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
