import type { KsteItem } from "../stories/items/kste-item.ts";
import { numberOf, type Pairing, pairStories } from "../stories/lint/pairing.ts";

/**
 * Up to this many stories the words decide what belongs together; beyond, only ids and numbers do, because comparing
 * every story with every other would take minutes.
 */
const MOST_COMPARED = 6_000;

/**
 * Which source each item belongs to: the id of its original, so that an original is linked with all that was made from
 * it; for items without one, the first of those that were made from the same unknown source.
 */
export function groupItems(items: readonly KsteItem[]): Map<string, string> {
  const originals = items.filter((item) => item.kind === "original");
  const erroneous = items.filter((item) => item.kind === "error");
  const questions = items.filter((item) => item.kind === "knp");
  const pairing: Pairing =
    items.length <= MOST_COMPARED
      ? pairStories(originals, erroneous, questions)
      : { originalOf: new Map(), siblings: [] };
  const byId = new Map(originals.map((item) => [item.id, item]));
  const byNumber = new Map(originals.map((item) => [numberOf(item.id), item]));
  const groups = new Map<string, string>(originals.map(({ id }) => [id, id]));
  for (const item of [...erroneous, ...questions]) {
    const stated = item.sourceId !== null && byId.has(item.sourceId) ? item.sourceId : null;
    const own = stated ?? pairing.originalOf.get(item.id) ?? namesake(item, byNumber, items.length > MOST_COMPARED);
    if (own !== null) groups.set(item.id, own);
  }
  for (const cluster of pairing.siblings) {
    const known = cluster.map((id) => groups.get(id)).find((key) => key !== undefined);
    const first = known ?? [...cluster].sort()[0];
    for (const id of cluster) if (!groups.has(id)) groups.set(id, first as string);
  }
  for (const { id } of items) if (!groups.has(id)) groups.set(id, id);
  return groups;
}

/**
 * The original of the same number. Numbers alone prove little (the released ones are shuffled), so a question must at
 * least be about someone who is in the original; an erroneous story was already compared by its words.
 */
function namesake(
  item: Exclude<KsteItem, { kind: "original" }>,
  byNumber: ReadonlyMap<string, KsteItem>,
  isUncompared: boolean,
): string | null {
  const original = byNumber.get(numberOf(item.id));
  if (original === undefined || (item.kind === "error" && !isUncompared)) return null;
  const name = item.character.trim();
  return name !== "" && original.story.includes(name) ? original.id : null;
}
