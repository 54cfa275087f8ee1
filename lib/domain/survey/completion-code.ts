/** The letters and digits of completion codes: none that is easily taken for another. */
export const codeAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Characters of a code: 60 random bits, for anyone who has the code may see a session's answers and erase them. */
export const codeLength = 12;

/**
 * A code as it is stored, from what someone typed: capitals, without spaces and hyphens. Null for what cannot be a code;
 * codes of eight characters were given out by earlier versions.
 */
export function normaliseCode(written: string): string | null {
  const code = written
    .slice(0, 60)
    .toUpperCase()
    .replace(/[\s-]+/g, "");
  return /^[A-HJ-NP-Z2-9]{8}(?:[A-HJ-NP-Z2-9]{4})?$/.test(code) ? code : null;
}

/** Where people of a study come back with their code. */
export function codePageUrl(study: string, language: string): string {
  return `/s/${study}/code?lang=${language}`;
}
