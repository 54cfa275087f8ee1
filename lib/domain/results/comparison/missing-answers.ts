import type { Steps } from "../../steps.ts";
import type { ResultCell } from "../model/cells.ts";
import { personScore } from "../model/share.ts";
import { withMissingAs } from "./missing-fills.ts";
import type { Comparator, SideTest } from "./side-test.ts";
import { type ComparisonOptions, testSides } from "./test-sides.ts";

/** The tests of a model with missing answers, each with its p if they favoured the other side. */
export function* withWorstCase(
  found: Record<Comparator, SideTest>,
  cells: readonly ResultCell[],
  seriesId: string,
  options: ComparisonOptions,
  sizes: Record<Comparator, number>,
): Steps<Record<Comparator, SideTest>> {
  const tested = new Map<0 | 1, Record<Comparator, SideTest>>();
  const side = function* (comparator: Comparator): Steps<SideTest> {
    const own = found[comparator];
    const difference = own.difference.value ?? 0;
    if (difference === 0) return own;
    const score = difference > 0 ? 1 : 0;
    const filled = tested.get(score) ?? testWithMissingAs(score, cells, seriesId, options, sizes);
    tested.set(score, filled);
    yield;
    const { difference: other, pvalue } = filled[comparator];
    return { ...own, worst: Math.sign(other.value ?? 0) === Math.sign(difference) ? (pvalue ?? 1) : 1 };
  };
  return { majority: yield* side("majority"), person: yield* side("person") };
}

/** The tests of a model if all of its missing and unparsed answers had this score, on the cells of people. */
export function testWithMissingAs(
  score: 0 | 1,
  cells: readonly ResultCell[],
  seriesId: string,
  options: ComparisonOptions,
  sizes: Record<Comparator, number>,
): Record<Comparator, SideTest> {
  const ofPeople = cells.filter((cell) => personScore(cell) !== null);
  return testSides(
    withMissingAs(ofPeople, [seriesId], () => score, options),
    seriesId,
    options,
    sizes,
  );
}
