/**
 * Normalises a free-text answer for comparison: lower case, single spaces, accents kept, no leading article, and no
 * punctuation except hyphens and apostrophes. "The Eiffel Tower." and "eiffel tower" are equal.
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
