import { describe, expect, it } from "vitest";
import { seededRandom, shuffle } from "../../random.ts";
import counts from "../fixtures/published-counts.json";
import published from "../fixtures/published-ranks.json";
import { formatRanking } from "./format-score.ts";
import { type RankedCell, type RankMethod, rankCategories } from "./rank.ts";

const cells: RankedCell[] = counts.map(({ model, category, context, memory }) => ({
  model,
  category,
  rate: context / (context + memory),
}));
const rank = (of: RankedCell[] = cells, method?: RankMethod) => {
  const result = rankCategories(of, method);
  if (!result.ok) throw new RangeError(result.reason);
  return result.ranking;
};
/** Four standard errors, and a few counts more because very small p are skewed. */
const simulationError = (p: number, k: number) => 4 * Math.sqrt((p * (1 - p)) / k) + 3 / k;
const significant = (of: RankedCell[], direction: "high" | "low") =>
  rank(of)
    .rows.filter((row) => row.significant && row.direction === direction)
    .map(({ category }) => category)
    .sort();

describe("the mean-rank test over models", () => {
  it("gives the published mean ranks, and p within the error of 5,000 permutations", () => {
    for (const wanted of published) {
      const row = rank().rows.find(({ category }) => category === wanted.category);
      expect(row?.meanRank).toBe(wanted.mean_rank);
      expect(row?.significant).toBe(wanted.significant);
      const p = row?.p ?? 0;
      expect(Math.abs(p - wanted.p)).toBeLessThan(simulationError(p, 5000));
    }
  });

  it("agrees with itself between exact and Monte Carlo, and repeats under one seed", () => {
    const method = (): RankMethod => ({ kind: "monte-carlo", permutations: 2000, random: seededRandom(0) });
    const simulated = rank(cells, method());
    expect(rank(cells, method())).toEqual(simulated);
    for (const row of simulated.rows) {
      const p = rank().rows.find(({ category }) => category === row.category)?.p ?? 0;
      expect(Math.abs(row.p - p)).toBeLessThan(simulationError(p, 2000));
    }
  });

  it("finds the published sets among tuned and among base models alone", () => {
    const tuned = cells.filter(({ model }) => model.includes("Instruct"));
    const base = cells.filter(({ model }) => !model.includes("Instruct"));
    expect(significant(tuned, "high")).toEqual(["authority", "child_directed", "formal", "imperative"]);
    expect(significant(tuned, "low")).toEqual(["belief_reports", "counterfactual", "weak"]);
    expect(significant(base, "high")).toEqual(["child_directed", "emotional_appeal"]);
    // The exact q of interrogative is .0454; simulations of 5,000 rounds fall on either side of .05, the published one above.
    expect(significant(base, "low")).toEqual(["belief_reports", "counterfactual", "interrogative"]);
  });

  it("does not depend on the order of the cells", () => {
    expect(rank(shuffle(cells, seededRandom(3)))).toEqual(rank());
  });

  it("ranks only what exists where cells are missing", () => {
    const some = cells.map((cell) =>
      cell.category === "weak" && cell.model.startsWith("Qwen") ? { ...cell, rate: null } : cell,
    );
    const row = rank(some).rows.find(({ category }) => category === "weak");
    expect(row?.models).toBe(11);
    expect(rank(cells.map((cell) => (cell.category === "weak" ? { ...cell, rate: null } : cell))).rows).toHaveLength(
      18,
    );
  });

  it("refuses a table without models or with two rates in one cell", () => {
    expect(rankCategories([])).toEqual({ ok: false, reason: "noModels" });
    expect(rankCategories([...cells, ...cells.slice(0, 1)])).toEqual({ ok: false, reason: "repeatedCell" });
    expect(() => rankCategories(cells, { kind: "exact" }, 1)).toThrow(RangeError);
  });

  it("is written in the published shape", () => {
    const written = formatRanking(rank());
    expect(written).toMatchObject({
      n_models: 16,
      n_categories: 19,
      alpha: 0.05,
      ties: "average rank",
      n_permutations: null,
    });
    expect((written.rows as Record<string, unknown>[])[0]).toMatchObject({
      category: "child_directed",
      mean_rank: 3.625,
      significant: true,
      stars: 3,
      direction: "high",
    });
  });
});
