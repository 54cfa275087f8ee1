import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type Random, seededRandom } from "../../random.ts";
import { categoryVote } from "./category-vote.ts";
import { confusionTable } from "./confusion-table.ts";
import { dawidSkene } from "./dawid-skene.ts";
import { correlation } from "./distribution-agreement.ts";
import { mace } from "./mace.ts";
import { spanConsensus, spanF1 } from "./span-consensus.ts";

const fromR = z
  .object({
    patients: z.array(z.array(z.number())),
    loglik: z.number(),
    priors: z.array(z.number()),
    errors: z.array(z.array(z.array(z.number()))),
    posterior: z.array(z.array(z.number())),
  })
  .parse(JSON.parse(readFileSync(new URL("../fixtures/dawid-skene-1979.json", import.meta.url), "utf8")));

/** Table 1 of Dawid and Skene (1979): 45 patients, the grades of observer 1 on three occasions, then those of observers 2 to 5. */
const patients = fromR.patients.map((row) => row.map((grade) => grade - 1));

describe("Dawid and Skene on their own data", () => {
  const result = dawidSkene(patients, 4, 1e-12, 5_000, [0, 0, 0, 1, 2, 3, 4]);

  it("give the printed shares of the classes", () => {
    expect(result.priors.map((share) => share.toFixed(2))).toEqual(["0.40", "0.42", "0.11", "0.07"]);
  });

  it("give the likelihood, priors, error rates and classes of an independent R script", () => {
    const expectClose = (given: readonly number[], wanted: readonly number[]) => {
      for (const [index, value] of wanted.entries()) expect(given[index]).toBeCloseTo(value, 6);
    };
    expect(result.loglik).toBeCloseTo(fromR.loglik, 8);
    expectClose(result.priors, fromR.priors);
    expectClose(result.confusion.flat(2), fromR.errors.flat(2));
    expectClose(
      result.posterior.flatMap((shares) => shares ?? []),
      fromR.posterior.flat(),
    );
    expect(result.confusion.flat(2)).toHaveLength(5 * 4 * 4);
  });

  it("need a worker for every column", () => {
    expect(() => dawidSkene(patients, 4, 1e-6, 10, [0, 1])).toThrow("workers must name 7 columns");
  });
});

/**
 * Labels of workers with known competence: they give the true class, or otherwise draw one from their own distribution.
 */
function simulated(competence: readonly number[], items: number, nClasses: number, random: Random) {
  const habits = competence.map(() => Math.floor(random.next() * nClasses));
  const truth = Array.from({ length: items }, () => Math.floor(random.next() * nClasses));
  const labels = truth.map((kind) =>
    competence.map((skill, worker) => {
      if (random.next() < 0.3) return null;
      if (random.next() < skill) return kind;
      return random.next() < 0.8 ? habits[worker]! : Math.floor(random.next() * nClasses);
    }),
  );
  return { truth, labels };
}

describe("MACE", () => {
  const competence = [0.95, 0.9, 0.8, 0.7, 0.55, 0.4, 0.2, 0.1, 0.05, 0];
  const { truth, labels } = simulated(competence, 400, 3, seededRandom("known competence"));
  const result = mace(labels, 3, { random: seededRandom(1), starts: 4, iterations: 60 });
  const rightOf = (given: readonly (number | null | undefined)[]) =>
    truth.filter((kind, item) => given[item] === kind).length;

  it("recovers the competence of simulated annotators", () => {
    for (const [worker, skill] of competence.entries())
      expect(Math.abs((result.competence[worker] as number) - skill)).toBeLessThan(0.12);
    expect(correlation(result.competence as number[], competence)).toBeGreaterThan(0.98);
  });

  it("finds more true classes than the majority", () => {
    const majority = labels.map((row) => categoryVote(row).label as number | null);
    expect(rightOf(result.labels)).toBeGreaterThan(rightOf(majority));
    expect(rightOf(result.labels)).toBeGreaterThan(0.93 * truth.length);
  });

  it("leaves items and workers without labels out, and refuses what is no label", () => {
    const sparse = mace(
      [
        [0, 0, null],
        [null, null, null],
      ],
      2,
      { random: seededRandom(1), starts: 1, iterations: 5 },
    );
    expect([sparse.posterior[1], sparse.labels[1], sparse.competence[2]]).toEqual([null, null, null]);
    expect(() => mace([[2]], 2, { random: seededRandom(1) })).toThrow(RangeError);
    expect(() => mace([[null]], 2, { random: seededRandom(1) })).toThrow("at least one label");
  });
});

describe("votes", () => {
  it("name the answer of the most people or the most weight, and no label for a tie", () => {
    expect(categoryVote(["a", "b", "a", null])).toMatchObject({ n: 3, label: "a", tied: ["a"] });
    expect(categoryVote(["a", "b"])).toMatchObject({ label: null, tied: ["a", "b"] });
    expect(categoryVote(["a", "b", "b"], [3, 1, 1])).toMatchObject({
      label: "a",
      shares: [
        { value: "a", share: 0.6 },
        { value: "b", share: 0.4 },
      ],
    });
    expect(categoryVote([1, "1", 1])).toMatchObject({ label: 1 });
    expect(categoryVote([null])).toEqual({ n: 0, label: null, tied: [], shares: [] });
    expect(() => categoryVote(["a"], [-1])).toThrow("weights must be 0 or more");
    expect(() => categoryVote(["a"], [])).toThrow(RangeError);
  });

  it("are laid against what was decided in a table", () => {
    expect(confusionTable(["a", "a", "b", null, "c"], ["a", "b", "b", "a", null])).toEqual({
      n: 3,
      categories: ["a", "b"],
      counts: [
        [1, 1],
        [0, 1],
      ],
      accuracy: 2 / 3,
      byCategory: [
        { category: "a", precision: 1, recall: 0.5 },
        { category: "b", precision: 0.5, recall: 1 },
      ],
    });
  });
});

describe("spans", () => {
  it("are agreed on where enough annotators marked the word", () => {
    const annotators = [
      [[0, 4]],
      [[2, 6]],
      [
        [3, 5],
        [8, 9],
      ],
    ] as const;
    expect(spanConsensus(10, annotators)).toEqual([[2, 5]]);
    expect(spanConsensus(10, annotators, 1)).toEqual([[3, 4]]);
    expect(spanConsensus(10, annotators, 0.01)).toEqual([
      [0, 6],
      [8, 9],
    ]);
    expect(spanConsensus(10, [])).toEqual([]);
    expect(() => spanConsensus(3, [[[2, 4]]])).toThrow("a span must lie within 0 to 3");
  });

  it("give a symmetric F1 over pairs of annotators", () => {
    expect(
      spanF1([
        [
          [
            [0, 2],
            [4, 6],
          ],
          [[0, 2]],
        ],
        [[], []],
        [[[1, 2]], []],
      ]),
    ).toEqual({ pairs: 2, shared: 1, spans: 4, f1: 0.5 });
    expect(spanF1([[[], []]]).f1).toBeNull();
  });
});
