import { describe, expect, it } from "vitest";
import { formatMindgamesPrompt, lmEvalFiles, toLmEvalDocument } from "../../../epistemic/mindgames/lm-eval.ts";
import { releasedRows } from "../../../epistemic/testing/fixture-rows.ts";
import { itemRowSchema } from "../../item.ts";
import { requireKind } from "../registry.ts";
import { itemOf } from "./mindgames-item.ts";

describe("items from rows", () => {
  it("are accepted lines of an item file", () => {
    for (const row of releasedRows) {
      const item = itemRowSchema.parse(JSON.parse(JSON.stringify(itemOf(row))));
      expect(requireKind(item.kind).goldSchema.safeParse(item.gold).success).toBe(true);
      expect(item).toMatchObject({
        id: `mindgames-${row.index}`,
        kind: "true-false",
        story: { text: row.premise, genre: row.setup },
        text: row.hypothesis,
        gold: row.label === "entailment",
        attributes: { setup: row.setup, difficulty: row.difficulty, hypothesis_depth: row.hypothesis_depth },
      });
    }
    expect(new Set(releasedRows.map((row) => itemOf(row)!.id)).size).toBe(releasedRows.length);
  });

  it("share a story exactly when they share a premise", () => {
    const stories = new Map(releasedRows.map((row) => [row.premise, itemOf(row)!.story.id]));
    expect(new Set(stories.values()).size).toBe(stories.size);
  });

  it("can take the gold from the text, where the released formula is wrong", () => {
    const row = releasedRows.find(({ index }) => index === 12997)!;
    expect(itemOf(row)).toMatchObject({ gold: true, attributes: { text_matches_formula: false } });
    expect(itemOf(row, "text")).toMatchObject({ gold: false });
    expect(itemOf({ ...row, premise: "Something else." }, "text")).toBeNull();
  });

  it("are named after their text where the row has no index", () => {
    const { index: _, ...row } = releasedRows[0]!;
    expect(itemOf(row)!.id).toMatch(/^mindgames-[0-9a-f]{16}$/);
  });
});

describe("the task export", () => {
  const row = releasedRows[0]!;

  it("gives the model the paper's prompt, word for word", () => {
    expect(formatMindgamesPrompt(row)).toBe(`${row.premise} Question: ${row.hypothesis} True or False?`);
    expect(toLmEvalDocument(row)).toMatchObject({
      id: itemOf(row)!.id,
      prompt: formatMindgamesPrompt(row),
      gold: 1,
      answer: "False",
    });
  });

  it("has a task of two choices and a task of free text over the same documents", () => {
    expect(Object.keys(lmEvalFiles)).toEqual(["mindgames_mc.yaml", "mindgames_generate.yaml", "README.md"]);
    for (const name of ["mindgames_mc.yaml", "mindgames_generate.yaml"]) {
      expect(lmEvalFiles[name]).toContain(`task: ${name.replace(".yaml", "")}\n`);
      expect(lmEvalFiles[name]).toContain("test: mindgames.jsonl\n");
      expect(lmEvalFiles[name]).toContain('doc_to_text: "{{prompt}}"\n');
    }
    expect(lmEvalFiles["mindgames_mc.yaml"]).toContain('doc_to_choice: ["True", "False"]\ndoc_to_target: gold\n');
    expect(lmEvalFiles["mindgames_generate.yaml"]).toContain('regex_pattern: "(?i)^\\\\W*(true|false)\\\\b"');
  });
});
