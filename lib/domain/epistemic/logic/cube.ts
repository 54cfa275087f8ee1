/**
 * Sets of valuations as bit sets. Bit p of a valuation's number is the truth value of the p-th atom; bit v of a set
 * states whether the set contains valuation v. With at most five atoms, one 32-bit word is sufficient. Unused positions
 * then do not matter, because every set is the same for both of their values; no masks are needed.
 *
 * The functions modify the given set unless stated otherwise.
 */
export type ValuationSet = Uint32Array;

/** For each of the first five positions, a mask of the bits whose valuation has this position false. */
const falseMasks = [0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff] as const;

/** The number of words in a set over `positions` positions. */
export function setWordCount(positions: number): number {
  return positions <= 5 ? 1 : 2 ** (positions - 5);
}

/** Fills a set with the valuations in which the position is true. */
export function fillPosition(set: ValuationSet, position: number): void {
  if (position < 5) {
    set.fill(~falseMasks[position]!);
    return;
  }
  const stride = 2 ** (position - 5);
  for (let start = 0; start < set.length; start += 2 * stride) {
    set.fill(0, start, start + stride);
    set.fill(0xffffffff, start + stride, start + 2 * stride);
  }
}

/** Keeps a valuation only if the set contains it with both values of the position. */
export function keepForBothValues(set: ValuationSet, position: number): void {
  if (position < 5) {
    const shift = 1 << position;
    const mask = falseMasks[position]!;
    for (let index = 0; index < set.length; index += 1) {
      const both = set[index]! & (set[index]! >>> shift) & mask;
      set[index] = both | (both << shift);
    }
    return;
  }
  const stride = 2 ** (position - 5);
  for (let start = 0; start < set.length; start += 2 * stride) {
    for (let low = start; low < start + stride; low += 1) {
      const both = set[low]! & set[low + stride]!;
      set[low] = both;
      set[low + stride] = both;
    }
  }
}

/**
 * Copies into `target` the part of a set in which the highest position has the given value. `target` has one position
 * less. If both sets have one word, the result is valid for both values of the position.
 */
export function restrictHighest(set: ValuationSet, position: number, value: boolean, target: ValuationSet): void {
  if (position < 5) {
    const shift = 1 << position;
    const mask = falseMasks[position]!;
    const half = (value ? set[0]! >>> shift : set[0]!) & mask;
    target[0] = half | (half << shift);
    return;
  }
  target.set(value ? set.subarray(target.length) : set.subarray(0, target.length));
}

/** Copies a set into a set with one more position, which does not matter. */
export function addPosition(set: ValuationSet, target: ValuationSet): void {
  target.set(set);
  if (target.length > set.length) target.set(set, set.length);
}

export function complement(set: ValuationSet): void {
  for (let index = 0; index < set.length; index += 1) set[index] = ~set[index]!;
}

export function intersect(set: ValuationSet, other: ValuationSet): void {
  for (let index = 0; index < set.length; index += 1) set[index]! &= other[index]!;
}

export function unite(set: ValuationSet, other: ValuationSet): void {
  for (let index = 0; index < set.length; index += 1) set[index]! |= other[index]!;
}

/** Computes the symmetric difference: the valuations in exactly one of the two sets. */
export function keepDifferences(set: ValuationSet, other: ValuationSet): void {
  for (let index = 0; index < set.length; index += 1) set[index]! ^= other[index]!;
}

/** Adds the valuations outside `other`, so that the set represents "other implies set". */
export function addComplement(set: ValuationSet, other: ValuationSet): void {
  for (let index = 0; index < set.length; index += 1) set[index]! |= ~other[index]!;
}

/** Whether every valuation of `other` is in `set`; modifies nothing. */
export function contains(set: ValuationSet, other: ValuationSet): boolean {
  for (let index = 0; index < set.length; index += 1) if ((other[index]! & ~set[index]!) !== 0) return false;
  return true;
}

/** Whether a valuation is in the set; modifies nothing. */
export function hasValuation(set: ValuationSet, valuation: number): boolean {
  return ((set[valuation >>> 5]! >>> (valuation & 31)) & 1) === 1;
}

/** The number of valuations in a set over `positions` positions; modifies nothing. */
export function countValuations(set: ValuationSet, positions: number): number {
  let bits = 0;
  for (let index = 0; index < set.length; index += 1) {
    let word = set[index]!;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    bits += (Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24) & 0xff;
  }
  return positions < 5 ? bits / 2 ** (5 - positions) : bits;
}
