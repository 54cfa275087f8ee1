/**
 * Normalises a free answer for comparison: lower case, accents kept, no punctuation except hyphens and apostrophes, no
 * leading article, single spaces. "The Eiffel Tower." and "eiffel tower" are equal.
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
