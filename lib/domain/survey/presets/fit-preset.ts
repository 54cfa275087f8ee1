import { ruleAttribute } from "../composition/partition.ts";
import { plainComposition } from "../composition/study-composition.ts";
import { nearestExact } from "../design.ts";
import { strataOf } from "../studies/quotas.ts";
import type { AskedKind } from "../studies/study-benchmark.ts";
import type { PresetDraft } from "../studies/study-draft.ts";

/**
 * Adapts a preset to a benchmark: it never uses more items, or more items of different source groups, than the
 * benchmark has; rules on attributes that no item has are omitted; and the answers to each item give an integer number
 * of sessions.
 */
export function fitPreset(
  draft: PresetDraft,
  kind: Pick<AskedKind, "items" | "groups" | "table" | "factors" | "variants">,
): PresetDraft {
  const composition = draft.composition ?? plainComposition;
  const knownAttributes = new Set(["story", "group", ...kind.table.attributes.map(({ name }) => name)]);
  const rules = composition.rules.filter((rule) => {
    const attribute = ruleAttribute(rule);
    return attribute === null || knownAttributes.has(attribute);
  });
  const isOnePerGroup = rules.some((rule) => "onePer" in rule && rule.onePer === "group");
  const maxItems = Math.max(1, isOnePerGroup ? kind.groups : kind.items);
  const itemsPerSession = Math.min(draft.itemsPerSession, maxItems);
  const draw = composition.draw === null ? null : Math.min(composition.draw, maxItems);
  const conditions = Object.values(draft.conditions).reduce((product, levels) => product * levels.length, 1);
  const counts = {
    strata: strataOf(draft.quotas, []).length,
    items: draw ?? kind.items,
    conditions,
    perStratumItem: draft.perStratumItem,
    itemsPerSession,
  };
  const isWhole = (counts.items * counts.perStratumItem) % itemsPerSession === 0;
  return {
    ...draft,
    itemsPerSession,
    perStratumItem: isWhole || kind.items === 0 ? draft.perStratumItem : nearestExact(counts).above,
    composition: { ...composition, rules, draw },
  };
}
