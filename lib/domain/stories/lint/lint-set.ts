import type { KsteItem } from "../items/kste-item.ts";
import type { LintFinding } from "./finding.ts";
import { lintItem } from "./lint-item.ts";
import { type Pairing, pairStories } from "./pairing.ts";

/** The findings of a whole set, in the order of its items, and the grouping of its stories. */
export interface SetLint {
  findings: LintFinding[];
  pairing: Pairing;
}

/**
 * Lints a set of items: first each item, given its original, then the properties of the set. An original is unpaired if
 * no erroneous story was made from it. An erroneous story is unpaired if the set has originals, but not the original of
 * this story.
 */
export function lintSet(items: readonly KsteItem[]): SetLint {
  const originals = items.filter((item) => item.kind === "original");
  const erroneous = items.filter((item) => item.kind === "error");
  const questions = items.filter((item) => item.kind === "knp");
  const pairing = pairStories(originals, erroneous, questions);
  const texts = new Map(originals.map(({ id, story }) => [id, story]));
  const pairedOriginals = new Set(pairing.originalOf.values());
  const groups = new Map(pairing.siblings.flatMap((group) => group.map((id) => [id, group] as const)));
  const findings = items.flatMap((item) => {
    const source = pairing.originalOf.get(item.id);
    const itemFindings = lintItem(item, (source === undefined ? undefined : texts.get(source)) ?? null);
    const isUnpaired =
      item.kind === "original"
        ? !pairedOriginals.has(item.id)
        : item.kind === "error" && originals.length > 0 && source === undefined;
    if (isUnpaired)
      itemFindings.push({ item: item.id, field: "story", problem: "unpaired", message: formatUnpaired(item) });
    const group = groups.get(item.id);
    if (group !== undefined)
      itemFindings.push({
        item: item.id,
        field: "story",
        problem: "siblings",
        message: formatSiblings(item, group, source),
      });
    return itemFindings;
  });
  return { findings, pairing };
}

function formatUnpaired(item: KsteItem): string {
  return item.kind === "original" ? "has no erroneous story made from it" : "has no original that it was made from";
}

function formatSiblings(item: KsteItem, group: readonly string[], source: string | undefined): string {
  const otherIds = group.filter((id) => id !== item.id);
  const shownIds = otherIds.slice(0, 5).join(", ") + (otherIds.length > 5 ? ` and ${otherIds.length - 5} more` : "");
  return `comes from the same source${source === undefined ? "" : ` (${source})`} as ${shownIds}`;
}
