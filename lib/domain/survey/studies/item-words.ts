import type { Item } from "../../items/item.ts";

/** Word counts of an item as a participant reads it, or means of these. */
export interface ItemWordCounts {
  story: number;
  /** Number of words of the question or statement, with the options. */
  question: number;
}

/** The mean number of words of these items; null without an item. */
export function meanItemWords(items: readonly Pick<Item, "story" | "text" | "options">[]): ItemWordCounts | null {
  const sum: ItemWordCounts = { story: 0, question: 0 };
  for (const item of items) {
    const { story, question } = countItemWords(item);
    sum.story += story;
    sum.question += question;
  }
  return meanWords(sum, items.length);
}

/** The number of words that a participant reads of one item. */
export function countItemWords({ story, text, options }: Pick<Item, "story" | "text" | "options">): ItemWordCounts {
  return {
    story: countWords(story.title) + countWords(story.text),
    question: [text, ...options].reduce((sum, part) => sum + countWords(part), 0),
  };
}

/** The means of a sum over `items` items; null if there are no items. */
export function meanWords({ story, question }: ItemWordCounts, items: number): ItemWordCounts | null {
  return items === 0 ? null : { story: story / items, question: question / items };
}

/** The number of words separated by white space, the unit of reading rates. */
export function countWords(text: string): number {
  return text.split(/\s+/u).filter(Boolean).length;
}
