import { requireBinary, requireRectangle } from "../basics/require-number.ts";
import { clusterRobustMean, robustTest } from "../clustered/cluster-robust-mean.ts";

export const restTiePolicies = ["half", "exclude"] as const;
export type RestTiePolicy = (typeof restTiePolicies)[number];

export interface HumanVersusRest {
  /** By person; null if no cell of the person was answered by anyone else. */
  perPerson: (number | null)[];
  nPerPerson: number[];
  /** Mean over the people with a cell. */
  meanOfPersons: number | null;
  /** Person x cell values. */
  nCells: number;
  /** Mean over all values, with CR2 by person. */
  pooled: number | null;
  se: number | null;
  df: number | null;
  low: number | null;
  high: number | null;
}

/**
 * The human ceiling: how often a person's answer equals the majority of all other people in that cell. A tie of the
 * others counts one half ("half") or is excluded ("exclude"), as is a cell without others. The majorities share people,
 * so the interval (clusters = people) is approximate.
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
  const answered = new Array<number>(width).fill(0);
  for (const row of responses)
    row.forEach((answer, cell) => {
      requireBinary("responses", answer, "missing allowed");
      if (answer === null) return;
      ones[cell]! += answer;
      answered[cell]! += 1;
    });
  const values: number[] = [];
  const people: number[] = [];
  const perPerson = responses.map((row, person) => {
    const agreements = row.flatMap((answer, cell) => {
      if (answer === null) return [];
      const lead = 2 * (ones[cell]! - answer) - (answered[cell]! - 1);
      if (answered[cell] === 1 || (lead === 0 && tiePolicy === "exclude")) return [];
      return [lead === 0 ? 0.5 : Number(lead > 0 === (answer === 1))];
    });
    values.push(...agreements);
    people.push(...agreements.map(() => person));
    return agreements;
  });
  const means = perPerson.map((agreements) =>
    agreements.length === 0 ? null : agreements.reduce((sum, value) => sum + value, 0) / agreements.length,
  );
  const known = means.filter((mean) => mean !== null);
  const pooled = clusterRobustMean(values, people);
  const { low, high } = robustTest(pooled, confidence);
  return {
    perPerson: means,
    nPerPerson: perPerson.map((own) => own.length),
    meanOfPersons: known.length === 0 ? null : known.reduce((sum, mean) => sum + mean, 0) / known.length,
    nCells: values.length,
    pooled: pooled.estimate,
    se: pooled.se,
    df: pooled.df,
    low,
    high,
  };
}
