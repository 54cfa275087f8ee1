/**
 * Capitalizes the first letter of a text, for the beginning of a sentence or a label. Supports letters of two code
 * units.
 */
export function capitalize(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0x20);
  return text === "" ? text : first.toUpperCase() + text.slice(first.length);
}
