import type { Steps } from "../../steps.ts";
import type { ModelCell, ResultCell } from "../model/cells.ts";
import { personScore } from "../model/share.ts";
import { isMismatched, modelOf } from "./compared-cells.ts";
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
    const filled =
      tested.get(score) ??
      testSides(withMissingAs(cells, seriesId, score, options.withMismatches), seriesId, options, sizes);
    tested.set(score, filled);
    yield;
    const { difference: other, pvalue } = filled[comparator];
    return { ...own, worst: Math.sign(other.value ?? 0) === Math.sign(difference) ? (pvalue ?? 1) : 1 };
  };
  return { majority: yield* side("majority"), person: yield* side("person") };
}

/**
 * The cells of people as if every missing and unparsed answer of a model had been right (1) or wrong (0): a directional
 * conclusion must hold when they favour the other side (Manski 1990).
 *
 * @param withMismatches whether answers to a text that people did not read are kept; otherwise they are missing
 */
function withMissingAs(
  cells: readonly ResultCell[],
  seriesId: string,
  score: 0 | 1,
  withMismatches: boolean,
): ResultCell[] {
  return cells.flatMap((cell) => {
    if (personScore(cell) === null) return [];
    const answer = modelOf(cell, seriesId);
    const kept = answer && (withMismatches || !isMismatched(cell, seriesId)) ? answer : null;
    return [{ ...cell, models: new Map([[seriesId, kept ? withUnparsedAs(kept, score) : absent(score)]]) }];
  });
}

function withUnparsedAs(answer: ModelCell, score: 0 | 1): ModelCell {
  if (answer.unparsed === 0) return answer;
  const n = answer.repeats + answer.unparsed;
  const mean = (answer.right + score * answer.unparsed) / n;
  return { ...answer, n, mean, majority: mean === 0.5 ? 0.5 : Number(mean > 0.5) };
}

function absent(score: 0 | 1): ModelCell {
  return {
    answerKey: null,
    isRight: score === 1,
    parity: "verified",
    repeats: 0,
    unparsed: 1,
    right: 0,
    n: 1,
    mean: score,
    majority: score,
    asked: "",
    shared: null,
    isRepeated: false,
  };
}
