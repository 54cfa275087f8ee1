import { describe, expect, it } from "vitest";
import { adjustPValues } from "../basics/adjust-p-values.ts";
import { binomialUpperTail } from "../basics/distributions.ts";
import { exactBinomialTest } from "../proportions/exact-binomial.ts";
import { compareWithChance } from "./compare-with-chance.ts";
import { detectableByBinomial } from "./minimum-detectable.ts";

const outcomes = (correct: number, n: number) => Array.from({ length: n }, (_, item) => item < correct);
const subjects = [
  { label: "GPT-3.5", outcomes: outcomes(147, 280) },
  { label: "PaLM", outcomes: outcomes(166, 280) },
];

describe("accuracy against chance", () => {
  it("is tested exactly, corrected over the subjects, with what could have been found", () => {
    const result = compareWithChance({ subjects, chance: 0.5 });
    expect(result).toMatchObject({ ok: true, test: "exact-binomial", family: "holm" });
    if (!result.ok) return;
    const p = [147, 166].map((k) => exactBinomialTest(k, 280, 0.5).pvalue);
    expect(result.rows.map(({ adjusted }) => adjusted)).toEqual(adjustPValues(p, "holm"));
    expect(result.rows.map(({ significant }) => significant)).toEqual([false, true]);
    expect(result.rows[0]?.detectable?.least).toBeGreaterThan(0.05);
    expect(result.rows[0]?.sentence).toMatch(
      /^GPT-3.5 did not differ from chance.*With 80% power a distance from chance of .* would have been found/,
    );
    expect(result.rows[1]?.detectable).toBeNull();
  });

  it("is clustered where items share stories, and exact again where clusters show no spread", () => {
    const clusters = outcomes(0, 280).map((_, item) => `story ${item % 14}`);
    const all = { label: "Always right", outcomes: outcomes(280, 280) };
    const result = compareWithChance({ subjects: [...subjects, all], chance: 0.5, clusters });
    expect(result.ok && result.rows.map(({ decidedBy }) => decidedBy)).toEqual([
      "clustered-t",
      "clustered-t",
      "exact-binomial",
    ]);
  });

  it("says nothing about a subject without answers", () => {
    const result = compareWithChance({ subjects: [{ label: "Silent", outcomes: [null, null] }], chance: 0.5 });
    expect(result.ok && result.rows[0]).toMatchObject({ n: 0, accuracy: null, pvalue: null, significant: false });
  });

  it("finds the detectable distance at which the exact test has the wanted power", () => {
    const distance = detectableByBinomial(280, 0.5, { alpha: 0.05, power: 0.8 })!;
    let critical = 140;
    while (exactBinomialTest(critical, 280, 0.5).pvalue > 0.05) critical += 1;
    expect(binomialUpperTail(critical, 280, 0.5 + distance)).toBeCloseTo(0.8, 9);
    expect(detectableByBinomial(4, 0.5, { alpha: 0.05, power: 0.8 })).toBeNull();
  });
});
