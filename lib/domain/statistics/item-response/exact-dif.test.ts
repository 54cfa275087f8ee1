import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { differentialItemFunctioning } from "./differential-item-functioning.ts";
import { exactDif } from "./exact-dif.ts";
import { abilityOfShares, personAbility } from "./person-ability.ts";

/** Rows of three items: the rest score of the last two is the stratum. */
function rowsOf(strata: readonly [refRight: number, focalRight: number, refWrong: number, focalWrong: number][]) {
  const rest = [
    [0, 0],
    [1, 0],
    [1, 1],
  ];
  const rows = strata.flatMap((counts, stratum) =>
    counts.flatMap((count, kind) =>
      Array.from({ length: count }, () => ({
        answers: [kind < 2 ? 1 : 0, ...rest[stratum]!],
        group: kind % 2,
      })),
    ),
  );
  return [rows.map(({ answers }) => answers), rows.map(({ group }) => group)] as const;
}

describe("exact differential item functioning", () => {
  it("agrees with R's exact Mantel-Haenszel test", () => {
    // t <- array(c(8,1,2,2, 10,0,5,3, 12,1,3,1), dim = c(2,2,3)); mantelhaen.test(t, exact = TRUE)
    const [responses, group] = rowsOf([
      [8, 1, 2, 2],
      [10, 0, 5, 3],
      [12, 1, 3, 1],
    ]);
    const found = exactDif(responses, group, 0, 1);
    expect(found).toMatchObject({ nReference: 40, nFocal: 8, nStrata: 3 });
    expect(found.pvalue).toBeCloseTo(0.0131875045369855, 12);
    // R gives the odds ratio of the first group over the second.
    expect(Math.exp(-found.delta! / 2.35)).toBeCloseTo(8.1765646568903, 3);
    expect(Math.exp(-found.high! / 2.35)).toBeCloseTo(1.21950837431586, 6);
    // R finds this root on the scale of 1/x to 1e-4 only.
    expect(-found.low! / 2.35).toBeCloseTo(Math.log(95.35283018455689), 2);
  });

  it("has an open limit where the second group is as right or wrong as possible, and nothing without a stratum", () => {
    const [responses, group] = rowsOf([[8, 0, 2, 3]]);
    expect(exactDif(responses, group, 0, 1)).toMatchObject({ delta: null, low: Number.NEGATIVE_INFINITY });
    const [apart, groups] = rowsOf([
      [8, 0, 2, 0],
      [0, 2, 0, 1],
    ]);
    expect(exactDif(apart, groups, 0, 1)).toMatchObject({ pvalue: null, nStrata: 0, low: null });
  });

  it("rejects a true null hypothesis in at most 5% for three models, near 5% nowhere above", () => {
    const random = seededRandom("exact dif");
    const rasch = (ability: number) =>
      [-1, -0.5, 0, 0.5, 1, 0].map((difficulty) => Number(random.next() < 1 / (1 + Math.exp(difficulty - ability))));
    let exact = 0;
    for (let study = 0; study < 400; study += 1) {
      const responses = Array.from({ length: 63 }, (_, row) => rasch(row < 60 ? 2 * random.next() - 1 : 0.5));
      const group = responses.map((_, row) => Number(row >= 60));
      if ((exactDif(responses, group, 2, 1).pvalue ?? 1) <= 0.05) exact += 1;
      expect(differentialItemFunctioning(responses, group, 2, 1).nFocal).toBe(3);
    }
    expect(exact / 400).toBeLessThanOrEqual(0.05);
  });
});

it("places shares of right answers like single ones, and between them", () => {
  const difficulties = [-1, 0, 1, 2];
  expect(abilityOfShares(difficulties, [1, 1, 0, 0])).toEqual(personAbility(difficulties, [1, 1, 0, 0], "wle"));
  const [low, middle, high] = [
    [1, 1, 0, 0],
    [1, 1, 0.5, 0],
    [1, 1, 1, 0],
  ].map((shares) => abilityOfShares(difficulties, shares).theta!);
  expect(middle).toBeGreaterThan(low!);
  expect(middle).toBeLessThan(high!);
  expect(() => abilityOfShares([0], [1.2])).toThrow(RangeError);
});
