import { requireBinary, requireCount, requireSameLength } from "../basics/require-number.ts";
import { consistencyOfCounts } from "./error-consistency.ts";

export type ErrorConsistencyPanelReason = "no defined pair of people" | "no defined pair with the model";

export interface ErrorConsistencyPanel {
  nPeople: number;
  /** Mean kappa over the pairs of people whose kappa is defined. */
  peoplePeople: number | null;
  nPairs: number;
  nPairsUndefined: number;
  /** Mean over people of the kappa with the model, where it is defined. */
  peopleModel: number | null;
  nModelPairs: number;
  nModelPairsUndefined: number;
  /** peopleModel - peoplePeople. */
  difference: number | null;
  /** For each person: the mean of the defined kappas with other people, and the kappa with the model. */
  perPersonPeople: (number | null)[];
  perPersonModel: (number | null)[];
  reason: ErrorConsistencyPanelReason | null;
}

/**
 * Error consistency among people, and between people and a model: the means of the kappas of `errorConsistency` over
 * pairs of observers. The kappa of a pair is undefined if the pair shares fewer than `minItems` items or if its
 * expected agreement is 1.
 * `people` has a row for each person and a column for each item: right 1, wrong 0, null not answered. Throws RangeError
 * for rows that are not as long as `model`, for other values, and for `minItems` below 1.
 */
export function errorConsistencyPanel(
  people: readonly (readonly (number | null)[])[],
  model: readonly (number | null)[],
  minItems = 1,
): ErrorConsistencyPanel {
  requireCount("minItems", minItems, 1);
  const modelBits = observerBits("model", model);
  const rows = people.map((row, index) => {
    requireSameLength(`row ${index} of people`, row, "model", model);
    return observerBits("people", row);
  });
  const sums = rows.map(() => ({ sum: 0, count: 0 }));
  const pairs = { sum: 0, count: 0 };
  for (let i = 0; i < rows.length; i += 1)
    for (let j = i + 1; j < rows.length; j += 1) {
      const kappa = pairKappa(rows[i]!, rows[j]!, minItems);
      if (kappa === null) continue;
      for (const tally of [pairs, sums[i]!, sums[j]!]) {
        tally.sum += kappa;
        tally.count += 1;
      }
    }
  const perPersonModel = rows.map((row) => pairKappa(row, modelBits, minItems));
  const definedKappas = perPersonModel.filter((kappa) => kappa !== null);
  const peoplePeople = meanOf(pairs);
  const peopleModel = meanOf({
    sum: definedKappas.reduce((sum, kappa) => sum + kappa, 0),
    count: definedKappas.length,
  });
  return {
    nPeople: rows.length,
    peoplePeople,
    nPairs: pairs.count,
    nPairsUndefined: (rows.length * Math.max(0, rows.length - 1)) / 2 - pairs.count,
    peopleModel,
    nModelPairs: definedKappas.length,
    nModelPairsUndefined: rows.length - definedKappas.length,
    difference: peoplePeople === null || peopleModel === null ? null : peopleModel - peoplePeople,
    perPersonPeople: sums.map(meanOf),
    perPersonModel,
    reason:
      peoplePeople === null
        ? "no defined pair of people"
        : peopleModel === null
          ? "no defined pair with the model"
          : null,
  };
}

/** The answers of one observer as bit sets over the items. Each word has 32 items. */
interface ObserverBits {
  answered: Uint32Array;
  right: Uint32Array;
}

function observerBits(name: string, answers: readonly (number | null)[]): ObserverBits {
  const words = Math.ceil(answers.length / 32);
  const bits = { answered: new Uint32Array(words), right: new Uint32Array(words) };
  for (const [item, answer] of answers.entries()) {
    requireBinary(name, answer, "missing allowed");
    if (answer === null) continue;
    const bit = 1 << (item & 31);
    bits.answered[item >> 5]! |= bit;
    if (answer === 1) bits.right[item >> 5]! |= bit;
  }
  return bits;
}

function pairKappa(a: ObserverBits, b: ObserverBits, minItems: number): number | null {
  const counts = { n: 0, rightA: 0, rightB: 0, same: 0 };
  for (let word = 0; word < a.answered.length; word += 1) {
    const both = a.answered[word]! & b.answered[word]!;
    if (both === 0) continue;
    counts.n += bitCount(both);
    counts.rightA += bitCount(a.right[word]! & both);
    counts.rightB += bitCount(b.right[word]! & both);
    counts.same += bitCount(~(a.right[word]! ^ b.right[word]!) & both);
  }
  return counts.n < minItems ? null : consistencyOfCounts(counts).kappa;
}

/** Number of set bits of a 32-bit word. */
function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function meanOf({ sum, count }: { sum: number; count: number }): number | null {
  return count === 0 ? null : sum / count;
}
