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
const fieldAliases: Readonly<Record<keyof StorySource, readonly string[]>> = {
  title: ["source_title", "story_title"],
  author: ["source_author", "authors"],
  address: ["source_address", "url", "source_url", "link"],
  licence: ["source_licence", "license", "source_license"],
};

/** The key in `provenance.source` that states that the source was corrected; missing parts are then unknown. */
export const correctedMark = "corrected";

/**
 * The source of an item's story, from its provenance (`provenance.source`, otherwise the fields of the provenance) or
 * from fields of its row. Empty if no source is stated. If the source was corrected, only the correction is used.
 */
export function storySource({ provenance, extra }: Pick<KsteItem, "provenance" | "extra">): StorySource {
  const statedSource = objectOf(provenance?.source);
  const objects = statedSource[correctedMark] === true ? [statedSource] : [statedSource, provenance ?? {}, extra];
  const source: StorySource = {};
  for (const field of sourceFields) {
    for (const fields of objects) {
      const value = [field, ...fieldAliases[field]].map((name) => fields[name]).find(isNonEmptyText);
      if (value === undefined) continue;
      source[field] = value;
      break;
    }
  }
  return source;
}

/** The source that a row of any file states under these field names. */
export function sourceOfRow(row: JsonObject): StorySource {
  return storySource({ provenance: null, extra: row });
}

/** Whether any part of the source is known. */
export function isStated(source: StorySource): boolean {
  return sourceFields.some((field) => source[field] !== undefined);
}

function isNonEmptyText(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
