export interface MajorityVote {
  nTrue: number;
  nFalse: number;
  nMissing: number;
  /** The share of "true" among the given answers; null without answers. */
  meanTrue: number | null;
  tie: boolean;
  /** null for a tie and without answers. */
  label: boolean | null;
}

/**
 * The majority label: true if more than half of the answers are true, false if fewer than half are (Street et al. 2024,
 * section 3.2). The paper does not define ties, so a tie has no label here. Null answers are counted separately.
 */
export function majorityVote(responses: readonly (boolean | null)[]): MajorityVote {
  let nTrue = 0;
  let nFalse = 0;
  let nMissing = 0;
  for (const response of responses) {
    if (response === true) nTrue += 1;
    else if (response === false) nFalse += 1;
    else if (response === null) nMissing += 1;
    else throw new RangeError(`responses must contain only true, false and null, not ${String(response)}`);
  }
  const n = nTrue + nFalse;
  const tie = n > 0 && nTrue === nFalse;
  return {
    nTrue,
    nFalse,
    nMissing,
    meanTrue: n === 0 ? null : nTrue / n,
    tie,
    label: n === 0 || tie ? null : nTrue > nFalse,
  };
}

export const tiePolicies = ["false", "incorrect", "half", "exclude"] as const;
export type TiePolicy = (typeof tiePolicies)[number];

export interface JudgedItem {
  responses: readonly (boolean | null)[];
  gold: boolean;
}

export interface MajorityAccuracy {
  /** Number of statements with an answer; without ties if the policy excludes them. */
  n: number;
  /** An integer, except with the policy `half`. */
  correct: number;
  /** null when n = 0. */
  accuracy: number | null;
  nTies: number;
  /** Number of statements without an answer, which are excluded. */
  nEmpty: number;
}

/**
 * How often the majority label equals the key. A tie counts as the label false (`false`, the default and the paper's
 * rule for models), as wrong (`incorrect`), as half a point (`half`, which McNemar's test does not accept) or not at
 * all (`exclude`). The result describes the majority, not a person: also show the mean individual accuracy.
 */
export function majorityAccuracy(items: readonly JudgedItem[], tiePolicy: TiePolicy = "false"): MajorityAccuracy {
  if (!tiePolicies.includes(tiePolicy))
    throw new RangeError(`tiePolicy must be one of ${tiePolicies.join(", ")}, not ${String(tiePolicy)}`);
  const result = { n: 0, correct: 0, nTies: 0, nEmpty: 0 };
  for (const { responses, gold } of items) {
    if (typeof gold !== "boolean") throw new RangeError(`gold must be true or false, not ${String(gold)}`);
    const vote = majorityVote(responses);
    if (vote.meanTrue === null) {
      result.nEmpty += 1;
      continue;
    }
    if (vote.tie) result.nTies += 1;
    if (vote.tie && tiePolicy === "exclude") continue;
    result.n += 1;
    result.correct += vote.tie ? tieCredit(gold, tiePolicy) : Number(vote.label === gold);
  }
  return { ...result, accuracy: result.n === 0 ? null : result.correct / result.n };
}

function tieCredit(gold: boolean, tiePolicy: TiePolicy): number {
  if (tiePolicy === "half") return 0.5;
  return tiePolicy === "false" && gold === false ? 1 : 0;
}
