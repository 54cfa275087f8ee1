import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { elementarySymmetric } from "../basics/elementary-symmetric.ts";
import { crossedLogistic } from "../regression/crossed-logistic.ts";
import { itemLogitScale } from "../regression/item-logit-scale.ts";
import { differentialItemFunctioning } from "./differential-item-functioning.ts";
import { personAbility } from "./person-ability.ts";
import { raschModel } from "./rasch-model.ts";

const logistic = (value: number) => 1 / (1 + Math.exp(-value));

/** Persons x items from a Rasch model. */
function simulated(persons: number, difficulties: number[], seed: string): number[][] {
  const random = seededRandom(seed);
  return Array.from({ length: persons }, () => {
    const ability = (random.next() + random.next() + random.next() - 1.5) * 2;
    return difficulties.map((difficulty) => (random.next() < logistic(ability - difficulty) ? 1 : 0));
  });
}

describe("the elementary symmetric functions", () => {
  it("are the coefficients of the product", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 3, noNaN: true }), { maxLength: 8 }), (values) => {
        const gamma = elementarySymmetric(values);
        for (const x of [0.3, 1, 2])
          expect(gamma.reduce((sum, value, power) => sum + value * x ** power, 0)).toBeCloseTo(
            values.reduce((product, value) => product * (1 + value * x), 1),
            6,
          );
      }),
    );
  });
});

describe("the Rasch model", () => {
  const difficulties = [-1.5, -0.5, 0, 0.5, 1.5];
  const responses = simulated(800, difficulties, "rasch");

  it("finds the difficulties that made the answers", () => {
    const { difficulty, se, estimable } = raschModel(responses);
    expect(estimable).toBe(true);
    difficulty.forEach((value, item) => {
      expect(Math.abs(value! - difficulties[item]!)).toBeLessThan(4 * se[item]!);
    });
    expect(difficulty.reduce<number>((sum, value) => sum + value!, 0)).toBeCloseTo(0, 12);
  });

  it("is where no small move of the difficulties is more likely", () => {
    const { difficulty, loglik } = raschModel(responses);
    const likelihood = (b: number[]) => {
      const gamma = elementarySymmetric(b.map((value) => Math.exp(-value)));
      return responses.reduce((sum, row) => {
        const score = row.reduce((total, answer) => total + answer, 0);
        if (score === 0 || score === row.length) return sum;
        return sum - row.reduce((total, answer, item) => total + answer * b[item]!, 0) - Math.log(gamma[score]!);
      }, 0);
    };
    const best = difficulty.map((value) => value!);
    expect(likelihood(best)).toBeCloseTo(loglik!, 8);
    best.forEach((_, item) => {
      for (const by of [-1e-3, 1e-3])
        expect(likelihood(best.map((value, index) => value + (index === item ? by : 0)))).toBeLessThan(loglik!);
    });
  });

  it("ignores persons with everything right and refuses an infinite estimate", () => {
    const all = raschModel([...responses, [1, 1, 1, 1, 1]]);
    expect(all.difficulty).toEqual(raschModel(responses).difficulty);
    // No one has the last item right without the first: its relative difficulty is unbounded.
    const nested = [
      [1, 1, 0, 0],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [1, 1, 1, 0],
      [1, 1, 0, 1],
    ];
    expect(raschModel(nested).estimable).toBe(false);
    expect(raschModel([])).toMatchObject({ difficulty: [], estimable: false, nPersonsUsed: 0 });
  });
});

describe("the ability of a person", () => {
  it("rises with the score and shrinks under Warm's weighting", () => {
    const difficulties = [-1, -0.3, 0.2, 0.9, 1.4];
    const thetas = [0, 1, 2, 3, 4, 5].map(
      (score) =>
        personAbility(
          difficulties,
          difficulties.map((_, item) => (item < score ? 1 : 0)),
          "wle",
        ).theta!,
    );
    expect(thetas).toEqual(thetas.toSorted((left, right) => left - right));
    const answers = [1, 1, 1, 1, 0];
    const ml = personAbility(difficulties, answers, "ml");
    expect(difficulties.reduce((sum, difficulty) => sum + logistic(ml.theta! - difficulty), 0)).toBeCloseTo(4, 10);
    expect(Math.abs(personAbility(difficulties, answers, "wle").theta!)).toBeLessThan(Math.abs(ml.theta!));
  });

  it("takes the root of the larger weighted likelihood where there are several", () => {
    const { theta } = personAbility([-12, -12, 12], [1, 0, 0], "wle");
    expect(theta).toBeCloseTo(-12, 2);
  });
});

