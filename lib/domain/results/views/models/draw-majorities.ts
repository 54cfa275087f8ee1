import type { Random } from "../../../random.ts";
import { percentileOfSorted } from "../../../statistics/basics/percentiles.ts";
import type { ResultCell } from "../../model/cells.ts";
import type { ResultTiePolicy } from "../../model/majority.ts";
import { scoreOfCounts } from "../../model/majority-curve.ts";
import { clusterOf } from "../../model/share.ts";
import type { ScoredAnswer } from "../../model/single-answers.ts";

/** Number of resamples of people and stories. */
export const resamples = 2_000;
const batch = 20;

/** A cell with the people who answered it. */
export interface VotedCell {
  cell: ResultCell;
  story: number;
  /** The person of each answer, and whether it was right. */
  people: number[];
  right: number[];
  /** The option of each vote, if the item has more than two options; null if right or wrong determines the option. */
  options: number[] | null;
}

/** The cells with a key that people answered, with their stories (or source groups) as indices. */
export function listVotedCells(scored: readonly ScoredAnswer[]): { voted: VotedCell[]; stories: number } {
  const stories = new Map<string, number>();
  const cells = new Map<ResultCell, VotedCell>();
  for (const { cell, person, right, option } of scored) {
    const story = stories.get(clusterOf(cell.item).id) ?? stories.size;
    stories.set(clusterOf(cell.item).id, story);
    const options = hasTwoOptions(cell) ? null : [];
    const votedCell = cells.get(cell) ?? { cell, story, people: [], right: [], options };
    cells.set(cell, votedCell);
    votedCell.people.push(person);
    votedCell.right.push(right);
    votedCell.options?.push(option);
  }
  return { voted: [...cells.values()], stories: stories.size };
}

/**
 * Whether an item has two options, so that right or wrong determines a vote; with more, the chosen wrong answers
 * matter.
 */
export function hasTwoOptions({ item }: ResultCell): boolean {
  return item.options.length === 2;
}

/** The mean majority score over some cells, minus an offset per cell. */
export interface MajorityMean {
  /** Indices of the cells. */
  cells: readonly number[];
  /** The offset of each cell, in the order of `cells`: a model's share; null for no offset. */
  less: readonly number[] | null;
  /**
   * The number of people whose majority is taken, drawn from a cell of two options; null for everyone who answered the cell.
   */
  majorityOf: number | null;
}

/** One number that every resample recomputes: a mean, or a difference of two means. */
export interface ResampledNumber {
  mean: MajorityMean;
  lessMean: MajorityMean | null;
}

/** A number with its percentile limits. */
export interface ResampledEstimate {
  /** The observed value; null without cells. */
  observed: number | null;
  low: number | null;
  high: number | null;
  /** Why there are no limits; null if there are limits, or if there are no cells. */
  reason: string | null;
  /** The bias (mean of the draws minus the observed value), and their standard deviation. */
  bias: number;
  se: number;
  /** Number of cells. */
  n: number;
}

interface Sums {
  weight: number;
  sum: number;
}

/**
 * Resamples stories with all their cells, and people with all their answers; if everyone answered once, people are
 * resampled within each cell. Every number is recomputed in each resample; the limits are the 2.5th and 97.5th
 * percentiles. Yields the share of completed resamples, so that the caller can interleave other work. A drawn tie
 * counts according to `ties`.
 */
export function* drawMajorities(
  { voted, stories }: { voted: readonly VotedCell[]; stories: number },
  numbers: readonly ResampledNumber[],
  { people, once, ties = "half" }: { people: number; once: boolean; ties?: ResultTiePolicy },
  random: Random,
): Generator<number, ResampledEstimate[]> {
  const scores = new MajorityScores(numbers);
  const unitWeights = new Uint16Array(stories).fill(1);
  const observedVotes = createVotes(voted.length);
  drawVotes(voted, unitWeights, new Uint16Array(people).fill(1), observedVotes, { random, ties });
  const observedValues = numbers.map((number) => computeNumber(number, voted, unitWeights, observedVotes, scores));
  const drawnValues: number[][] = numbers.map(() => []);
  const drawnVotes = createVotes(voted.length);
  for (let done = 0; done < resamples; done += batch) {
    for (let index = 0; index < batch; index += 1) {
      const storyWeights = drawWeights(stories, random);
      const personWeights = once ? null : drawWeights(people, random);
      drawVotes(voted, storyWeights, personWeights, drawnVotes, { random, ties });
      for (const [numberIndex, number] of numbers.entries()) {
        const value = computeNumber(number, voted, storyWeights, drawnVotes, scores);
        if (value !== null) drawnValues[numberIndex]!.push(value);
      }
    }
    yield (done + batch) / resamples;
  }
  return numbers.map(({ mean, lessMean }, index) => ({
    ...percentileLimits(drawnValues[index]!, observedValues[index]!),
    n: mean.cells.length + (lessMean?.cells.length ?? 0),
  }));
}

/** The answers of the drawn people to each cell. */
interface Votes {
  /** Number of answers, and number of correct answers. */
  n: Float64Array;
  right: Float64Array;
  /** The score of the majority of these answers; NaN for an excluded tie. */
  majority: Float64Array;
}

function createVotes(cells: number): Votes {
  return { n: new Float64Array(cells), right: new Float64Array(cells), majority: new Float64Array(cells) };
}

/**
 * Fills in the answers of the drawn people to each cell.
 *
 * @param personWeights how often each person was drawn; null if people are drawn within each cell
 */
