import type { KsteItem, KsteKind } from "../../stories/items/kste-item.ts";

/** A file of the authors' release: the item's kind and its ID (the file name without ".json"). */
export interface LayoutFile {
  kind: KsteKind;
  id: string;
}

const kindPatterns: readonly [RegExp, KsteKind][] = [
  [/^erroneous_story_[^/]+$/u, "error"],
  [/^story_[^/]+$/u, "original"],
  [/^qa_[^/]+$/u, "knp"],
];

/** The folder of each kind and the prefix of its file names (Act-on-Known, March 2026). */
const kindFolders: Readonly<Record<KsteKind, { folder: string; prefix: string }>> = {
  original: { folder: "Data/IKD/original", prefix: "story_" },
  error: { folder: "Data/IKD/errors", prefix: "erroneous_story_" },
  knp: { folder: "Data/KNP", prefix: "qa_" },
};

/**
 * Identifies a file of the release by its name only, so that a folder above or below `Data` can also be imported. Null
 * for other files, including the copies that macOS adds to archives.
 */
export function parseLayoutPath(path: string): LayoutFile | null {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  if (!name.endsWith(".json") || name.startsWith("._") || parts.includes("__MACOSX")) return null;
  const id = name.slice(0, -".json".length);
  const kind = kindPatterns.find(([pattern]) => pattern.test(id))?.[1];
  return kind === undefined ? null : { kind, id };
}

/**
 * The path of an item in the release. An ID that could occur in the release is the file name. Any other ID gets the
 * prefix, with unsafe characters replaced.
 */
export function formatLayoutPath(item: KsteItem): string {
  const { folder, prefix } = kindFolders[item.kind];
  const safeName =
    item.id
      .replace(/[^\p{L}\p{N}._-]+/gu, "-")
      .replace(/^\.+/u, "")
      .slice(0, 120) || "item";
  return `${folder}/${safeName.startsWith(prefix) ? safeName : prefix + safeName}.json`;
}
