import type { Item } from "../../items/item.ts";
import { asksKind, lacksMark, type VariedKind } from "../kinds/asked-kind.ts";
import { conditionsOfItem } from "../kinds/design-variants.ts";
import { type ItemFacts, isChosen } from "./item-table.ts";
import { designOf, type StudyDraft } from "./study-draft.ts";

interface NamedItem extends ItemFacts {
  /** The name in the item file. */
  externalId: string;
  item: Item;
}

/**
 * The items of a benchmark that a draft asks: those of its kind that match its filter and its list of names, and, if
 * the draft requires it, that have every mark that one of its conditions shows. The order is that of `items`.
 */
export function chooseDraftItems<Candidate extends NamedItem>(
  draft: StudyDraft,
  kind: Pick<VariedKind, "factors" | "variants">,
  items: readonly Candidate[],
): Candidate[] {
  const named = draft.itemIds ? new Set(draft.itemIds) : null;
  const design = draft.onlyMarked ? designOf(draft, kind) : null;
  return items.filter(
    ({ externalId, attributes, item }) =>
      asksKind(draft.itemKind, item.kind) &&
      (named === null || named.has(externalId)) &&
      isChosen(draft.itemFilter ?? {}, attributes) &&
      !(design && conditionsOfItem(design, item).some((levels) => lacksMark(item, levels))),
  );
}

/** The names in a draft's list that no item of its kind has. */
export function findUnknownItems({ itemIds = [], itemKind }: StudyDraft, items: readonly NamedItem[]): string[] {
  const known = new Set(items.filter(({ item }) => asksKind(itemKind, item.kind)).map(({ externalId }) => externalId));
  return itemIds.filter((id) => !known.has(id));
}
