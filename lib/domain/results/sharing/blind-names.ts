import { fingerprint } from "../../fingerprint.ts";
import { escapeRegExp } from "../../format/escape.ts";

/**
 * Neutral names ("Model A") for names that readers of a blinded view must not recognise. Their order depends on the
 * hash of the seed and the name, so that neither the alphabetical order nor the order of the plan reveals the name; the
 * same seed always gives the same names.
 */
export function blindNames(
  names: Iterable<string>,
  seed: string,
  nameOf: (index: number) => string,
): ReadonlyMap<string, string> {
  const keyOf = (name: string) => fingerprint(`${seed}\n${name}`);
  const shuffled = [...new Set(names)].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  return new Map(shuffled.map((name, index) => [name, nameOf(index)]));
}

/** "Model A" to "Model Z", then "Model 27". */
export function blindModelName(index: number): string {
  return `Model ${index < 26 ? String.fromCharCode(65 + index) : index + 1}`;
}

/** A text in which every given name that occurs as a separate word is replaced, in any case; longer names first. */
export function maskNames(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  const maskByName = new Map([...names].map(([name, mask]) => [name.toLowerCase(), mask]));
  const longestFirst = [...names.keys()].sort((left, right) => right.length - left.length).map(escapeRegExp);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  return text.replaceAll(pattern, (found) => maskByName.get(found.toLowerCase()) ?? "Model");
}
