import * as z from "zod";
import { canonicalJson } from "../fingerprint.ts";
import { requiredText } from "../text.ts";
import { languageTagSchema } from "./language-tag.ts";

/** The link from an item to the item that it translates. */
export const translationSchema = z.strictObject({
  /** The original's id in its benchmark. */
  of: requiredText(200),
  benchmark: requiredText(200),
  language: languageTagSchema,
});
export type Translation = z.infer<typeof translationSchema>;

/** The fields that must be equal in an item and its translation. */
export interface TranslatedItem {
  kind: string;
  options: readonly string[];
  gold: unknown;
}

/**
 * Why an item is not a valid translation of another item; null if it is. People's answers to a translation count as
 * answers to the original. Both items must therefore have the same question format and the same correct answer; only
 * the word positions of an error may differ.
 */
export function findTranslationMismatch(
  original: TranslatedItem,
  item: TranslatedItem,
): { field: string; message: string } | null {
  if (item.kind !== original.kind) return { field: "kind", message: `must be ${original.kind}, as in the original` };
  if (item.options.length !== original.options.length) {
    return { field: "options", message: `must be ${original.options.length}, as many as in the original` };
  }
  if (rightAnswer(item.gold) !== rightAnswer(original.gold)) {
    return { field: "gold", message: `must be ${rightAnswer(original.gold)}, as in the original` };
  }
  return null;
}

/** A gold answer without positions in the story. */
function rightAnswer(gold: unknown): string {
  const hasPositions = typeof gold === "object" && gold !== null && "spans" in gold;
  if (!hasPositions) return canonicalJson(gold ?? null);
  const { spans: _spans, ...withoutPositions } = gold;
  return canonicalJson(withoutPositions);
}
