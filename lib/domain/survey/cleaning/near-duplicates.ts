/** A text as its set of word pairs; `owner` is the person. */
export interface ComparedText {
  id: string;
  owner: string;
  pairs: readonly string[];
}

export interface NearDuplicate {
  /** The similar text, and the share of equal word pairs (Jaccard index), 0 to 1. */
  of: string;
  similarity: number;
}

/** The distinct pairs of neighbouring words of a text. */
export function wordPairs(words: readonly string[]): string[] {
  return [...new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`))];
}

/** The share of word pairs that two texts have in common (Jaccard index). */
export function pairSimilarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  let common = 0;
  for (const pair of small) if (large.has(pair)) common += 1;
  return common / (left.size + right.size - common);
}

/**
 * For each text that is at least `limit` equal to a text of another owner, one such text. The result is exact, by
 * prefix filtering (Bayardo, Ma and Srikant 2007): two texts can only be similar if they share one of their rarest
 * pairs, so only these pairs are indexed. Equal texts are compared once, so many copies cost no more than one. The
 * running time grows with the number of texts that share a rare pair.
 */
export function nearDuplicates(texts: readonly ComparedText[], limit: number): Map<string, NearDuplicate> {
  const duplicatesById = new Map<string, NearDuplicate>();
  const recordDuplicate = (id: string, of: string, similarity: number) => {
    if (!duplicatesById.has(id)) duplicatesById.set(id, { of, similarity });
  };
  const distinct = new Map<string, ComparedText[]>();
  for (const text of texts) {
    const key = [...text.pairs].sort().join("\n");
    const equalTexts = distinct.get(key);
    if (equalTexts) equalTexts.push(text);
    else distinct.set(key, [text]);
  }
  for (const equal of distinct.values()) recordEqual(equal, recordDuplicate);
  const frequency = new Map<string, number>();
  for (const [first] of distinct.values())
    for (const pair of first!.pairs) frequency.set(pair, (frequency.get(pair) ?? 0) + 1);
  const index = new Map<string, { entry: IndexedText; place: number }[]>();
  for (const equal of distinct.values()) {
    const pairs = [...equal[0]!.pairs].sort(
      (left, right) => frequency.get(left)! - frequency.get(right)! || (left < right ? -1 : 1),
    );
    const entry: IndexedText = { pairs, set: new Set(pairs), equal };
    // The small term prevents a product such as 0.55 x 20, which is slightly more than 11 in floating point, from being
    // rounded up.
    const prefix = pairs.slice(0, pairs.length - Math.ceil(limit * pairs.length - 1e-9) + 1);
    const comparedEntries = new Set<IndexedText>();
    for (const [place, pair] of prefix.entries()) {
      const indexedEntries = index.get(pair) ?? [];
      for (const { entry: other, place: otherPlace } of indexedEntries) {
        if (comparedEntries.has(other)) continue;
        comparedEntries.add(other);
        const minCommon = Math.ceil((limit / (1 + limit)) * (pairs.length + other.pairs.length) - 1e-9);
        // The remaining pairs of the shorter list cannot contain enough common pairs.
        if (Math.min(pairs.length - place, other.pairs.length - otherPlace) < minCommon) continue;
        const common = countCommon(entry, other, minCommon);
        if (common === null) continue;
        recordSimilar(equal, other.equal, common / (pairs.length + other.pairs.length - common), recordDuplicate);
      }
      indexedEntries.push({ entry, place });
      index.set(pair, indexedEntries);
    }
  }
  return duplicatesById;
}

interface IndexedText {
  /** Rarest pairs first. */
  pairs: readonly string[];
  set: ReadonlySet<string>;
  equal: readonly ComparedText[];
}

/** The number of common pairs; null if it is below `needed`. */
function countCommon(left: IndexedText, right: IndexedText, needed: number): number | null {
  const [small, large] = left.pairs.length < right.pairs.length ? [left, right] : [right, left];
  let missing = small.pairs.length - needed;
  for (const pair of small.pairs) {
    if (large.set.has(pair)) continue;
    missing -= 1;
    if (missing < 0) return null;
  }
  return needed + missing;
}

type RecordDuplicate = (id: string, of: string, similarity: number) => void;

/** Records texts that are completely equal and have at least two owners. */
function recordEqual(equal: readonly ComparedText[], record: RecordDuplicate): void {
  const [first] = equal;
  const otherText = equal.find(({ owner }) => owner !== first!.owner);
  if (!otherText) return;
  for (const { id, owner } of equal) record(id, owner === first!.owner ? otherText.id : first!.id, 1);
}

function recordSimilar(
  left: readonly ComparedText[],
  right: readonly ComparedText[],
  similarity: number,
  note: RecordDuplicate,
): void {
  for (const [ones, others] of [
    [left, right],
    [right, left],
  ] as const)
    for (const { id, owner } of ones) {
      const otherText = others.find((candidate) => candidate.owner !== owner);
      if (otherText) note(id, otherText.id, similarity);
    }
}
