import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { foldArtefacts } from "../../lib/domain/epistemic/artefacts/artefact-report.ts";
import { checkMindgamesRow } from "../../lib/domain/epistemic/mindgames/check-row.ts";
import { generateProblems } from "../../lib/domain/epistemic/mindgames/generate/generate.ts";
import { toLmEvalDocument } from "../../lib/domain/epistemic/mindgames/lm-eval.ts";
import { itemOf } from "../../lib/domain/items/kinds/mindgames/mindgames-item.ts";
import { renderPrompt } from "../../lib/domain/items/stimulus.ts";
import { decideParity } from "../../lib/domain/models/decide-parity.ts";
import { readOutput } from "../../lib/domain/models/read-output/read-output.ts";
import { seededRandom } from "../../lib/domain/random.ts";
import { demoGeneration } from "./generation.ts";
import { makePredictions, readDemoProblems } from "./make-predictions.ts";

const rows = readDemoProblems();

describe("the demo problems", () => {
  it("are what the generator makes of their seed", () => {
    const generator = generateProblems(demoGeneration.settings, seededRandom(demoGeneration.seed));
    let step = generator.next();
    while (!step.done) step = generator.next();
    if (!step.value.ok) throw new Error(step.value.shortages.join());
    expect(step.value.splits[0]!.rows).toEqual(rows);
  });

  it("have guesses of classifiers that learned from a disjoint set with another seed, three times as large", async () => {
    const fold = foldArtefacts({ generation: demoGeneration });
    fold.add(rows);
    const report = await fold.finish();
    expect(report).toMatchObject({ rows: 80, folds: 0, training: { rows: 240, seed: "parallax-demo, training" } });
    for (const { accuracy } of report!.baselines) expect(accuracy).toMatchObject({ n: 80, low: expect.any(Number) });
  });

  it("are balanced for each setup and have nothing wrong with them", () => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row["s-l"]!, (counts.get(row["s-l"]!) ?? 0) + 1);
    expect([...counts.values()]).toEqual(new Array(8).fill(10));
    expect(rows.flatMap((row) => checkMindgamesRow(row).problems)).toEqual([]);
  });
});

describe("the exported prompt", () => {
  it("is the same stimulus by our own rule, with or without the name of its style", () => {
    for (const row of rows) {
      const item = itemOf(row);
      if (!item) throw new Error("a stored label makes an item");
      const { prompt } = toLmEvalDocument(row);
      const shownOrder = { story: "story", questionOrder: "true-false" };
      const conditions: Record<string, string>[] = [{}, { prompt: "paper" }, shownOrder];
      for (const condition of conditions) {
        const shown = { ...item, options: [] };
        expect(decideParity(shown, condition, { prompt: String(prompt) })).toMatchObject({ parity: "verified" });
      }
      expect(prompt).toBe(renderPrompt({ ...item, options: [] }, { prompt: "paper" }));
    }
  });
});

describe("the synthetic answers", () => {
  const lines = readFileSync(new URL("predictions.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");

  it("are what the program writes", () => {
    expect(makePredictions(rows)).toEqual(lines);
  });

  it("can all be read, some as undecided", () => {
    const readings = lines.map((line) => readOutput("true-false", JSON.parse(line).output));
    const undecided = readings.filter(({ answer }) => answer === "unparsed").map(({ rule }) => rule);
    expect(new Set(undecided)).toEqual(new Set(["refusal"]));
  });
});
