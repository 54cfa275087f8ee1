import { binomialUpperTail } from "../../statistics/basics/distributions.ts";
import { clusterPrecision } from "../../statistics/planning/cluster-precision.ts";
import { equivalencePower } from "../../statistics/planning/equivalence-power.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import { detectableByTwoProportions } from "../../statistics/referee/minimum-detectable.ts";
import type { Protocol } from "../protocol.ts";
import { listScreens } from "../screens.ts";
import { countWords, type ItemWords } from "./item-words.ts";
import type { PlannedLevel } from "./plan-levels.ts";

/** What is assumed about people, pay and answers; every figure of the planner depends on it. */
export interface PlannerInput {
  /** Complete sessions wanted, and answers in each of them. */
  sessions: number;
  itemsPerSession: number;
  items: number;
  stories: number;
  /** Levels of items that are reported one by one, over all conditions. */
  levels: readonly PlannedLevel[];
  conditions: number;
  minutes: number;
  payPerHour: number;
  /** What the recruiter takes on top of the pay, as a share of it. */
  fee: number;
  /** Share of people who leave and are replaced; no one pays for them here. */
  dropOut: number;
  /** Expected share of right answers of one person. */
  accuracy: number;
  /** Correlation of answers about one story, and of one person's answers. */
  storyCorrelation: number;
  personCorrelation: number;
  /** Difference that does not matter (0 to 1); null: no test of equivalence is planned. */
  margin: number | null;
  alpha: number;
}

export interface StudyForecast {
  people: number;
  /** People who have to come, with those who will leave. */
  arrivals: number;
  hours: number;
  payPerPerson: number;
  total: number;
  /** Full width of a 95% interval: of one item under one condition, of one condition, of each level, of everything. */
  widths: { name: string; n: number; width: number | null }[];
  /** Smallest difference between two conditions found with 80% power; null where none would be. */
  detectable: number | null;
  /** Power of the two one-sided tests that a model right as often as people is equivalent to them; null without a margin. */
  equivalence: number | null;
  designEffect: number;
  /** Accuracy of a majority vote where each person is right with the expected probability, independently. */
  majority: { k: number; accuracy: number }[];
}

/** What a study of this size costs and can show, before anyone is asked. */
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
        accuracy: majorityAccuracy(input.accuracy, k),
      })),
  };
}

/**
 * P(more than half of k people are right) when each is with probability p, independently; half of the ties are counted
 * right. 65% alone is 98.6% as a majority of 52 (Condorcet): a majority vote is no measure of one person.
 */
export function majorityAccuracy(p: number, k: number): number {
  const half = k / 2;
  const above = binomialUpperTail(Math.floor(half) + 1, k, p);
  if (k % 2 === 1) return above;
  return (above + binomialUpperTail(half, k, p)) / 2;
}

/** Kish's design effect of answers that stories and people share, added up. */
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
 * Pairs are items under a condition: people's share of right answers beside a model that is right as often as they are.
 * The two disagree on 2 p (1 - p) of them where they err independently.
 */
function powerOfEquivalence(input: PlannerInput, margin: number): number {
  const pairs = input.items * input.conditions;
  const each = input.accuracy * (1 - input.accuracy);
  const perStory = pairs / Math.max(1, input.stories);
  const effect = 1 + Math.max(0, perStory - 1) * input.storyCorrelation;
  return equivalencePower({ p10: each, p01: each, margin, alpha: input.alpha, designEffect: effect }, pairs).power;
}

/** Words that people read in a minute (Brysbaert 2019: 238 in silent reading of English), and seconds for each act. */
const wordsPerMinute = 238;
const secondsFor = { consent: 20, question: 6, choose: 15, write: 45, page: 3 };

/**
 * How long one session takes, in minutes: the longer of the dwell and the reading time of each screen, and the time to
 * choose or write. An estimate for the budget until a pilot has measured it.
 *
 * @param words of the items that a session draws, on average; null where they are not known: then a story without a
 *   dwell counts 30 seconds
 */
export function estimateMinutes(protocol: Protocol, itemsPerSession: number, words: ItemWords | null = null): number {
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
        // On one screen the story stands with its first question; further questions are asked of a story that was read.
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
