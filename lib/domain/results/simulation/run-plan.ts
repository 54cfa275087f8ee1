import { type Random, seededRandom } from "../../random.ts";
import { finish } from "../../steps.ts";
import { sortInterimAnalyses } from "../interim/interim-analyses.ts";
import { buildCells, type ResultCell } from "../model/cells.ts";
import { guessingShare, shareOfPeople } from "../model/share.ts";
import type { StudyResults } from "../model/study-results.ts";
import { type ConfirmatoryTest, testCells } from "../plan/confirmatory-family.ts";
import { withOutcome } from "../plan/planned-outcome.ts";
import { drawStudy, resultsUpTo, seriesAnswer } from "./draw-study.ts";
import { shareGroups } from "./share-groups.ts";
import { testExpectedMarks, testMarks } from "./simulated-marks.ts";
import type { PreparedSimulation } from "./simulated-study.ts";
import { addStudy, emptyTally, type PlanTally, type TrueTest } from "./tally.ts";

/** Number of artificial answers in each cell that represent the expected shares in the computations of the plan. */
const pseudoAnswers = 1_000_000;

/**
 * The true value of each planned test: the estimate of the plan on the expected shares and majorities of all cells, for
 * the stories and people of the profile, without drop-out. Null if the test has no estimate.
 */
export function computeTrueTests(prepared: PreparedSimulation): TrueTest[] {
  const { design, cells: preparedCells, models } = prepared;
  const { plan } = design;
  if (plan.outcome.measure === "localisation") return testExpectedMarks(prepared).map(toTrueTest);
  const expectedResults: StudyResults = {
    ...resultsUpTo(prepared, { slots: [], answers: [], left: 0 }, 1),
    counts: preparedCells.flatMap(({ item, condition, share }) => {
      const right = Math.round(share * pseudoAnswers);
      const wrongOptions = item.options.filter(({ value }) => !item.rightAnswers.includes(value));
      const rightOptions = item.options.filter(({ value }) => item.rightAnswers.includes(value));
      const distribute = (options: readonly { value: string }[], count: number) =>
        options.map(({ value }) => ({
          itemId: item.id,
          conditionId: condition.id,
          answerKey: value,
          count: count / options.length,
        }));
      return [...distribute(rightOptions, right), ...distribute(wrongOptions, pseudoAnswers - right)];
    }),
    answers: models.flatMap((model) =>
      preparedCells.flatMap(({ item, condition }, cell) => {
        const expectedShare = model.expected[cell];
        if (expectedShare == null) return [];
        const wrongOption = item.options.find(({ value }) => !item.rightAnswers.includes(value));
        const right = Math.round(expectedShare * pseudoAnswers);
        const answers = new Map([[item.rightAnswers[0]!, right]]);
        if (wrongOption) answers.set(wrongOption.value, pseudoAnswers - right);
        return [seriesAnswer(model.series.id, item.id, condition.id, { given: answers, unparsed: 0 })];
      }),
    ),
  };
  const results = withOutcome(expectedResults, plan.outcome);
  const majorities = new Map(preparedCells.map((cell) => [`${cell.item.id}/${cell.condition.id}`, cell.majority]));
  const cells = buildCells(results, plan.ties, plan.unparsed).map((cell) => ({
    ...cell,
    majority: majorities.get(`${cell.item.id}/${cell.condition.id}`) ?? cell.majority,
  }));
  // The expected majority already has the size that the plan names.
  const kind = prepared.comparator === "majority" ? ("majority" as const) : ("mean-person" as const);
  const tests = finish(testCells(results, cells, { ...plan, comparator: { kind, k: null } }, null, null));
  return tests.map((test) => ({
    kind: test.kind,
    says: test.says,
    isSecondary: test.role === "secondary",
    truth: computeTrueValue(test, prepared),
  }));
}

/**
 * The plan's estimate on expected shares. Tests among models and against chance need whole answers. Their true values
 * are therefore computed from the expected shares, for models with one answer per cell.
 */
function computeTrueValue({ kind, says, isPart, estimate }: ConfirmatoryTest, { design, models }: PreparedSimulation) {
  const needsWholeAnswers = kind === "model-against-model" || kind === "model-against-chance";
  if (!needsWholeAnswers) return estimate?.value ?? null;
  if (isPart || design.plan.outcome.measure !== "accuracy" || design.plan.outcome.items) return null;
  const meanOf = (name: string) => {
    const model = models.find((one) => one.name === name && one.repeats === 1);
    return model ? mean(model.expected) : null;
  };
  if (kind === "model-against-chance") {
    const [accuracy, chance] = [meanOf(says), guessingShare(design.items)];
    return accuracy === null || chance === null ? null : accuracy - chance;
  }
  const [first = "", second = ""] = says.split(" minus ");
  const [left, right] = [meanOf(first), meanOf(second)];
  return left === null || right === null ? null : left - right;
}

/** A test of marked words with its true difference: its estimate on the expected overlap of each cell. */
function toTrueTest({ kind, says, role, estimate }: ConfirmatoryTest): TrueTest {
  return { kind, says, isSecondary: role === "secondary", truth: estimate?.value ?? null };
}

function mean(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length;
}

/**
 * Runs the planned tests on simulated studies `from` to `from + count - 1`. Each study has its own seed, so the result
 * does not depend on how the studies are divided.
 */
export function simulatePlan(
  prepared: PreparedSimulation,
  truth: readonly TrueTest[],
  { seed, from, count }: { seed: string; from: number; count: number },
): PlanTally {
  const tally = emptyTally(prepared, truth);
  for (let index = from; index < from + count; index += 1) {
    const drawnStudy = drawStudy(prepared, seededRandom(`${seed}/${index}`));
    addStudy(tally, testStudy(prepared, drawnStudy, seededRandom(`${seed}/${index}/marks`)), drawnStudy);
  }
  return tally;
}

/**
 * Runs the family at each analysis (the declared interim analyses, then the final analysis), and computes the final
 * shares of right answers.
 */
function testStudy(prepared: PreparedSimulation, drawn: ReturnType<typeof drawStudy>, marksRandom: Random) {
  const { plan } = prepared.design;
  const sharesOf = (cells: readonly ResultCell[]) =>
    shareGroups(prepared).map(({ holds }) => shareOfPeople(cells.filter(holds)));
  if (plan.outcome.measure === "localisation") {
    const cells = buildCells(resultsUpTo(prepared, drawn, 1), plan.ties, plan.unparsed);
    return { analyses: [testMarks(prepared, drawn, marksRandom)], shares: sharesOf(cells) };
  }
  const looks = sortInterimAnalyses(plan.stopping.looks);
  const shares = [...looks.map(({ share }) => share), 1];
  let cells: ResultCell[] = [];
  const analyses = shares.map((share, index) => {
    const results = withOutcome(resultsUpTo(prepared, drawn, share), plan.outcome);
    cells = buildCells(results, plan.ties, plan.unparsed);
    const stage = {
      fractions: shares.slice(0, index + 1),
      isFinal: index === looks.length,
      limit: looks[index]?.alpha ?? null,
    };
    return finish(testCells(results, cells, plan, null, looks.length === 0 ? null : stage));
  });
  return { analyses, shares: sharesOf(cells) };
}
