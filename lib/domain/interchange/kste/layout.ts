import type { KsteItem, KsteKind } from "../../stories/items/kste-item.ts";

/** A file of the authors' release: the kind of item it contains, and the item's id (its name without ".json"). */
export interface LayoutFile {
  kind: KsteKind;
  id: string;
}

const kindPatterns: readonly [RegExp, KsteKind][] = [
  [/^erroneous_story_[^/]+$/u, "error"],
  [/^story_[^/]+$/u, "original"],
  [/^qa_[^/]+$/u, "knp"],
];

/** Folder and file name prefix of each kind (Act-on-Known, March 2026). */
const kindFolders: Readonly<Record<KsteKind, { folder: string; prefix: string }>> = {
  original: { folder: "Data/IKD/original", prefix: "story_" },
  error: { folder: "Data/IKD/errors", prefix: "erroneous_story_" },
  knp: { folder: "Data/KNP", prefix: "qa_" },
};

/**
 * Identifies a file of the release by its name alone, so that a folder above or below `Data` can be imported as well;
 * null for any other file, and for the copies that macOS adds to archives.
 */
export function layoutFile(path: string): LayoutFile | null {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  if (!name.endsWith(".json") || name.startsWith("._") || parts.includes("__MACOSX")) return null;
  const id = name.slice(0, -".json".length);
  const kind = kindPatterns.find(([pattern]) => pattern.test(id))?.[1];
  return kind === undefined ? null : { kind, id };
}

/**
 * The path of an item in the release. Ids that could occur in the release are used as file names; others get the
 * prefix, with unsafe characters replaced.
 */
export function layoutPath(item: KsteItem): string {
  const { folder, prefix } = kindFolders[item.kind];
  const safe =
    item.id
      .replace(/[^\p{L}\p{N}._-]+/gu, "-")
      .replace(/^\.+/u, "")
      .slice(0, 120) || "item";
  return `${folder}/${safe.startsWith(prefix) ? safe : prefix + safe}.json`;
}
