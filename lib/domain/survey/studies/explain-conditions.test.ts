import { describe, expect, it } from "vitest";
import { trueFalse } from "../../items/kinds/true-false/true-false.ts";
import { conditionLabel } from "./condition-label.ts";
import { explainConditions } from "./explain-conditions.ts";

describe("conditions as researchers see them", () => {
  it("keep the paper's names and are explained", () => {
    const labels = ["no-story", "story", "context-free"].map((story) =>
      conditionLabel(trueFalse, { story, questionOrder: "true-false" }),
    );
    expect(labels).toEqual(["no-story · true or false", "story · true or false", "context-free · true or false"]);
    expect(explainConditions(labels)).toEqual([
      "no-story: the story is read first and not repeated on the question screen",
      "story: the story is read first and repeated on the question screen",
      "context-free: the story is never shown: the statement is judged alone, unlike in no-story",
    ]);
  });

  it("say what an order reverses", () => {
    const label = conditionLabel(trueFalse, { story: "story", questionOrder: "false-true" });
    expect(explainConditions([label])).toContain(
      "false or true: reverses both the words in the question and the options",
    );
    expect(explainConditions(["no or yes"])).toEqual([
      "no or yes: reverses the options, and the instruction where the study has one for this order",
    ]);
    expect(explainConditions(["second option first", "reversed"])).toEqual([
      "second option first: reverses the options only",
      "reversed: reverses the options only",
    ]);
  });

  it("explain only what is there", () => {
    expect(explainConditions(["true or false", "one condition"])).toEqual([]);
    expect(explainConditions([])).toEqual([]);
  });
});
