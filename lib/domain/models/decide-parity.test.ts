import { describe, expect, it } from "vitest";
import type { Item } from "../items/item.ts";
import { consistencyQuestion } from "../items/kinds/ikd/consistency.ts";
import { renderPrompt } from "../items/stimulus.ts";
import { compareShownStimuli, decideParity, findingOf } from "./decide-parity.ts";

const story = { title: "", genre: "", text: "Ann hid the key. Ben looked under the mat." };
const unsound: Item = { kind: "consistency", text: consistencyQuestion, options: [], attributes: {}, story };
const statement: Item = { kind: "true-false", text: "Ben found it.", options: [], attributes: {}, story };
const plain = { ablation: "plain" };
const human = { prompt: "human", story: "no-story", questionOrder: "true-false" };

describe("the task question of a kind whose items ask nothing of their own", () => {
  it("is part of the template: the paper's prompt shows the same content in other words", () => {
    const prompt = renderPrompt(unsound, { ...plain, prompt: "ikd" });
    expect(prompt).not.toContain(consistencyQuestion);
    const compared = compareShownStimuli(unsound, { ...plain, prompt: "ikd" }, { prompt });
    expect(compared).toMatchObject({ content: "same", presentation: "differs", differs: ["template"] });
    expect(findingOf(compared, true).parity).toBe("verified");
    const foreign = `Read this.\n${story.text}\nIs anything wrong?`;
    expect(compareShownStimuli(unsound, plain, { prompt: foreign })).toMatchObject({ content: "same" });
  });

  it("is content where an item asks a question of its own", () => {
    const own = { ...unsound, text: "Does Ben act against what he knows?" };
    expect(compareShownStimuli(own, plain, { prompt: `Read this.\n${story.text}\nIs anything wrong?` })).toMatchObject({
      content: "differs",
      differs: ["question"],
    });
  });
});

describe("solved examples before an item", () => {
  const example = `${renderPrompt({ ...statement, text: "Ann hid the key." }, human)} True`;
  const prompt = `${example}\n\n${renderPrompt(statement, human)}`;

  it("are reported and block nothing, where the condition names them", () => {
    const found = { parity: "verified", differs: ["examples"] };
    expect(decideParity(statement, { ...human, shots: "1" }, { prompt })).toEqual(found);
    expect(findingOf(compareShownStimuli(statement, { ...human, shots: "1" }, { prompt }), false)).toEqual(found);
  });

  it("are other words around the item where the condition does not", () => {
    expect(decideParity(statement, human, { prompt })).toMatchObject({ parity: "mismatch", differs: ["template"] });
  });

  it("never lend a missing statement to the item behind them", () => {
    const other = `${renderPrompt(statement, human)} True\n\n${renderPrompt({ ...statement, text: "No." }, human)}`;
    expect(compareShownStimuli(statement, { ...human, shots: "1" }, { prompt: other })).toMatchObject({
      content: "differs",
      differs: ["statement"],
    });
  });
});
