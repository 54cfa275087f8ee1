import { groupBy } from "../../group-by.ts";
import type { ErroneousStory, NextActionItem, OriginalStory } from "../items/kste-item.ts";
import { TrigramIndex } from "./trigram-index.ts";

/**
 * Minimum overlap of word trigrams for a story to count as made from another story (as measured on the released data).
 */
export const SAME_SOURCE = 0.5;

/** Minimum overlap for two stories whose numbers agree. */
const SAME_NUMBER = 0.2;

/** Two originals whose overlaps differ by less than this are distinguished by number. */
const CLOSE_OVERLAP = 0.05;

/** The original of each erroneous story, found by its words, because the released numbering is lost. */
export interface Pairing {
  /** Original ID by erroneous ID; a story without an original has no entry. */
  originalOf: Map<string, string>;
  /** Groups of two or more items that were made from one source; separate for erroneous stories and questions. */
  siblings: string[][];
}

/** Pairs erroneous stories with originals, and groups the items of one source. */
export function pairStories(
  originals: readonly OriginalStory[],
  erroneous: readonly ErroneousStory[],
  questions: readonly NextActionItem[],
): Pairing {
  const index = new TrigramIndex(originals.map(({ id, story }) => ({ id, text: story })));
  const originalOf = new Map<string, string>();
  for (const item of erroneous) {
    const original = sourceOf(item, originals, index);
    if (original !== null) originalOf.set(item.id, original);
  }
  return { originalOf, siblings: [...groupBySource(erroneous, originalOf), ...groupBySource(questions, new Map())] };
}

function sourceOf(item: ErroneousStory, originals: readonly OriginalStory[], index: TrigramIndex): string | null {
  if (item.sourceId !== null && originals.some((original) => original.id === item.sourceId)) return item.sourceId;
  const similarStories = index.similarTo(item.story, SAME_NUMBER);
  const namesake = similarStories.find((match) => storyNumber(match.id) === storyNumber(item.id));
  const [best] = similarStories;
  if (best === undefined) return null;
  if (namesake !== undefined && namesake.overlap >= best.overlap - CLOSE_OVERLAP) return namesake.id;
  if (best.overlap >= SAME_SOURCE) return best.id;
  return namesake?.id ?? null;
}

/** The part after the last underscore: "story_7" and "erroneous_story_7" belong together. */
export function storyNumber(id: string): string {
  return id.slice(id.lastIndexOf("_") + 1);
}

function groupBySource(
  items: readonly { id: string; story: string }[],
  sources: ReadonlyMap<string, string>,
): string[][] {
  const parent = new Map(items.map(({ id }) => [id, id]));
  const root = (id: string): string => {
    let ancestor = id;
    while (parent.get(ancestor) !== ancestor) ancestor = parent.get(ancestor) as string;
    parent.set(id, ancestor);
    return ancestor;
  };
  const firstOf = new Map<string, string>();
  const index = new TrigramIndex(items.map(({ id, story }) => ({ id, text: story })));
  for (const { id, story } of items) {
    const source = sources.get(id);
    if (source !== undefined) {
      const first = firstOf.get(source);
      if (first === undefined) firstOf.set(source, id);
      else parent.set(root(id), root(first));
    }
    for (const match of index.similarTo(story, SAME_SOURCE)) parent.set(root(id), root(match.id));
  }
  const ids = items.map(({ id }) => id);
  const members = groupBy(ids, root);
  return [...members.values()].filter((group) => group.length > 1);
}
