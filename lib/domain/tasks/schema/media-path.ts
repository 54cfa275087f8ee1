import { filesOf, type MediaValue, type TaskFields } from "./stimulus-field.ts";

const endings: Readonly<Record<string, string>> = { mpeg: "mp3", jpeg: "jpg" };

/**
 * The path of a file in exports and releases. Its name is the SHA-256 of its bytes. An import keeps the bytes, so that
 * the fingerprints of the items do not change.
 */
export function mediaPath({ sha256, type }: Pick<MediaValue, "sha256" | "type">): string {
  const [, form = ""] = type.split("/");
  return `media/${sha256}.${endings[form] ?? form}`;
}

/** The files of several items, sorted by SHA-256, without duplicates. */
export function listDistinctFiles(items: Iterable<TaskFields>): { sha256: string; type: string }[] {
  const files = new Map([...items].flatMap(filesOf).map(({ sha256, type }) => [sha256, { sha256, type }]));
  return [...files.values()].toSorted((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
}
