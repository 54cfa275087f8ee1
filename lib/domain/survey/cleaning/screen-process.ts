import * as z from "zod";

const count = z.int().min(0).max(1_000_000_000);

/**
 * How the fields of one screen were filled in, as reported by the browser: only counts, no keys, no content and no
 * times of single keys. Reported, never enforced.
 */
export const screenProcessSchema = z.strictObject({
  /** Characters from typing, input methods, suggestions and dictation. */
  typed: count,
  /** Characters that were pasted or dropped. */
  pasted: count,
  /** Keys pressed in text fields. */
  keys: count,
  /** Compositions of an input method. */
  composed: count,
  /** Entries by events that the browser does not trust, and texts that changed without any event. */
  scripted: count,
  /** Characters restored from a draft after a reload; the process before it is unknown. */
  restored: count,
  /** How often and for how many milliseconds the page was hidden. */
  hidden: count,
  hiddenMs: count,
});
export type ScreenProcess = z.infer<typeof screenProcessSchema>;

/**
 * Reads the process data from a hidden field of a post; null if the data are missing or invalid. An answer is not
 * rejected for this reason.
 */
export function parseScreenProcess(text: unknown): ScreenProcess | null {
  if (typeof text !== "string" || text.length > 1_000) return null;
  try {
    return screenProcessSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