function drawVotes(
  voted: readonly VotedCell[],
  storyWeights: Uint16Array,
  personWeights: Uint16Array | null,
  votes: Votes,
  { random, ties }: { random: Random; ties: ResultTiePolicy },
): void {
  for (let cellIndex = 0; cellIndex < voted.length; cellIndex += 1) {
    const { story, people, right, options, cell } = voted[cellIndex]!;
    let n = 0;
    let correct = 0;
    const votesByOption = options === null ? null : new Map<number, number>();
    if (storyWeights[story]! > 0)
      for (let index = 0; index < people.length; index += 1) {
        const weight = personWeights ? personWeights[people[index]!]! : 1;
        const answerIndex = personWeights ? index : random.below(people.length);
        n += weight;
        correct += weight * right[answerIndex]!;
        if (votesByOption && weight > 0)
          votesByOption.set(options![answerIndex]!, (votesByOption.get(options![answerIndex]!) ?? 0) + weight);
      }
    votes.n[cellIndex] = n;
    votes.right[cellIndex] = correct;
    votes.majority[cellIndex] = votesByOption
      ? scoreOfOptions(votesByOption, cell, ties)
      : scoreOfTwo(correct, n, cell, ties);
  }
}

function scoreOfTwo(right: number, n: number, cell: ResultCell, ties: ResultTiePolicy): number {
  return right * 2 === n ? scoreOfTie(0.5, cell, ties) : right * 2 > n ? 1 : 0;
}

/**
 * The score of a tie in which this share of the leading options is right, by the policy of `majorityScore`; NaN if
 * excluded.
 */
function scoreOfTie(share: number, { item }: ResultCell, ties: ResultTiePolicy): number {
  switch (ties) {
    case "half":
      return share;
    case "exclude":
      return Number.NaN;
    case "incorrect":
      return 0;
    case "false":
      return Number(item.rightAnswers.includes("false"));
  }
}

/** The score if there are more options: the option with most votes wins. */
function scoreOfOptions(votes: ReadonlyMap<number, number>, cell: ResultCell, ties: ResultTiePolicy): number {
  const { item } = cell;
  const top = Math.max(0, ...votes.values());
  const leaders = [...votes].filter(([, count]) => count === top);
  const isRight = (option: number) => item.rightAnswers.includes(item.options[option]?.value ?? "");
  if (leaders.length === 0) return 0;
  const share = leaders.filter(([option]) => isRight(option)).length / leaders.length;
  return leaders.length === 1 ? share : scoreOfTie(share, cell, ties);
}

function computeNumber(
  { mean, lessMean }: ResampledNumber,
  voted: readonly VotedCell[],
  storyWeights: Uint16Array,
  counts: Votes,
  scores: MajorityScores,
): number | null {
  const first = sumScores(mean, voted, storyWeights, counts, scores);
  if (first.weight === 0) return null;
  if (!lessMean) return first.sum / first.weight;
  const second = sumScores(lessMean, voted, storyWeights, counts, scores);
  return second.weight === 0 ? null : first.sum / first.weight - second.sum / second.weight;
}

function sumScores(
  { cells, less, majorityOf }: MajorityMean,
  voted: readonly VotedCell[],
  storyWeights: Uint16Array,
  counts: Votes,
  scores: MajorityScores,
): Sums {
  const sums = { weight: 0, sum: 0 };
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index]!;
    const weight = storyWeights[voted[cell]!.story]!;
    const n = counts.n[cell]!;
    if (weight === 0 || n === 0) continue;
    const score = majorityOf === null ? counts.majority[cell]! : scores.of(counts.right[cell]!, n, majorityOf);
    if (score === null || Number.isNaN(score)) continue;
    sums.weight += weight;
    sums.sum += weight * (score - (less ? less[index]! : 0));
  }
  return sums;
}

/**
 * The score of a majority of k people, from the number of correct answers and the number of answers. Scores are cached,
 * because small numbers are frequent.
 */
class MajorityScores {
  private readonly known = new Map<number, Map<string, number>>();

  constructor(numbers: readonly ResampledNumber[]) {
    for (const { mean } of numbers) if (mean.majorityOf !== null) this.known.set(mean.majorityOf, new Map());
  }

  /** Null if fewer than k people answered. */
  of(right: number, n: number, majorityOf: number): number | null {
    if (n < majorityOf) return null;
    const cache = this.known.get(majorityOf)!;
    const key = `${right}/${n}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const score = scoreOfCounts(right, n, majorityOf)!;
    cache.set(key, score);
    return score;
  }
}

/** How often each of `count` elements is drawn in `count` draws with replacement. */
function drawWeights(count: number, random: Random): Uint16Array {
  const weights = new Uint16Array(count);
  for (let draw = 0; draw < count; draw += 1) weights[random.below(count)]! += 1;
  return weights;
}

function percentileLimits(drawn: readonly number[], observed: number | null): Omit<ResampledEstimate, "n"> {
  const noLimits = { observed, low: null, high: null, bias: 0, se: 0 };
  if (observed === null) return { ...noLimits, reason: null };
  if (drawn.length < resamples / 2)
    return { ...noLimits, reason: "Fewer than half of the bootstrap draws contained cells for this number." };
  const sorted = Float64Array.from(drawn).sort();
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  const se = Math.sqrt(drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / drawn.length);
  const [low, high] = [percentileOfSorted(sorted, 0.025), percentileOfSorted(sorted, 0.975)];
  const shift = { bias: mean - observed, se };
  // Limits of zero width would suggest certainty.
  if (low === high) return { ...noLimits, ...shift, reason: "No interval: all draws agree." };
  if (observed < low || observed > high)
    return {
      ...noLimits,
      ...shift,
      reason: "No interval: because of bootstrap bias, the percentile limits exclude the estimate.",
    };
  return { observed, low, high, reason: null, ...shift };
}
