/** The letters and digits of completion codes, without characters that are easily confused. */
export const codeAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Length of a code: 60 random bits, because a person with the code can see a session's answers and erase them. */
export const codeLength = 12;

/**
 * Normalises a typed code: capitals, without spaces and hyphens. Null for an invalid code. Codes of eight characters
 * from earlier versions are also valid.
 */
export function normaliseCode(written: string): string | null {
  const code = written
    .slice(0, 60)
    .toUpperCase()
    .replace(/[\s-]+/g, "");
  return /^[A-HJ-NP-Z2-9]{8}(?:[A-HJ-NP-Z2-9]{4})?$/.test(code) ? code : null;
}

/** The address of the page on which people of a study enter their code. */
export function codePageUrl(study: string, language: string): string {
  return `/s/${study}/code?lang=${language}`;
}
