import type { KsteItem } from "../stories/items/kste-item.ts";
import { type Pairing, pairStories, storyNumber } from "../stories/lint/pairing.ts";

/**
 * Maximum number of stories whose words are compared. With more stories only IDs and numbers are compared, because
 * comparing every pair of stories would take minutes.
 */
const maxComparedStories = 6_000;

/**
 * Assigns each item to a source. The source is the ID of the item's original, so that an original is linked with
 * everything made from it. Items without an original get the ID of the first item made from the same unknown source.
 */
export function groupBySource(items: readonly KsteItem[]): Map<string, string> {
  const originals = items.filter((item) => item.kind === "original");
  const erroneous = items.filter((item) => item.kind === "error");
  const questions = items.filter((item) => item.kind === "knp");
  const pairing: Pairing =
    items.length <= maxComparedStories
      ? pairStories(originals, erroneous, questions)
      : { originalOf: new Map(), siblings: [] };
  const byId = new Map(originals.map((item) => [item.id, item]));
  const byNumber = new Map(originals.map((item) => [storyNumber(item.id), item]));
  const groups = new Map<string, string>(originals.map(({ id }) => [id, id]));
  for (const item of [...erroneous, ...questions]) {
    const statedSource = item.sourceId !== null && byId.has(item.sourceId) ? item.sourceId : null;
    const originalId =
      statedSource ??
      pairing.originalOf.get(item.id) ??
      findOriginalByNumber(item, byNumber, items.length > maxComparedStories);
    if (originalId !== null) groups.set(item.id, originalId);
  }
  for (const cluster of pairing.siblings) {
    const knownKey = cluster.map((id) => groups.get(id)).find((key) => key !== undefined);
    const first = knownKey ?? [...cluster].sort()[0];
    for (const id of cluster) if (!groups.has(id)) groups.set(id, first as string);
  }
  for (const { id } of items) if (!groups.has(id)) groups.set(id, id);
  return groups;
}

/**
 * Finds the original with the same number. The numbers in the released data are shuffled, so a number alone is weak
 * evidence: the character of a question must also occur in the original. Erroneous stories were already compared by
 * their words.
 */
function findOriginalByNumber(
  item: Exclude<KsteItem, { kind: "original" }>,
  byNumber: ReadonlyMap<string, KsteItem>,
  isUncompared: boolean,
): string | null {
  const original = byNumber.get(storyNumber(item.id));
  if (original === undefined || (item.kind === "error" && !isUncompared)) return null;
  const name = item.character.trim();
  return name !== "" && original.story.includes(name) ? original.id : null;
}
