import { binomialUpperTail } from "../../statistics/basics/distributions.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import type { Protocol } from "../protocol.ts";
import { listScreens } from "../screens.ts";
import { countWords, type ItemWordCounts } from "./item-words.ts";

/** The assumptions about people, pay and answers, from which all figures of the planner are computed. */
export interface PlannerInput {
  /** The number of required complete sessions, and of answers in each session. */
  sessions: number;
  itemsPerSession: number;
  items: number;
  conditions: number;
  minutes: number;
  payPerHour: number;
  /** The recruiter's fee, as a share of the pay. */
  fee: number;
  /** Share of people who drop out and are replaced; they are not paid. */
  dropOut: number;
  /** Expected accuracy of one person. */
  accuracy: number;
}

export interface StudyForecast {
  people: number;
  /** Number of people to recruit, including those who will drop out. */
  arrivals: number;
  hours: number;
  payPerPerson: number;
  total: number;
  /**
   * Number of answers to one item under one condition, all of different people, and the full width of their Wilson
   * interval.
   */
  cell: { n: number; width: number | null };
  /** Accuracy of a majority vote if each person is right with the expected probability, independently. */
  majority: { k: number; accuracy: number }[];
}

/**
 * The costs of a study of this size, and the precision for one item. Interval widths over items, and power, depend on
 * stories and on the analysis plan, so they are simulated (`lib/domain/results/simulation`).
 */
export function forecastStudy(input: PlannerInput): StudyForecast {
  const answers = input.sessions * input.itemsPerSession;
  const perCell = Math.floor(answers / (input.items * input.conditions));
  const pay = (input.payPerHour * input.minutes) / 60;
  const people = input.sessions;
  return {
    people,
    arrivals: Math.ceil(people / (1 - input.dropOut)),
    hours: (people * input.minutes) / 60,
    payPerPerson: pay,
    total: people * pay * (1 + input.fee),
    cell: { n: perCell, width: wilsonWidth(input.accuracy, perCell) },
    majority: [...new Set([1, 3, 11, Math.max(1, perCell)])]
      .sort((one, other) => one - other)
      .map((k) => ({
        k,
        accuracy: expectedMajorityAccuracy(input.accuracy, k),
      })),
  };
}

/**
 * The probability that more than half of k people are right, if each is independently right with probability p; half of
 * the ties count as right. An accuracy of 65% gives 98.6% for a majority of 52 (Condorcet): a majority vote does not
 * measure a single person.
 */
export function expectedMajorityAccuracy(p: number, k: number): number {
  const half = k / 2;
  const probabilityAbove = binomialUpperTail(Math.floor(half) + 1, k, p);
  if (k % 2 === 1) return probabilityAbove;
  return (probabilityAbove + binomialUpperTail(half, k, p)) / 2;
}

function wilsonWidth(accuracy: number, n: number): number | null {
  if (n < 1) return null;
  const { low, high } = wilsonInterval(Math.round(accuracy * n), n);
  return high - low;
}

/**
 * Reading rate in words per minute (Brysbaert 2019: 238 for silent reading of English), and seconds for each action.
 */
const wordsPerMinute = 238;
const secondsFor = { consent: 20, question: 6, choose: 15, write: 45, page: 3 };

/**
 * The duration of one session, in minutes. For each screen it is the longer of its dwell time and its reading time,
 * plus the time to choose or write. This is an estimate for the budget until a pilot has measured the duration.
 *
 * @param words mean word counts of the items of a session; null if unknown, in which case a story without a dwell time
 * counts 30 seconds
 */
export function estimateMinutes(
  protocol: Protocol,
  itemsPerSession: number,
  words: ItemWordCounts | null = null,
): number {
  const secondsOf = (count: number) => (count / wordsPerMinute) * 60;
  const reading = (text: string) => secondsOf(countWords(text));
  const storySeconds = words === null ? 30 : secondsOf(words.story);
  const firstAttempts = listScreens(protocol, itemsPerSession).filter(({ again }) => again === null);
  const seconds = firstAttempts.reduce((total, screen) => {
    const leastSeconds = Math.max(screen.dwellSeconds, secondsFor.page);
    switch (screen.kind) {
      case "consent":
        return total + secondsFor.consent + reading(protocol.consent.text);
      case "text":
        return total + Math.max(leastSeconds, reading(screen.step.text));
      case "questions":
        return (
          total +
          screen.step.questions.reduce(
            (sum, { type }) => sum + (type === "text" ? secondsFor.write : secondsFor.question),
            secondsFor.page,
          )
        );
      case "story":
        return total + Math.max(leastSeconds, storySeconds);
      case "practice":
        return total + (screen.part === "story" ? Math.max(leastSeconds, 30) : secondsFor.choose);
      case "answer": {
        // On one screen the story is shown with its first question; further questions are about a story that was
        // already read.
        const showsStory =
          screen.step.layout === "one-screen" && screen.position % (screen.step.statementsPerReading ?? 1) === 0;
        const readingSeconds = words === null ? 0 : secondsOf(words.question + (showsStory ? words.story : 0));
        return (
          total +
          Math.max(leastSeconds, readingSeconds) +
          secondsFor.choose +
          (screen.explanation ? secondsFor.write : 0)
        );
      }
      case "explanation":
        return total + secondsFor.write;
      case "time-limit":
        return total + secondsFor.page + secondsFor.choose;
      default:
        return total + leastSeconds;
    }
  }, 0);
  return Math.max(1, Math.round(seconds / 6) / 10);
}
