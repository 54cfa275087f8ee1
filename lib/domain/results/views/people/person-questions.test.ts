import { describe, expect, it } from "vitest";
import { questionSchema } from "../../../survey/questions/question.ts";
import { personAttributes } from "./person-questions.ts";

const asked = (question: object) => questionSchema.parse({ key: "a-question", label: "?", ...question });

describe("what people said of themselves", () => {
  it("is a choice in its own words", () => {
    const choices = [
      { value: "f", label: "Female" },
      { value: "m", label: "Male" },
    ];
    expect(personAttributes(asked({ type: "choice", choices }), ["f", "dont-know", null, ""])).toEqual([
      { name: "a-question", label: "a question", values: ["Female", "do not know", null, null] },
    ]);
  });

  it("is yes or no to each of several choices", () => {
    const choices = [
      { value: "en", label: "English" },
      { value: "de", label: "German" },
    ];
    const found = personAttributes(asked({ type: "several", choices }), ['["en","de"]', "[]", "dont-know"]);
    expect(found).toEqual([
      { name: "a-question-en", label: "a question: English", values: ["yes", "no", null] },
      { name: "a-question-de", label: "a question: German", values: ["yes", "no", null] },
    ]);
  });

  it("is an age in bands of a quarter of the people, and a short scale point by point", () => {
    const ages = Array.from({ length: 40 }, (_, index) => String(20 + index));
    const [age] = personAttributes(asked({ type: "number", minimum: 18, maximum: null, isWhole: true }), ages);
    expect([...new Set(age!.values)]).toEqual(["20 to 29", "30 to 39", "40 to 49", "50 to 59"]);
    const scale = asked({ type: "scale", minimum: 1, maximum: 5, look: "buttons" });
    expect(personAttributes(scale, ["1", "5", null])[0]!.values).toEqual(["1", "5", null]);
  });

  it("is nothing that words are written in", () => {
    expect(personAttributes(asked({ type: "text", required: false, maximumLength: 9 }), ["hello"])).toEqual([]);
  });
});
