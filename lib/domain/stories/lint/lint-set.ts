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
 * Lints a set of items: each one, given its original, then the properties of the set. An original is unpaired if no
 * erroneous story was made from it; an erroneous story if the set has originals but none belongs to it.
 */
export function lintSet(items: readonly KsteItem[]): SetLint {
  const originals = items.filter((item) => item.kind === "original");
  const erroneous = items.filter((item) => item.kind === "error");
  const questions = items.filter((item) => item.kind === "knp");
  const pairing = pairStories(originals, erroneous, questions);
  const texts = new Map(originals.map(({ id, story }) => [id, story]));
  const used = new Set(pairing.originalOf.values());
  const groups = new Map(pairing.siblings.flatMap((group) => group.map((id) => [id, group] as const)));
  const findings = items.flatMap((item) => {
    const source = pairing.originalOf.get(item.id);
    const own = lintItem(item, (source === undefined ? undefined : texts.get(source)) ?? null);
    const isUnpaired =
      item.kind === "original"
        ? !used.has(item.id)
        : item.kind === "error" && originals.length > 0 && source === undefined;
    if (isUnpaired) own.push({ item: item.id, field: "story", problem: "unpaired", message: unpaired(item) });
    const group = groups.get(item.id);
    if (group !== undefined)
      own.push({ item: item.id, field: "story", problem: "siblings", message: siblings(item, group, source) });
    return own;
  });
  return { findings, pairing };
}

function unpaired(item: KsteItem): string {
  return item.kind === "original" ? "has no erroneous story made from it" : "has no original that it was made from";
}

function siblings(item: KsteItem, group: readonly string[], source: string | undefined): string {
  const others = group.filter((id) => id !== item.id);
  const named = others.slice(0, 5).join(", ") + (others.length > 5 ? ` and ${others.length - 5} more` : "");
  return `comes from the same source${source === undefined ? "" : ` (${source})`} as ${named}`;
}
