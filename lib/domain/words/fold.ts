/** A rewritten text. `offsets[i]` is the position in the source of character `i` of the rewritten text. */
export interface FoldedText {
  text: string;
  /**
   * One entry per UTF-16 unit of `text`, and one for its end; entries never decrease. Null if the text equals its
   * source.
   */
  offsets: Int32Array | null;
}

/**
 * Characters that must be normalised together: a character with its combining marks; a run of Korean letters or of
 * half-width kana, which combine without marks; or a single other character outside ASCII.
 */
const clusterPattern =
  /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]+|[\uff66-\uff9f]+|[^\p{M}]\p{M}+|[^\0-\x7f]/gu;

/**
 * Converts a text to Unicode compatibility form (NFKC) cluster by cluster, so that every position can be mapped to the
 * source: "…" becomes three dots, a no-break space becomes a space, "e" with a combining accent becomes one letter.
 */
export function foldCompatibly(source: string): FoldedText {
  return replaceWithOffsets(source, clusterPattern, (cluster) => cluster.normalize("NFKC"));
}

/** Replaces every match of `pattern`, and records the source position of each character in the result. */
export function replaceWithOffsets(source: string, pattern: RegExp, replace: (match: string) => string): FoldedText {
  const parts: { start: number; end: number; by: string }[] = [];
  let length = source.length;
  for (const match of source.matchAll(pattern)) {
    const replacement = replace(match[0]);
    if (replacement === match[0]) continue;
    parts.push({ start: match.index, end: match.index + match[0].length, by: replacement });
    length += replacement.length - match[0].length;
  }
  if (parts.length === 0) return { text: source, offsets: null };
  const offsets = new Int32Array(length + 1);
  let text = "";
  let from = 0;
  for (const part of parts) {
    for (let at = from; at < part.start; at += 1) offsets[text.length + at - from] = at;
    text += source.slice(from, part.start);
    offsets.fill(part.start, text.length, text.length + part.by.length);
    text += part.by;
    from = part.end;
  }
  for (let at = from; at <= source.length; at += 1) offsets[text.length + at - from] = at;
  return { text: text + source.slice(from), offsets };
}

/** Composes two rewritings. The second one was applied to the result of the first. */
export function composeFolds(first: FoldedText, second: FoldedText): FoldedText {
  const inner = first.offsets;
  const outer = second.offsets;
  if (inner === null) return second;
  if (outer === null) return first;
  return { text: second.text, offsets: outer.map((at) => inner[at] as number) };
}

/** The source range of the characters from `start` (included) to `end` (excluded) in a folded text. */
export function sourceRange(folded: FoldedText, start: number, end: number): { start: number; end: number } {
  const { offsets } = folded;
  if (offsets === null) return { start, end };
  const first = offsets[start] as number;
  const last = offsets[Math.max(start, end - 1)] as number;
  // The range ends after the whole source cluster of the last character, including its marks.
  let next = Math.max(start, end - 1) + 1;
  while (next < offsets.length - 1 && offsets[next] === last) next += 1;
  return { start: first, end: end === start ? first : (offsets[next] as number) };
}
