const trueWords = new Set(["True", "true", "TRUE"]);
const falseWords = new Set(["False", "false", "FALSE"]);

/**
 * A tie is not an affirmation. The tolerance prevents that rounding errors in the sums turn a tie into an affirmation.
 */
const tieWidth = 1e-12;

export interface Affirmation {
  /** Probability of the affirming group, relative to both groups; null if neither group has a candidate. */
  pTrue: number | null;
  pFalse: number | null;
  /** ln(pTrue / pFalse); infinite if one group is empty. */
  logOdds: number | null;
  /** Whether the probability is above one half; an exact tie is false. */
  answer: boolean | null;
  /** Whether the affirming group has the most probable candidate; an exact tie is true. */
  answerArgmax: boolean | null;
  nTrueCandidates: number;
  nFalseCandidates: number;
}

/**
 * The probability that a model affirms, P(R_a) of Street et al. 2024 (section 3.2), from the log-probabilities of its
 * answer candidates: True, true, TRUE against False, false, FALSE.
 *
 * White space around a key is ignored. Matching keys are summed; other keys (Yes, No) are ignored. A candidate that is
 * missing, null or minus infinity adds nothing. logOdds = logsumexp(true) - logsumexp(false), so logits and
 * log-probabilities give the same result if all come from one softmax. Throws RangeError for NaN and plus infinity.
 */
export function affirmation(logprobs: Readonly<Record<string, number | null>>): Affirmation {
  const trueValues: number[] = [];
  const falseValues: number[] = [];
  for (const [key, value] of Object.entries(logprobs)) {
    if (value === null || value === Number.NEGATIVE_INFINITY) continue;
    if (!Number.isFinite(value))
      throw new RangeError(`the log-probability of ${JSON.stringify(key)} must be a finite number, not ${value}`);
    const word = key.trim();
    if (trueWords.has(word)) trueValues.push(value);
    if (falseWords.has(word)) falseValues.push(value);
  }
  const counts = { nTrueCandidates: trueValues.length, nFalseCandidates: falseValues.length };
  if (trueValues.length + falseValues.length === 0)
    return { pTrue: null, pFalse: null, logOdds: null, answer: null, answerArgmax: null, ...counts };
  const logOdds = logSumExp(trueValues) - logSumExp(falseValues);
  return {
    pTrue: 1 / (1 + Math.exp(-logOdds)),
    pFalse: 1 / (1 + Math.exp(logOdds)),
    logOdds,
    answer: logOdds > tieWidth,
    answerArgmax: largest(trueValues) >= largest(falseValues),
    ...counts,
  };
}

/** Whether both groups are equally likely. */
export function isAffirmationTie({ logOdds }: Pick<Affirmation, "logOdds">): boolean {
  return logOdds !== null && Math.abs(logOdds) <= tieWidth;
}

function logSumExp(values: readonly number[]): number {
  const maximum = largest(values);
  if (maximum === Number.NEGATIVE_INFINITY) return maximum;
  return maximum + Math.log(values.reduce((sum, value) => sum + Math.exp(value - maximum), 0));
}

function largest(values: readonly number[]): number {
  return values.reduce((maximum, value) => Math.max(maximum, value), Number.NEGATIVE_INFINITY);
}
