import type { GoldAnswer } from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import { parseBoundedJson } from "@/lib/domain/bounded-json.ts";
import { goldByField } from "@/lib/domain/tasks/scoring/field-gold.ts";
import { AppError } from "../../platform/errors/app-error.ts";

/**
 * The keys of a gold item from the JSON of a form; null if the form has none, which removes them. An empty text is
 * refused, because it does not say whether the keys are to be removed.
 */
export function readGoldKeys(text: string | undefined): GoldAnswer | null {
  if (text === undefined) return null;
  if (text.trim() === "")
    throw new AppError(
      "invalid",
      "must not be empty: enter the expected answers, or choose “Make it an ordinary item again”",
      "goldAnswer",
    );
  try {
    const keys = goldByField(parseBoundedJson(text));
    if (Object.keys(keys).length > 0) return keys;
  } catch {
    // Not JSON: refused below.
  }
  throw new AppError(
    "invalid",
    'must be a JSON object with the key of each field, such as {"label": "yes"}',
    "goldAnswer",
  );
}
