import { describe, expect, it } from "vitest";
import { trueFalse } from "../../items/kinds/true-false/true-false.ts";
import { conditionLabel } from "./condition-label.ts";
import { explainConditions } from "./explain-conditions.ts";

describe("conditions as researchers see them", () => {
  it("keep the paper's names and are explained", () => {
    const labels = ["no-story", "story"].map((story) =>
      conditionLabel(trueFalse, { story, questionOrder: "true-false" }),
    );
    expect(labels).toEqual(["no-story · true or false", "story · true or false"]);
    expect(explainConditions(labels)).toEqual([
      "no-story: the story is not repeated on the question screen",
      "story: the story is repeated on the question screen",
    ]);
  });

  it("explain only what is there", () => {
    expect(explainConditions(["true or false", "one condition"])).toEqual([]);
    expect(explainConditions([])).toEqual([]);
  });
});
