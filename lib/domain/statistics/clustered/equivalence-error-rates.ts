/**
 * How often the two one-sided tests over stories (CR2) call a model equivalent although its true difference is the
 * margin, at a nominal 5%. Scenario: margin 10 points, 20 items per story; the model is as accurate as people (95%) on
 * four of five stories and fails half of the items on the fifth. The story means are then skewed, but a t test assumes
 * normality. 2,000 simulated studies each; `npm run bench:coverage` computes the table again.
 */
export const equivalenceErrorRates: readonly { stories: number; errorRate: number }[] = [
  { stories: 10, errorRate: 0.12 },
  { stories: 12, errorRate: 0.103 },
  { stories: 15, errorRate: 0.104 },
  { stories: 20, errorRate: 0.101 },
  { stories: 30, errorRate: 0.086 },
  { stories: 40, errorRate: 0.071 },
  { stories: 60, errorRate: 0.078 },
  { stories: 100, errorRate: 0.057 },
];

/**
 * Minimum number of stories. With fewer stories, no model is called equivalent to people, because the simulated error
 * rate is at least 20%.
 */
export const minStoriesForEquivalence = 10;

/**
 * The entry for a number of stories: the entry with the largest number that does not exceed it; null below the smallest
 * number in the table.
 */
export function equivalenceErrorRateAt(stories: number): { stories: number; errorRate: number } | null {
  return equivalenceErrorRates.findLast((entry) => entry.stories <= stories) ?? null;
}
