import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readConsistencyOutput, readTwoChoiceOutput } from "./read-model-output.ts";

interface Case {
  item: string;
  prompt: "IKD" | "KNP";
  raw: string;
  expected_parse: unknown;
}

const cases = readFileSync(new URL("../fixtures/model_outputs_examples.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

describe("a model's free answer", () => {
  it.each(cases)("is read as the shared examples say: $prompt $item", ({ prompt, raw, expected_parse }) => {
    expect(prompt === "IKD" ? readConsistencyOutput(raw) : { answer: readTwoChoiceOutput(raw) }).toEqual(
      expected_parse,
    );
  });

  it.each([
    ['"She ran." and "He sat."', ["She ran.", "He sat."]],
    ["1. “She ran.”\n2. “He sat.”", ["She ran.", "He sat."]],
    ["“Good, then,” said Tomas.", ["“Good, then,” said Tomas."]],
    ["“‘Good,’ said Tomas, and “went” out.”", ["‘Good,’ said Tomas, and “went” out."]],
    ['In the last part: "She walked to the old gate."', ["She walked to the old gate."]],
    ["She walked to the gate.", ["She walked to the gate."]],
  ])("quotes passages in many ways: %s", (section, quoted) => {
    expect(readConsistencyOutput(`Reasoning: x\nLogical Error: ${section}\nConclusion: Yes.`)).toEqual({
      conclusion: "error",
      quoted,
    });
  });

  it("counts the last conclusion, and none when there is none", () => {
    expect(readConsistencyOutput("Conclusion: Yes\n...\n**Conclusion**: No").conclusion).toBe("consistent");
    expect(readConsistencyOutput("I think so.").conclusion).toBe("unparsed");
  });

  it.each([
    ["Answer: (B) Reach into the vase.", "B"],
    ["**Answer**: A", "A"],
    ["B", "B"],
    ["Answer: Both", null],
    ["A story about a key, in which nobody can know.", null],
    ["Answer: A/B", null],
  ])("gives one letter or none: %s", (output, letter) => {
    expect(readTwoChoiceOutput(output)).toBe(letter);
  });
});
