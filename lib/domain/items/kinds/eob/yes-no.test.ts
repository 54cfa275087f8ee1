import { describe, expect, it } from "vitest";
import { renderPrompt } from "../../stimulus.ts";
import { yesNo } from "./yes-no.ts";

const item = {
  kind: "yes-no",
  story: { title: "", genre: "", text: "I believe that Lund lies in Norway." },
  text: "Is Lund in Norway?",
  options: [],
};
const bare = { ...item, story: { ...item.story, text: "  " } };
const levels = { answerOrder: "yes-no" };

describe("a yes-no item", () => {
  it("takes yes and no as gold and nothing else", () => {
    expect(yesNo.goldSchema.safeParse("yes").success).toBe(true);
    expect(yesNo.goldSchema.safeParse("no").success).toBe(true);
    for (const gold of ["Yes", true, "", null, ["yes"]])
      expect(yesNo.goldSchema.safeParse(gold).success, String(gold)).toBe(false);
  });

  it("offers that somebody does not know, and asks how sure they are, only where a condition says so", () => {
    const asked = { ...levels, unsure: "offered", confidence: "asked" };
    const [plain, more] = [levels, asked].map((known) => yesNo.screens(item, known, yesNo.wording, "one-screen")[0]);
    expect(plain?.options.map(({ value }) => value)).toEqual(["yes", "no"]);
    expect(plain?.input).toBe("choice");
    expect(more?.options.map(({ value }) => value)).toEqual(["yes", "no", "dont-know"]);
    expect(more?.input).toBe("choice-with-confidence");
    expect(yesNo.parseAnswer({ choice: "yes", confidence: "0.75" }, item)).toEqual({
      ok: true,
      answer: { choice: "yes", confidence: 0.75 },
    });
    expect(yesNo.parseAnswer({ choice: "dont-know", confidence: "1" }, item)).toEqual({
      ok: true,
      answer: { choice: "dont-know" },
    });
    expect(yesNo.score({ choice: "dont-know" }, "yes", item).correct).toBe(false);
  });

  it("shows the expression first, and again with the question", () => {
    const [first, answer] = yesNo.screens(item, levels, yesNo.wording, "story-then-question");
    expect(first).toMatchObject({ name: "story", story: item.story.text, statement: null, options: [], input: null });
    expect(answer).toMatchObject({ name: "answer", story: item.story.text, statement: item.text, input: "choice" });
  });

  it("has as many screens without an expression, and says that the question stands by itself", () => {
    const [first, answer] = yesNo.screens(bare, levels, yesNo.wording, "story-then-question");
    expect(first).toMatchObject({ name: "story", story: null, instruction: yesNo.wording.noExpressionInstruction });
    expect(answer).toMatchObject({ name: "answer", story: null });
    expect(yesNo.screens(bare, levels, yesNo.wording, "one-screen")).toHaveLength(1);
  });

  it("puts the two words in the order of the condition, in the instruction, the options and the prompt", () => {
    for (const [answerOrder, values, said] of [
      ["yes-no", ["yes", "no"], "Answer the question with Yes or No."],
      ["no-yes", ["no", "yes"], "Answer the question with No or Yes."],
    ] as const) {
      const [answer] = yesNo.screens(item, { answerOrder }, yesNo.wording, "one-screen");
      expect(answer?.options.map((option) => option.value)).toEqual(values);
      expect(answer?.instruction).toBe(said);
      expect(renderPrompt(item, { answerOrder })).toContain(said);
    }
  });

  it("leaves no empty sentence in the prompt of a question that stands by itself", () => {
    expect(renderPrompt(item, levels, { layout: "one-screen" })).toBe(
      "Answer the question with Yes or No. I believe that Lund lies in Norway. Is Lund in Norway?",
    );
    expect(renderPrompt(bare, levels, { layout: "one-screen" })).toBe(
      "Answer the question with Yes or No. Is Lund in Norway?",
    );
  });

  it("is right by what is true in the world, and undecided without an answer or a key", () => {
    expect(yesNo.score({ choice: "no" }, "no", item).correct).toBe(true);
    expect(yesNo.score({ choice: "yes" }, "no", item).correct).toBe(false);
    expect(yesNo.score({}, "no", item).correct).toBeNull();
    expect(yesNo.score({ choice: "yes" }, true, item).correct).toBeNull();
  });
});
