import type { Fold } from "../../fold.ts";
import type { Item } from "../../items/item.ts";
import { markAttributes } from "../../items/kinds/marks.ts";
import { everyKind, includesKind, type KindWithFactors, listVariants } from "../kinds/asked-kind.ts";
import { type ItemFacts, type ItemFilter, inferFilter, prepareItemTable } from "./item-table.ts";
import { countItemWords, type ItemWordCounts, meanWords } from "./item-words.ts";
import type { AskedKind } from "./study-benchmark.ts";

/** An item of a benchmark, as counted for the study form. */
export interface CountedItem extends ItemFacts {
  /** Its source group. */
  group: string;
  item: Item;
}

/** The items of one kind, or of all kinds that studies support, without the properties of the kinds. */
export type CountedKind = Pick<AskedKind, "name" | "items" | "groups" | "table" | "words" | "marked"> & {
  variants: KindWithFactors[];
};

interface KindTally {
  facts: ItemFacts[];
  groups: Set<string>;
  words: ItemWordCounts;
  marked: number;
  variants: Map<string, KindWithFactors>;
}

/**
 * Counts the items of a benchmark by kind, in the order of first occurrence. If there are several kinds, the items of
 * all supported kinds are also counted together.
 */
export function foldItems(): Fold<CountedItem, CountedKind[]> {
  const kinds = new Map<string, KindTally>();
  return {
    add: (items) => {
      for (const one of items)
        for (const name of includesKind(everyKind, one.item.kind) ? [one.item.kind, everyKind] : [one.item.kind]) {
          const kind = kinds.get(name) ?? newTally();
          kinds.set(name, kind);
          addToTally(kind, one);
        }
    },
    finish: () => {
      const countedKinds = [...kinds].map(([name, { facts, groups, words, marked, variants }]) => ({
        name,
        items: facts.length,
        groups: groups.size,
        table: prepareItemTable(facts),
        marked,
        words: meanWords(words, facts.length),
        variants: [...variants.values()],
      }));
      const isMixed = new Set([...(kinds.get(everyKind)?.variants.values() ?? [])].map(({ kind }) => kind)).size > 1;
      return isMixed ? countedKinds : countedKinds.filter(({ name }) => name !== everyKind);
    },
  };
}

function newTally(): KindTally {
  return { facts: [], groups: new Set(), words: { story: 0, question: 0 }, marked: 0, variants: new Map() };
}

function addToTally(kind: KindTally, { id, attributes, group, item }: CountedItem): void {
  kind.facts.push({ id, attributes });
  kind.groups.add(group);
  if (Object.values(markAttributes).some((name) => attributes[name])) kind.marked += 1;
  const words = countItemWords(item);
  kind.words.story += words.story;
  kind.words.question += words.question;
  for (const variant of listVariants([item])) kind.variants.set(JSON.stringify(variant), variant);
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
