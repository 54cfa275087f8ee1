/**
 * Converts a name for use in addresses, keys and stored values: lower-case letters a to z, digits and single hyphens
 * between them, at most `maxLength` characters. Accents and apostrophes are removed without a hyphen ("Théorie" becomes
 * "theorie"). A name without such letters or digits gives an empty text.
 */
export function slugify(name: string, maxLength = 60): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'\u2018\u2019\u201b\u02bc]/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, maxLength)
    .replace(/-$/, "");
}
