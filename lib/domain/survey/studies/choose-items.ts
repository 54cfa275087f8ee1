import type { Item } from "../../items/item.ts";
import type { ItemKind } from "../../items/kinds/item-kind.ts";
import { isUnmarked } from "../../items/kinds/marks.ts";
import { crossFactors } from "../../items/stimulus.ts";
import { type ItemFacts, isChosen } from "./item-table.ts";
import { designOf, type StudyDraft } from "./study-draft.ts";

interface NamedItem extends ItemFacts {
  /** The name in the item file. */
  externalId: string;
  item: Item;
}

/**
 * The items of a benchmark that a draft asks: of its kind, with the values of its filter, with the names of its list, and
 * with every mark that one of its conditions shows, where the draft requires that. The order is that of `items`.
 */
export function chooseDraftItems<Candidate extends NamedItem>(
  draft: StudyDraft,
  kind: Pick<ItemKind, "factors" | "marks">,
  items: readonly Candidate[],
): Candidate[] {
  const named = draft.itemIds ? new Set(draft.itemIds) : null;
  const conditions = draft.onlyMarked ? crossFactors(designOf(draft, kind).factors) : [];
  return items.filter(
    ({ externalId, attributes, item }) =>
      item.kind === draft.itemKind &&
      (named === null || named.has(externalId)) &&
      isChosen(draft.itemFilter ?? {}, attributes) &&
      !conditions.some((levels) => isUnmarked(kind, levels, item)),
  );
}

/** The names in a draft's list that no item of its kind has. */
export function findUnknownItems({ itemIds = [], itemKind }: StudyDraft, items: readonly NamedItem[]): string[] {
  const known = new Set(items.filter(({ item }) => item.kind === itemKind).map(({ externalId }) => externalId));
  return itemIds.filter((id) => !known.has(id));
}
