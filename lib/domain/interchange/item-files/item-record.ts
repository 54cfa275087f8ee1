import { fingerprint } from "../../fingerprint.ts";
import type { ItemRow } from "../../items/item.ts";

/** The kinds of files with items that can be read. */
export const itemFormats = [
  "parallax",
  "simpletom",
  "hi-tom",
  "bigtom",
  "tombench",
  "mindgames",
  "kste",
  "eob-csv",
  "csv",
] as const;
export type ItemFormat = (typeof itemFormats)[number];

/** An item as a file of another benchmark states it, not yet checked; or why a record of the file is none. */
export type ItemRecord = { row: Omit<ItemRow, "gold"> & { gold: unknown } } | { rejected: string };

/** What the readers of other benchmarks say of an item of kind `choice`. */
export interface ChoiceFacts {
  id: string;
  story: string;
  question: string;
  options: string[];
  /** Place of the right option. */
  gold: number;
  attributes: Record<string, string | number | boolean | null>;
}

/** An item of kind `choice`. Stories are named by their words, so that questions about one story share it. */
export function choiceRecord(benchmark: string, facts: ChoiceFacts): ItemRecord {
  const { id, story, question: text, options, gold, attributes } = facts;
  const storyRow = { id: `${benchmark}-story-${shortHash(story)}`, title: "", genre: "", text: story };
  return { row: { id, kind: "choice", story: storyRow, text, options, gold, attributes } };
}

/** Twelve hexadecimal digits of a text's SHA-256: a name that is the same wherever the text is. */
export function shortHash(text: string): string {
  return fingerprint(text).slice(0, 12);
}

/** A text without white space around it; empty for anything that is no text. */
export function trimmed(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The place of an option by its letter ("(B)" is 1); -1 for anything else. */
export function placeOfLetter(value: unknown): number {
  const letter = /^\(?([A-Z])\)?\.?$/u.exec(trimmed(value))?.[1];
  return letter === undefined ? -1 : letter.charCodeAt(0) - 65;
}
