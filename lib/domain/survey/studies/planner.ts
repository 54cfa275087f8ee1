import { binomialUpperTail } from "../../statistics/basics/distributions.ts";
import { clusterPrecision } from "../../statistics/planning/cluster-precision.ts";
import { equivalencePower } from "../../statistics/planning/equivalence-power.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import { detectableByTwoProportions } from "../../statistics/referee/minimum-detectable.ts";
import type { Protocol } from "../protocol.ts";
import { listScreens } from "../screens.ts";
import { countWords, type ItemWordCounts } from "./item-words.ts";
import type { PlannedLevel } from "./plan-levels.ts";

/** The assumptions about people, pay and answers; all figures of the planner depend on them. */
export interface PlannerInput {
  /** Required complete sessions, and answers in each of them. */
  sessions: number;
  itemsPerSession: number;
  items: number;
  stories: number;
  /** Levels of items that are reported separately, over all conditions. */
  levels: readonly PlannedLevel[];
  conditions: number;
  minutes: number;
  payPerHour: number;
  /** The recruiter's fee, as a share of the pay. */
  fee: number;
  /** Share of people who drop out and are replaced; they are not paid. */
  dropOut: number;
  /** Expected accuracy of one person. */
  accuracy: number;
  /** Correlation of answers about one story, and of one person's answers. */
  storyCorrelation: number;
  personCorrelation: number;
  /** Equivalence margin (0 to 1); null: no test of equivalence is planned. */
  margin: number | null;
  alpha: number;
}

export interface StudyForecast {
  people: number;
  /** People to recruit, including those who will drop out. */
  arrivals: number;
  hours: number;
  payPerPerson: number;
  total: number;
  /** Full width of a 95% interval: for one item under one condition, for one condition, for each level, and overall. */
  widths: { name: string; n: number; width: number | null }[];
  /** Smallest difference between two conditions detected with 80% power; null if there is none. */
  detectable: number | null;
  /** Power of the two one-sided tests for a model as accurate as people; null without a margin. */
  equivalence: number | null;
  designEffect: number;
  /** Accuracy of a majority vote if each person is right with the expected probability, independently. */
  majority: { k: number; accuracy: number }[];
}

/** The costs and the precision of a study of this size, before data collection. */
export function forecastStudy(input: PlannerInput): StudyForecast {
  const answers = input.sessions * input.itemsPerSession;
  const perCell = Math.floor(answers / (input.items * input.conditions));
  const perCondition = Math.floor(answers / input.conditions);
  const effect = designEffect(input, perCondition);
  const effective = Math.max(1, Math.floor(perCondition / effect));
  const pay = (input.payPerHour * input.minutes) / 60;
  const people = input.sessions;
  return {
    people,
    arrivals: Math.ceil(people / (1 - input.dropOut)),
    hours: (people * input.minutes) / 60,
    payPerPerson: pay,
    total: people * pay * (1 + input.fee),
    widths: [
      { name: "one item under one condition", n: perCell, width: wilsonWidth(input.accuracy, perCell) },
      { name: "one condition over all items", n: perCondition, width: clusteredWidth(input, perCondition) },
      ...input.levels.map((level) => {
        const n = Math.floor((answers * level.items) / input.items);
        return { name: level.name, n, width: clusteredWidth(input, n) };
      }),
      { name: "all answers", n: answers, width: clusteredWidth(input, answers) },
    ],
    detectable:
      input.conditions < 2
        ? null
        : detectableByTwoProportions(input.accuracy, effective, { alpha: input.alpha, power: 0.8 }),
    equivalence: input.margin === null ? null : powerOfEquivalence(input, input.margin),
    designEffect: effect,
    majority: [...new Set([1, 3, 11, Math.max(1, perCell)])]
      .sort((one, other) => one - other)
      .map((k) => ({
        k,
        accuracy: expectedMajorityAccuracy(input.accuracy, k),
      })),
  };
}

/**
 * P(more than half of k people are right) if each is right with probability p, independently; half of the ties count as
 * right. An accuracy of 65% gives 98.6% for a majority of 52 (Condorcet): a majority vote does not measure a single
 * person.
 */
