import type { Item } from "../../items/item.ts";
import { hasNothingToHighlight, includesKind, type StudyItemKind } from "../kinds/asked-kind.ts";
import { conditionsOfItem } from "../kinds/design-variants.ts";
import { type ItemFacts, matchesFilter } from "./item-table.ts";
import { designOf, type StudyDraft } from "./study-draft.ts";

interface NamedItem extends ItemFacts {
  /** The name in the item file. */
  externalId: string;
  item: Item;
}

/**
 * The items of a benchmark that a draft selects: the items of its kind that match its filter and its list of names. If
 * the draft requires it, an item must also have every mark that one of the conditions shows. The result has the order
 * of `items`.
 */
export function chooseDraftItems<Candidate extends NamedItem>(
  draft: StudyDraft,
  kind: Pick<StudyItemKind, "factors" | "variants">,
  items: readonly Candidate[],
): Candidate[] {
  const listedIds = draft.itemIds ? new Set(draft.itemIds) : null;
  const design = draft.onlyMarked ? designOf(draft, kind) : null;
  return items.filter(
    ({ externalId, attributes, item }) =>
      includesKind(draft.itemKind, item.kind) &&
      (listedIds === null || listedIds.has(externalId)) &&
      matchesFilter(draft.itemFilter ?? {}, attributes) &&
      !(design && conditionsOfItem(design, item).some((levels) => hasNothingToHighlight(item, levels))),
  );
}

/** The names in a draft's list that belong to no item of its kind. */
export function findUnknownItems({ itemIds = [], itemKind }: StudyDraft, items: readonly NamedItem[]): string[] {
  const knownNames = new Set(
    items.filter(({ item }) => includesKind(itemKind, item.kind)).map(({ externalId }) => externalId),
  );
  return itemIds.filter((id) => !knownNames.has(id));
}
