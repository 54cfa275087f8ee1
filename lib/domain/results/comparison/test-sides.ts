import type { AdjustmentMethod } from "../../statistics/basics/adjust-p-values.ts";
import type { ModelCell, ResultCell } from "../model/cells.ts";
import { majorityScore, type ResultTiePolicy, strictScore } from "../model/majority.ts";
import { clusterOf, personScore } from "../model/share.ts";
import type { UnparsedPolicy } from "../model/unparsed-policy.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import { groupByAnswer, hasRepeats, modelOf } from "./compared-cells.ts";
import { defaultFamily, type PlannedSides, plannedLevel } from "./side-family.ts";
import { type Comparator, type ScoredPair, type SideTest, testSide } from "./side-test.ts";

/** How people and models are compared. */
export interface ComparisonOptions {
  /** The tie rule of accuracies and intervals. */
  ties: ResultTiePolicy;
  /** The tie rule of McNemar's test, which does not support half points. */
  testTies: Exclude<ResultTiePolicy, "half">;
  /** Include cells whose texts differ; by default tests exclude them. */
  withMismatches: boolean;
  /** The leading comparator; null selects it by the number of answers in a cell. */
  leads: Comparator | null;
  /**
   * The number of people whose majority is taken, which is then the expectation over all draws of that many people from a cell;
   * null for everyone who answered.
   */
  majorityOf?: number | null;
  /** The shared level of the tests and its correction; the default if omitted. */
  family?: { alpha: number; method: AdjustmentMethod };
  /** The planned tests, if these comparisons belong to the plan; otherwise null or omitted. */
  planned?: PlannedSides | null;
  /**
   * The status of tests that are not part of the plan: exploratory by default, or interim on data that are not locked.
   */
  unplanned?: ResultStatus;
  /** The equivalence margin; if set, equivalence is tested. */
  margin?: number | null;
  /** The chance level, if items do not differ in it; a claim of equivalence requires people well above it. */
  chance?: number | null;
  /** The unparsed policy with which the cells were computed; "wrong" by default. */
  unparsed?: UnparsedPolicy;
  /**
   * The answer whose share is compared, if the results count it as correct (`withOutcome`); null for correct answers.
   */
  answer?: string | null;
}

/**
 * Tests people against one model under each comparator, on the cells that both answered. `sizes` is the number of tests
 * in each correction.
 */
export function testSides(
  shared: readonly ResultCell[],
  seriesId: string,
  { testTies, majorityOf = null, family: { alpha } = defaultFamily, margin = null, planned }: ComparisonOptions,
  sizes: Record<Comparator, number>,
): Record<Comparator, SideTest> {
  const units = groupByAnswer(shared, seriesId);
  const pairsOf = (
    people: (cell: ResultCell) => number | null,
    model: (answer: ModelCell, cell: ResultCell) => number | null,
  ) =>
    units.flatMap((cells): ScoredPair[] => {
      // One answer of the model for several cells is one pair; the score of people is their mean over these cells.
      const [first] = cells;
      const peopleScores = cells.flatMap((cell) => people(cell) ?? []);
      const modelScore = model(modelOf(first!, seriesId)!, first!);
      if (peopleScores.length === 0 || modelScore === null) return [];
      const mean = peopleScores.reduce((sum, one) => sum + one, 0) / peopleScores.length;
      return [{ people: mean, model: modelScore, cluster: clusterOf(first!.item) }];
    });
  const strict = pairsOf(
    ({ vote, item }) => majorityScore(vote, item.rightAnswers, testTies),
    (answer, { item }) =>
      hasRepeats(answer) ? answer.mean : strictScore(answer.majority, item.rightAnswers, testTies),
  );
  // McNemar's test requires binary scores; a model whose repeats differ has a fractional score.
  const isStrict = majorityOf === null && strict.every(({ model }) => model === 0 || model === 1);
  const familyOf = (comparator: Comparator) => ({
    alpha,
    shared: plannedLevel(planned, comparator, "model-against-people") ?? alpha / Math.max(1, sizes[comparator]),
    margin,
  });
  return {
    majority: testSide(
      "majority",
      pairsOf(
        (cell) => cell.majority,
        (answer) => answer.mean,
      ),
      // The expected majority of k people is fractional, so McNemar's test cannot be used.
      isStrict ? strict : [],
      familyOf("majority"),
    ),
    person: testSide(
      "person",
      pairsOf(personScore, (answer) => answer.mean),
      [],
      familyOf("person"),
    ),
  };
}
