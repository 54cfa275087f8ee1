import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { generateProblems } from "../mindgames/generate/generate.ts";
import { presets } from "../mindgames/generate/settings.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import { reportArtefacts } from "./artefact-report.ts";
import { balanceSubset } from "./balance-subset.ts";
import { type Baseline, baselines } from "./baselines.ts";

const rows = generated(400);

function generated(rowsPerSetup: number): MindgamesRow[] {
  const generator = generateProblems({ ...presets.paper, rowsPerSetup }, seededRandom("balance"));
  for (;;) {
    const step = generator.next();
    if (!step.done) continue;
    if (!step.value.ok) throw new Error("too few problems");
    return step.value.splits.flatMap((split) => split.rows);
  }
}

function reportOn(some: readonly MindgamesRow[]) {
  const result = reportArtefacts(some, 5, seededRandom("folds"));
  if (!result.ok) throw new Error(result.reason);
  return result.report;
}

const ofWholeSet = reportOn(rows);

function accuracyIn(report: typeof ofWholeSet, name: Baseline["name"]) {
  return report.baselines.find((baseline) => baseline.name === name)!.accuracy;
}

describe.each(["hypothesis_only", "premise_blind"] as const)("a subset that is balanced against %s", (against) => {
  const { rows: subset, views } = balanceSubset(rows, against, seededRandom("1"));
  const { tokens } = baselines.find(({ name }) => name === against)!;

  it("holds whatever the baseline sees with both labels equally often, so that any function of it is right about half", () => {
    const sums = new Map<string, number>();
    for (const row of subset) {
      const seen = JSON.stringify([row.setup, ...tokens(row).sort()]);
      sums.set(seen, (sums.get(seen) ?? 0) + (row.label === "entailment" ? 1 : -1));
    }
    expect(sums.size).toBe(views);
    expect(new Set(sums.values())).toEqual(new Set([0]));
    expect(subset.length).toBeGreaterThan(100);
  });

  it("leaves the baseline at chance or below, which guessed the labels of the whole set far above it", () => {
    expect(accuracyIn(ofWholeSet, against).low).toBeGreaterThan(0.65);
    const left = accuracyIn(reportOn(subset), against);
    expect(left.low).toBeLessThanOrEqual(0.5);
    expect(left.estimate).toBeLessThan(0.55);
  });

  it("is the same for the same seed, keeps the order of the rows, and is another one for another seed", () => {
    expect(balanceSubset(rows, against, seededRandom("1")).rows).toEqual(subset);
    const places = subset.map((row) => rows.indexOf(row));
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(balanceSubset(rows, against, seededRandom("2")).rows).not.toEqual(subset);
  });
});

it("a subset of rows with one label only is empty", () => {
  const entailed = rows.filter(({ label }) => label === "entailment");
  expect(balanceSubset(entailed, "premise_blind", seededRandom("1"))).toEqual({ rows: [], views: 0 });
});
