/**
 * A free answer for comparison: no case, accents kept, no punctuation around or inside words but hyphens and apostrophes,
 * no article in front, single spaces. "The Eiffel Tower." and "eiffel tower" are the same.
 */
export function normaliseAnswer(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/gu, "'")
    .replace(/[^\p{L}\p{M}\p{N}'\s-]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^(?:the|an?) (?=\S)/u, "");
}
