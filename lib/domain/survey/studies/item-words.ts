import type { Item } from "../../items/item.ts";

/** Words that a participant reads of one item, on average. */
export interface ItemWords {
  story: number;
  /** The question or statement, with the options. */
  question: number;
}

/** The mean number of words of these items; null without an item. */
export function meanItemWords(items: readonly Pick<Item, "story" | "text" | "options">[]): ItemWords | null {
  if (items.length === 0) return null;
  const mean = (wordsOf: (item: (typeof items)[number]) => number) =>
    items.reduce((sum, item) => sum + wordsOf(item), 0) / items.length;
  return {
    story: mean(({ story }) => countWords(story.title) + countWords(story.text)),
    question: mean(({ text, options }) => [text, ...options].reduce((sum, part) => sum + countWords(part), 0)),
  };
}

/** The stretches of a text between white space, which is what reading rates are measured in. */
export function countWords(text: string): number {
  return text.split(/\s+/u).filter(Boolean).length;
}
