import { describe, expect, it } from "vitest";
import { trueFalse } from "../../items/kinds/true-false/true-false.ts";
import { crossFactors } from "../../items/stimulus.ts";
import { defaultCorrespondence, findCounterpart } from "../model/correspondence.ts";
import { listModelConditions } from "./asked-conditions.ts";
import { presetCorrespondence } from "./preset-correspondence.ts";

const street = crossFactors([
  { name: "story", levels: ["no-story", "story"] },
  { name: "questionOrder", levels: ["true-false", "false-true"] },
]);

describe("the conditions that a model is asked for a study", () => {
  const correspondence = presetCorrespondence("street-2024", []);
  const asked = listModelConditions(street, correspondence, trueFalse.promptStyles);

  it("give every condition of people its own prompt of the paper", () => {
    expect(asked.map(({ story, prompt }) => `${story} ${prompt}`)).toEqual([
      "no-story human",
      "no-story human",
      "story simplified",
      "story simplified",
    ]);
    for (const [index, people] of street.entries())
      expect(findCounterpart(correspondence, people, asked[index]!)).toMatchObject({ ok: true, isDeclared: true });
  });

  it("are those of one prompt where that is wanted, and none for a prompt that nothing corresponds to", () => {
    expect(
      listModelConditions(street, correspondence, trueFalse.promptStyles, ["simplified"]).map(({ story }) => story),
    ).toEqual(["story", "story"]);
    expect(listModelConditions(street, correspondence, trueFalse.promptStyles, ["paper"])).toEqual([]);
  });

  it("take the first style of the kind, or any wanted, where no pair names a prompt", () => {
    const free = defaultCorrespondence(["ablation"]);
    expect(listModelConditions([{ ablation: "plain" }], free, ["human", "ikd"])).toEqual([
      { ablation: "plain", prompt: "human" },
    ]);
    expect(listModelConditions([{ ablation: "plain" }], free, ["human", "ikd"], ["ikd"])).toEqual([
      { ablation: "plain", prompt: "ikd" },
    ]);
  });
});