describe("differential item functioning", () => {
  const responses = simulated(400, [-0.5, 0, 0.5, 0, 1], "dif");
  const group = responses.map((_, person) => person % 2);

  it("turns its sign when the groups are swapped", () => {
    const there = differentialItemFunctioning(responses, group, 1, 1);
    const back = differentialItemFunctioning(
      responses,
      group.map((value) => 1 - value),
      1,
      1,
    );
    expect(back.delta).toBeCloseTo(-there.delta!, 10);
    expect([back.seDelta, back.class]).toEqual([expect.closeTo(there.seDelta!, 10), there.class]);
  });

  it("finds an item that one group knows and the other does not, and leaves the infinite case unclassed", () => {
    const harder = responses.map((row, person) => (group[person] === 1 ? [row[0]!, 0, ...row.slice(2)] : row));
    expect(differentialItemFunctioning(harder, group, 1, 1)).toMatchObject({
      commonOddsRatio: Number.POSITIVE_INFINITY,
      delta: Number.NEGATIVE_INFINITY,
      class: null,
    });
  });
});

describe("the crossed logistic model", () => {
  const random = seededRandom("crossed");
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const simulate = (subjects: number, items: number, sdSubject: number, sdItem: number) => {
    const ofSubjects = Array.from({ length: subjects }, () => sdSubject * normal());
    const ofItems = Array.from({ length: items }, () => sdItem * normal());
    const answers = ofSubjects.flatMap((u, subject) =>
      ofItems.map((v, item) => ({
        subject,
        item,
        x: item % 2,
        y: random.next() < logistic(0.4 + 0.6 * (item % 2) + u + v),
      })),
    );
    return {
      y: answers.map(({ y }) => Number(y)),
      subject: answers.map(({ subject }) => subject),
      item: answers.map(({ item }) => item),
      x: answers.map(({ x }) => [x]),
    };
  };

  it("does not depend on which of the two kinds of groups is called the subject", () => {
    const { y, subject, item, x } = simulate(25, 12, 0.9, 0.6);
    const there = crossedLogistic(y, subject, item, x);
    const back = crossedLogistic(y, item, subject, x);
    expect(back.sdItem).toBeCloseTo(there.sdSubject, 5);
    expect(back.loglik).toBeCloseTo(there.loglik, 8);
    expect(back.beta[1]).toBeCloseTo(there.beta[1]!, 5);
  });

  it("is ordinary logistic regression when neither subjects nor items differ", () => {
    // The right answers of each cell of x are spread evenly over subjects and items.
    const y = [1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1];
    const subject = y.map((_, index) => Math.floor(index / 4));
    const item = y.map((_, index) => index % 4);
    const { beta, sdSubject, sdItem, singular, se, seRX } = crossedLogistic(
      y,
      subject,
      item,
      y.map(() => []),
    );
    expect({ sdSubject, sdItem, singular, se }).toEqual({ sdSubject: 0, sdItem: 0, singular: true, se: null });
    expect(beta[0]).toBeCloseTo(Math.log(3), 6);
    expect(seRX[0]).toBeCloseTo(1 / Math.sqrt(16 * 0.75 * 0.25), 6);
  });

  it("has no random effect where a row has none of its subject: then items alone vary", () => {
    const { y, item, x } = simulate(25, 12, 0, 0.9);
    const isModel = x.map((_, row) => Number(row % 3 === 0));
    const fixed = isModel.map((flag) => [flag]);
    const fit = crossedLogistic(
      y,
      y.map((_, row) => row % 7),
      item,
      fixed,
      y.map(() => false),
    );
    const scale = itemLogitScale(y, item.map(String), isModel);
    expect(fit.beta[1]).toBeCloseTo(scale.modelEffect!, 4);
    expect(fit.sdItem).toBeCloseTo(scale.sdItem!, 4);
    expect(fit.loglik).toBeCloseTo(scale.loglik!, 6);
  });

  it("gives a model with a fixed effect the error of its answers, not that of a drawn person", () => {
    const { y, subject, item } = simulate(40, 12, 1.2, 0.6);
    const answersOf = (one: number) => y.filter((_, row) => subject[row] === one);
    const model = subject.find((one) => answersOf(one).includes(0) && answersOf(one).includes(1))!;
    const isModel = subject.map((one) => Number(one === model));
    const fixed = isModel.map((flag) => [flag]);
    const drawn = crossedLogistic(y, subject, item, fixed);
    const own = crossedLogistic(
      y,
      subject,
      item,
      fixed,
      isModel.map((flag) => flag === 0),
    );
    expect(own.seRX[1]).toBeLessThan(drawn.seRX[1]! * 0.8);
  });

  // R 4.2.2, lme4 1.1-31: glmer(y ~ model + (0 + isPerson | person) + (1 | item), binomial, nAGQ = 0 and 1).
  it.each([
    ["penalised", [1.05089281, 0.11013847], [0.72795948, 0.70157879], 1.41592613, 1.50240574, -65.57298202],
    ["joint", [1.22200435, 0.06159541], [0.72768473, 0.70319559], 1.4164034, 1.49832809, -65.5442083],
  ] as const)("agrees with lme4 when the fixed effects are %s", (search, beta, seRX, sdSubject, sdItem, loglik) => {
    const y = [
      ..."111101111111110100111101111111111111100000101111100010000111100000000101111001101111110111111101101101111110101011111001",
    ].map(Number);
    const items = Array.from({ length: 8 }, (_, index) => index + 1);
    const subject = [
      ...items.flatMap(() => Array.from({ length: 12 }, (_, index) => index + 1)),
      ...Array(24).fill(100),
    ];
    const item = [...items.flatMap((one) => Array(12).fill(one)), ...items, ...items, ...items];
    const isModel = subject.map((one) => Number(one === 100));
    const fixed = isModel.map((flag) => [flag]);
    const isPerson = isModel.map((flag) => flag === 0);
    const fit = crossedLogistic(y, subject, item, fixed, isPerson, search);
    // lme4 warns that its joint search did not quite converge.
    expect(fit.loglik).toBeCloseTo(loglik, 2);
    expect(fit.sdSubject).toBeCloseTo(sdSubject, 2);
    expect(fit.sdItem).toBeCloseTo(sdItem, 2);
    for (const index of [0, 1]) {
      expect(fit.beta[index]).toBeCloseTo(beta[index]!, search === "joint" ? 1 : 2);
      expect(fit.seRX[index]).toBeCloseTo(seRX[index]!, 2);
    }
    expect(fit.se === null).toBe(search === "penalised");
    expect(fit.places).toHaveLength(8);
  });

  // R 4.2.2, lme4 1.1-31: as above, with (1 | story) + (1 | prompt); four stories of three items, three prompts.
  it.each([
    [
      "penalised",
      [1.1659799, 0.2104794],
      [0.8222688, 0.5697156],
      [1.2936689, 0.6187372, 0.9316527, 0.9189816],
      -117.0252014,
    ],
    [
      "joint",
      [1.3086982, 0.1742306],
      [0.8213026, 0.5698797],
      [1.2948818, 0.619636, 0.9299134, 0.9168806],
      -117.0102056,
    ],
  ] as const)("agrees with lme4 with stories and prompts, effects %s", (search, beta, seRX, spreads, loglik) => {
    const y = [
      ..."100000100111101000100110111101101101101101011111101100101111111111000101011111111010101011111101101101101111101110000010000101101011101101111011101101111111111111111000111111111101111111111111100111000111011111001111101111111111",
    ].map(Number);
    const items = Array.from({ length: 12 }, (_, index) => index + 1);
    const people = items.flatMap((item) => Array.from({ length: 16 }, (_, index) => ({ item, subject: index + 1 })));
    const rows = [
      ...people.map((row) => ({ ...row, prompt: (row.subject + row.item) % 3 })),
      ...[0, 1, 2].flatMap((prompt) => items.map((item) => ({ item, subject: 100, prompt }))),
    ];
    const fit = crossedLogistic(
      y,
      rows.map(({ subject }) => subject),
      rows.map(({ item }) => item),
      rows.map(({ subject }) => [Number(subject === 100)]),
      rows.map(({ subject }) => subject !== 100),
      search,
      [rows.map(({ item }) => Math.floor((item - 1) / 3)), rows.map(({ prompt }) => prompt)],
    );
    expect(fit.loglik).toBeCloseTo(loglik, 3);
    [fit.sdSubject, fit.sdItem, ...fit.sdFurther].forEach((spread, index) => {
      expect(spread).toBeCloseTo(spreads[index]!, 2);
    });
    for (const index of [0, 1]) {
      expect(fit.beta[index]).toBeCloseTo(beta[index]!, 2);
      expect(fit.seRX[index]).toBeCloseTo(seRX[index]!, 2);
    }
    expect(fit.places).toHaveLength(36);
  });

  it("refuses an effect that is infinite", () => {
    const { subject, item } = simulate(6, 6, 0.5, 0.5);
    const y = item.map((value) => value % 2);
    expect(() =>
      crossedLogistic(
        y,
        subject,
        item,
        y.map((value) => [value]),
      ),
    ).toThrow(RangeError);
  });
});
