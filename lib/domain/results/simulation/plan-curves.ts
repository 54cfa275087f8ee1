import * as z from "zod";
import { type GenerativeProfile, modelsOfProfile } from "./generative-profile.ts";
import { countPeople, countStories, withPeople, withStories } from "./resize-design.ts";
import type { SimulatedDesign } from "./simulated-study.ts";
import type { PlanTally } from "./tally.ts";

export const curveAxes = ["people", "stories", "difference", "margin"] as const;
export type CurveAxis = (typeof curveAxes)[number];

/**
 * The question of a point: the power of the test of a difference, or of equivalence for a model as good as people.
 */
export const curveQuestions = ["difference", "equivalence"] as const;
export type CurveQuestion = (typeof curveQuestions)[number];

/** The plan with one size, difference or margin. */
export interface CurveScenario {
  axis: CurveAxis;
  /** Number of people or stories, or a difference or margin from 0 to 1. */
  value: number;
  asks: CurveQuestion;
  design: SimulatedDesign;
  profile: GenerativeProfile;
}

/** The first planned test of a scenario over its simulated studies. */
export const curvePointSchema = z.strictObject({
  axis: z.enum(curveAxes),
  value: z.number(),
  asks: z.enum(curveQuestions),
  studies: z.number(),
  tested: z.number(),
  significant: z.number(),
  /** Mean width of the interval of the difference; null without an interval. */
  width: z.number().nullable(),
});
export type CurvePoint = z.infer<typeof curvePointSchema>;

const peopleFactors = [0.5, 1, 1.5, 2, 3];
const storyFactors = [0.5, 1, 2, 4];
const differences = [0.025, 0.05, 0.1, 0.15, 0.2];
const margins = [0.02, 0.05, 0.1, 0.15, 0.2];
/** The largest multiple of the planned people, and the largest number of answers, up to which a size is searched. */
const maxPeopleFactor = 32;
const maxAnswers = 300_000;

/** The difference and the power for which the required size is computed. */
export const powerTargetSchema = z.strictObject({
  /** The difference of a model and people to detect, from 0 to 1. */
  difference: z.number().min(0.005).max(0.5).default(0.1),
  /** The wanted power. */
  power: z.number().min(0.5).max(0.99).default(0.8),
});
export type PowerTarget = z.infer<typeof powerTargetSchema>;

/** The scenarios of a plan: more or fewer people and stories, other true differences, other margins. */
export function curveScenarios(design: SimulatedDesign, profile: GenerativeProfile, aim: PowerTarget): CurveScenario[] {
  const { plan } = design;
  const profileFor = (question: CurveQuestion, distance?: number) =>
    profileWithDistance(profile, design, aim, question, distance);
  return questionsOf(design).flatMap((question): CurveScenario[] => [
    ...peopleFactors.map((factor) => peopleScenario(design, profileFor(question), question, factor)),
    ...storyFactors.map((factor) => {
      const resizedDesign = withStories(design, factor);
      return {
        axis: "stories" as const,
        value: countStories(resizedDesign),
        asks: question,
        design: resizedDesign,
        profile: profileFor(question),
      };
    }),
    ...(question === "difference"
      ? differences.map((value) => ({
          axis: "difference" as const,
          value,
          asks: question,
          design,
          profile: profileFor(question, -value),
        }))
      : margins.map((value) => ({
          axis: "margin" as const,
          value,
          asks: question,
          design: { ...design, plan: { ...plan, margin: value } },
          profile: profileFor(question),
        }))),
  ]);
}

/**
 * The next number of people to simulate: twice the largest simulated number if its power is too low, half the smallest
 * if its power suffices. Null if the target power is between two simulated numbers, if more people hardly narrow the
 * interval (because the number of stories limits it), or if the next number is outside the limits of a simulation.
 */
export function findNextPeopleScenario(
  design: SimulatedDesign,
  profile: GenerativeProfile,
  points: readonly CurvePoint[],
  aim: PowerTarget,
): CurveScenario | null {
  const plannedPeople = countPeople(design);
  const answers = design.strata.flatMap(({ slots }) => slots).reduce((sum, { length }) => sum + length, 0);
  for (const question of questionsOf(design)) {
    const curve = curveOf(points, "people", question);
    const [first, last] = [curve[0], curve.at(-1)];
    if (!first || !last) continue;
    const doubledFactor = (last.value / plannedPeople) * 2;
    const halvedFactor = first.value / plannedPeople / 2;
    const factor =
      powerShare(last) < aim.power &&
      isNarrowing(curve) &&
      doubledFactor <= maxPeopleFactor &&
      doubledFactor * answers <= maxAnswers
        ? doubledFactor
        : powerShare(first) >= aim.power && halvedFactor * plannedPeople >= 2 * design.strata.length
          ? halvedFactor
          : null;
    if (factor === null) continue;
    const scenario = peopleScenario(design, profileWithDistance(profile, design, aim, question), question, factor);
    // `curveOf` omits sizes at which the test was never computed; such sizes must not be tried again.
    const isTried = points.some(
      ({ axis, asks, value }) => axis === "people" && asks === question && value === scenario.value,
    );
    if (!isTried) return scenario;
  }
  return null;
}

/** The questions that the tests of a plan can answer. */
function questionsOf({ plan }: SimulatedDesign): CurveQuestion[] {
  const plansTest = (kind: string) => plan.family.tests.some((test) => test.kind === kind);
  return [
    ...(plansTest("model-against-people") ? (["difference"] as const) : []),
    ...(plan.margin !== null && plansTest("equivalence") ? (["equivalence"] as const) : []),
  ];
}

function profileWithDistance(
  profile: GenerativeProfile,
  { plan }: SimulatedDesign,
  aim: PowerTarget,
  question: CurveQuestion,
  distance = question === "difference" ? -aim.difference : 0,
): GenerativeProfile {
  return { ...profile, models: modelsOfProfile(profile, plan).map((model) => ({ ...model, distance })) };
}

function peopleScenario(
  design: SimulatedDesign,
  profile: GenerativeProfile,
  asks: CurveQuestion,
  factor: number,
): CurveScenario {
  const resizedDesign = withPeople(design, factor);
  return { axis: "people", value: countPeople(resizedDesign), asks, design: resizedDesign, profile };
}

/** Whether the interval at the largest size is at least 5% narrower than at the previous size. */
export function isNarrowing(curve: readonly CurvePoint[]): boolean {
  const [previous, last] = curve.slice(-2).map(({ width }) => width);
  return typeof previous !== "number" || typeof last !== "number" || last < 0.95 * previous;
}

/** The points of one curve by size, without those at which the test was never computed. */
export function curveOf(points: readonly CurvePoint[], axis: CurveAxis, asks: CurveQuestion): CurvePoint[] {
  return points
    .filter((point) => point.axis === axis && point.asks === asks && point.tested > 0)
    .sort((left, right) => left.value - right.value);
}

/** The simulated power at a point. */
export const powerShare = ({ significant, tested }: CurvePoint) => significant / tested;

/** The result of a scenario's first test over its simulated studies. */
export function curvePoint({ axis, value, asks }: CurveScenario, { studies, tests }: PlanTally): CurvePoint {
  const kind = asks === "difference" ? "model-against-people" : "equivalence";
  const test = tests.find((one) => one.kind === kind);
  return {
    axis,
    value,
    asks,
    studies,
    tested: test?.tested ?? 0,
    significant: test?.rejected ?? 0,
    width: test && test.intervals > 0 ? test.widthSum / test.intervals : null,
  };
}