export function expectedMajorityAccuracy(p: number, k: number): number {
  const half = k / 2;
  const above = binomialUpperTail(Math.floor(half) + 1, k, p);
  if (k % 2 === 1) return above;
  return (above + binomialUpperTail(half, k, p)) / 2;
}

/** The sum of Kish's design effects for stories and for people. */
function designEffect({ stories, itemsPerSession, storyCorrelation, personCorrelation }: PlannerInput, n: number) {
  const perStory = n / Math.max(1, stories);
  return 1 + Math.max(0, perStory - 1) * storyCorrelation + Math.max(0, itemsPerSession - 1) * personCorrelation;
}

function wilsonWidth(accuracy: number, n: number): number | null {
  if (n < 1) return null;
  const { low, high } = wilsonInterval(Math.round(accuracy * n), n);
  return high - low;
}

function clusteredWidth(input: PlannerInput, n: number): number | null {
  if (n < 1) return null;
  const effect = designEffect(input, n);
  const effective = Math.max(1, Math.floor(n / effect));
  return 2 * clusterPrecision(input.accuracy, 0, [effective]).halfWidthZ;
}

/**
 * Pairs are items under a condition: people's share of right answers and a model with the same accuracy. The two
 * disagree on 2 p (1 - p) of them if they err independently.
 */
function powerOfEquivalence(input: PlannerInput, margin: number): number {
  const pairs = input.items * input.conditions;
  const each = input.accuracy * (1 - input.accuracy);
  const perStory = pairs / Math.max(1, input.stories);
  const effect = 1 + Math.max(0, perStory - 1) * input.storyCorrelation;
  return equivalencePower({ p10: each, p01: each, margin, alpha: input.alpha, designEffect: effect }, pairs).power;
}

/** Reading rate in words per minute (Brysbaert 2019: 238 in silent reading of English), and seconds for each action. */
const wordsPerMinute = 238;
const secondsFor = { consent: 20, question: 6, choose: 15, write: 45, page: 3 };

/**
 * The duration of one session, in minutes: for each screen the longer of its dwell time and its reading time, plus the
 * time to choose or write. An estimate for the budget until a pilot has measured it.
 *
 * @param words of the items of a session, on average; null if unknown: then a story without a dwell time counts 30
 * seconds
 */
export function estimateMinutes(
  protocol: Protocol,
  itemsPerSession: number,
  words: ItemWordCounts | null = null,
): number {
  const secondsOf = (count: number) => (count / wordsPerMinute) * 60;
  const reading = (text: string) => secondsOf(countWords(text));
  const storySeconds = words === null ? 30 : secondsOf(words.story);
  const met = listScreens(protocol, itemsPerSession).filter(({ again }) => again === null);
  const seconds = met.reduce((total, screen) => {
    const least = Math.max(screen.dwellSeconds, secondsFor.page);
    switch (screen.kind) {
      case "consent":
        return total + secondsFor.consent + reading(protocol.consent.text);
      case "text":
        return total + Math.max(least, reading(screen.step.text));
      case "questions":
        return (
          total +
          screen.step.questions.reduce(
            (sum, { type }) => sum + (type === "text" ? secondsFor.write : secondsFor.question),
            secondsFor.page,
          )
        );
      case "story":
        return total + Math.max(least, storySeconds);
      case "practice":
        return total + (screen.part === "story" ? Math.max(least, 30) : secondsFor.choose);
      case "answer": {
        // On one screen the story is shown with its first question; further questions are about a story already read.
        const showsStory =
          screen.step.layout === "one-screen" && screen.position % (screen.step.statementsPerReading ?? 1) === 0;
        const shown = words === null ? 0 : secondsOf(words.question + (showsStory ? words.story : 0));
        return total + Math.max(least, shown) + secondsFor.choose + (screen.explanation ? secondsFor.write : 0);
      }
      case "explanation":
        return total + secondsFor.write;
      default:
        return total + least;
    }
  }, 0);
  return Math.max(1, Math.round(seconds / 6) / 10);
}
