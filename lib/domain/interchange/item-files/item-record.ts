import { fingerprint } from "../../fingerprint.ts";
import type { ItemRow } from "../../items/item.ts";

/** The supported formats of item files. */
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

/** An item from a file of another benchmark, not yet validated; or the reason why a record has no item. */
export type ItemRecord = { row: Omit<ItemRow, "gold"> & { gold: unknown } } | { rejected: string };

/** The fields of an item of kind `choice` from another benchmark. */
export interface ChoiceFacts {
  id: string;
  story: string;
  question: string;
  options: string[];
  /** Index of the correct option. */
  gold: number;
  attributes: Record<string, string | number | boolean | null>;
}

/**
 * Creates an item of kind `choice`. A story's ID is computed from its text, so that questions about the same story
 * share it.
 */
export function createChoiceRecord(benchmark: string, facts: ChoiceFacts): ItemRecord {
  const { id, story, question: text, options, gold, attributes } = facts;
  const storyRow = { id: `${benchmark}-story-${shortHash(story)}`, title: "", genre: "", text: story };
  return { row: { id, kind: "choice", story: storyRow, text, options, gold, attributes } };
}

/** Twelve hexadecimal digits of a text's SHA-256, for names that depend only on the text. */
export function shortHash(text: string): string {
  return fingerprint(text).slice(0, 12);
}

/** The trimmed text; empty if the value is not a text. */
export function trimText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The index of an option by its letter ("(B)" gives 1); -1 for any other value. */
export function letterIndex(value: unknown): number {
  const letter = /^\(?([A-Z])\)?\.?$/u.exec(trimText(value))?.[1];
  return letter === undefined ? -1 : letter.charCodeAt(0) - 65;
}
