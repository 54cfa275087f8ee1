import type { Steps } from "../../steps.ts";
import type { ResultCell } from "../model/cells.ts";
import { personScore } from "../model/share.ts";
import { summarizeReading } from "./compared-cells.ts";
import { fillMissingAnswers } from "./missing-fills.ts";
import type { Comparator, SideTest } from "./side-test.ts";
import { isIncomplete } from "./side-words.ts";
import { type ComparisonOptions, testSides } from "./test-sides.ts";

/**
 * Adds to the tests of a model with missing answers whether too many are missing, and the p-values that the difference
 * and non-inferiority would have if these answers favoured the other side. Without missing answers, they are returned as
 * they are.
 */
export function* withWorstCase(
  found: Record<Comparator, SideTest>,
  cells: readonly ResultCell[],
  seriesId: string,
  options: ComparisonOptions,
  sizes: Record<Comparator, number>,
): Steps<Record<Comparator, SideTest>> {
  const reading = summarizeReading(cells, seriesId, options.withMismatches);
  if (reading.absent === 0) return found;
  const filledTests = new Map<0 | 1, Record<Comparator, SideTest>>();
  const testWithScore = (score: 0 | 1, comparator: Comparator) => {
    const filled = filledTests.get(score) ?? testWithMissingAs(score, cells, seriesId, options, sizes);
    filledTests.set(score, filled);
    return filled[comparator];
  };
  const addWorstCase = function* (comparator: Comparator): Steps<SideTest> {
    const { equivalence } = found[comparator];
    const sideTest = {
      ...found[comparator],
      equivalence: equivalence && {
        ...equivalence,
        isIncomplete: isIncomplete(reading),
        worstLower: testWithScore(0, comparator).equivalence?.pLower ?? 1,
      },
    };
    yield;
    const difference = sideTest.difference.value ?? 0;
    if (difference === 0) return sideTest;
    const { difference: other, pvalue } = testWithScore(difference > 0 ? 1 : 0, comparator);
    yield;
    return { ...sideTest, worst: Math.sign(other.value ?? 0) === Math.sign(difference) ? (pvalue ?? 1) : 1 };
  };
  return { majority: yield* addWorstCase("majority"), person: yield* addWorstCase("person") };
}

/** The tests of a model on the cells of people if all of its missing and unparsed answers had this score. */
function testWithMissingAs(
  score: 0 | 1,
  cells: readonly ResultCell[],
  seriesId: string,
  options: ComparisonOptions,
  sizes: Record<Comparator, number>,
): Record<Comparator, SideTest> {
  const cellsWithPeople = cells.filter((cell) => personScore(cell) !== null);
  return testSides(
    fillMissingAnswers(cellsWithPeople, [seriesId], () => score, options),
    seriesId,
    options,
    sizes,
  );
}
