import type { Fold } from "../../fold.ts";
import type { Item } from "../../items/item.ts";
import { markAttributes } from "../../items/kinds/marks.ts";
import { type ItemFacts, type ItemFilter, inferFilter, prepareItemTable } from "./item-table.ts";
import { countItemWords, type ItemWordCounts, meanWords } from "./item-words.ts";
import type { AskedKind } from "./study-benchmark.ts";

/** An item of a benchmark as counted in the form for a study. */
export interface CountedItem extends ItemFacts {
  /** Its source group. */
  group: string;
  item: Pick<Item, "kind" | "story" | "text" | "options">;
}

/** The items of one kind, without properties of the kind. */
export type CountedKind = Pick<AskedKind, "name" | "items" | "groups" | "table" | "words" | "marked">;

/** Counts the items of a benchmark by kind, in the order of first occurrence. */
export function foldItems(): Fold<CountedItem, CountedKind[]> {
  const kinds = new Map<string, { facts: ItemFacts[]; groups: Set<string>; words: ItemWordCounts; marked: number }>();
  return {
    add: (items) => {
      for (const { id, attributes, group, item } of items) {
        const kind = kinds.get(item.kind) ?? {
          facts: [],
          groups: new Set(),
          words: { story: 0, question: 0 },
          marked: 0,
        };
        kinds.set(item.kind, kind);
        kind.facts.push({ id, attributes });
        kind.groups.add(group);
        if (Object.values(markAttributes).some((name) => attributes[name])) kind.marked += 1;
        const words = countItemWords(item);
        kind.words.story += words.story;
        kind.words.question += words.question;
      }
    },
    finish: () =>
      [...kinds].map(([name, { facts, groups, words, marked }]) => ({
        name,
        items: facts.length,
        groups: groups.size,
        table: prepareItemTable(facts),
        marked,
        words: meanWords(words, facts.length),
      })),
  };
}

/** The filter that selects exactly the items of a study among those of its benchmark (`inferFilter`). */
export function foldItemFilter(chosenIds: readonly string[]): Fold<ItemFacts, ItemFilter | null> {
  const items: ItemFacts[] = [];
  return {
    add: (more) => {
      for (const item of more) items.push(item);
    },
    finish: () => inferFilter(items, chosenIds),
  };
}
