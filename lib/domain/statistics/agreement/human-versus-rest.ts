import { requireBinary, requireRectangle } from "../basics/require-number.ts";
import { clusterRobustMean, robustTest } from "../clustered/cluster-robust-mean.ts";

export const restTiePolicies = ["half", "exclude"] as const;
export type RestTiePolicy = (typeof restTiePolicies)[number];

export interface HumanVersusRest {
  /** For each person: the mean agreement; null if no one else answered any of the person's cells. */
  perPerson: (number | null)[];
  nPerPerson: number[];
  /** Mean over the people with a cell. */
  meanOfPersons: number | null;
  /** Person x cell values. */
  nCells: number;
  /** Mean over all values, with a CR2 standard error over people. */
  pooled: number | null;
  se: number | null;
  df: number | null;
  low: number | null;
  high: number | null;
}

/**
 * The human ceiling: how often a person's answer equals the majority of all other people in the cell. If the others are
 * tied, the value is one half ("half") or excluded ("exclude"). A cell without other people is excluded. The majorities
 * share people, so the interval (clusters = people) is approximate.
 */
export function humanVersusRest(
  responses: readonly (readonly (number | null)[])[],
  tiePolicy: RestTiePolicy = "half",
  confidence = 0.95,
): HumanVersusRest {
  if (!restTiePolicies.includes(tiePolicy))
    throw new RangeError(`tiePolicy must be one of ${restTiePolicies.join(", ")}, not ${String(tiePolicy)}`);
  const width = requireRectangle("responses", responses);
  const ones = new Array<number>(width).fill(0);
  const answerCounts = new Array<number>(width).fill(0);
  for (const row of responses)
    row.forEach((answer, cell) => {
      requireBinary("responses", answer, "missing allowed");
      if (answer === null) return;
      ones[cell]! += answer;
      answerCounts[cell]! += 1;
    });
  const values: number[] = [];
  const people: number[] = [];
  const perPerson = responses.map((row, person) => {
    const agreements = row.flatMap((answer, cell) => {
      if (answer === null) return [];
      const lead = 2 * (ones[cell]! - answer) - (answerCounts[cell]! - 1);
      if (answerCounts[cell] === 1 || (lead === 0 && tiePolicy === "exclude")) return [];
      return [lead === 0 ? 0.5 : Number(lead > 0 === (answer === 1))];
    });
    values.push(...agreements);
    people.push(...agreements.map(() => person));
    return agreements;
  });
  const means = perPerson.map((agreements) =>
    agreements.length === 0 ? null : agreements.reduce((sum, value) => sum + value, 0) / agreements.length,
  );
  const knownMeans = means.filter((mean) => mean !== null);
  const pooled = clusterRobustMean(values, people);
  const { low, high } = robustTest(pooled, confidence);
  return {
    perPerson: means,
    nPerPerson: perPerson.map((own) => own.length),
    meanOfPersons: knownMeans.length === 0 ? null : knownMeans.reduce((sum, mean) => sum + mean, 0) / knownMeans.length,
    nCells: values.length,
    pooled: pooled.estimate,
    se: pooled.se,
    df: pooled.df,
    low,
    high,
  };
}
