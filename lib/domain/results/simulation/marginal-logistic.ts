import { normalQuantile } from "../../statistics/basics/distributions.ts";

/** Points at which the normal distribution of an effect is evaluated, each with the same weight. */
const normalPoints = Array.from({ length: 100 }, (_, index) => normalQuantile((index + 0.5) / 100));

/** A probability from log odds. */
export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** The mean of a function of a normal effect with this standard deviation. */
export function meanOverEffect(of: (effect: number) => number, deviation: number): number {
  if (deviation === 0) return of(0);
  return normalPoints.reduce((sum, point) => sum + of(point * deviation), 0) / normalPoints.length;
}

/** The mean probability over a normal effect in logits. */
export function marginalProbability(logit: number, deviation: number): number {
  return meanOverEffect((effect) => logistic(logit + effect), deviation);
}

/** Log odds beyond this value give a probability that a simulation cannot distinguish from 0 or 1. */
const maxLogOdds = 40;

/** The log odds whose mean probability over a normal effect is `probability`; finite also for 0 and 1. */
export function logitOfMarginal(probability: number, deviation: number): number {
  let low = -maxLogOdds;
  let high = maxLogOdds;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (marginalProbability(middle, deviation) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** A standard normal number from two uniform ones (Box and Muller). */
export function normalNumber(random: { next(): number }): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
