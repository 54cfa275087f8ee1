import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAnswers } from "../parse-answers.ts";
import { street2024Protocol } from "../presets/street-2024.ts";
import { type Protocol, protocolSchema } from "../protocol.ts";
import { answerValues, askedQuestions, endOf, formatStoredAnswer, isConditionMet } from "./apply-rules.ts";
import { notKnown, type Question, questionSchema } from "./question.ts";
import { parseNumber } from "./read-answer.ts";

const choices = ["cat", "dog", "bird"].map((value) => ({ value, label: value.toUpperCase(), endsAs: null }));
const made = (question: object): Question => questionSchema.parse({ key: "q", label: "Which?", ...question });
const several = made({ type: "several", choices });
const age = made({ type: "number", minimum: 18, maximum: 120, isWhole: true });
const likert = made({ type: "scale", minimum: 1, maximum: 7, look: "buttons" });

function answerOf(question: Question, fields: Record<string, string | string[]>) {
  const parsed = parseAnswers([question], fields);
  return parsed.ok ? parsed.answers : parsed.problems[0]?.said;
}

describe("the answer to a question", () => {
  it("of several is a list in the question's own order, whatever the order of the form", () => {
    expect(answerOf(several, { q: ["bird", "cat"] })).toEqual({ q: '["cat","bird"]' });
    expect(answerOf(several, { q: "dog" })).toEqual({ q: '["dog"]' });
    expect(answerOf(several, { q: ["cat", "fish"] })).toEqual({ key: "notOffered" });
    expect(answerOf(several, {})).toEqual({ key: "chooseOne" });
    expect(formatStoredAnswer(several, '["cat","bird"]')).toBe("CAT, BIRD");
  });

  it("that is a number is within its bounds, both of them included, in any digits", () => {
    for (const written of ["18", "120", " 42 ", "٤٢"]) expect(answerOf(age, { q: written })).toHaveProperty("q");
    expect(answerOf(age, { q: "٤٢" })).toEqual({ q: "42" });
    const values = { minimum: 18, maximum: 120 };
    for (const written of ["17", "121"])
      expect(answerOf(age, { q: written })).toEqual({ key: "numberBetween", values });
    expect(answerOf(age, { q: "18.5" })).toEqual({ key: "wholeNumber" });
    for (const written of ["eighteen", "1e2", "0x20", "", "--4"]) {
      expect(answerOf(age, { q: written }), written).toEqual({ key: "writeNumber" });
    }
    const open = made({ type: "number", minimum: null, maximum: 0, isWhole: false });
    expect(answerOf(open, { q: "-2,5" })).toEqual({ q: "-2.5" });
    expect(answerOf(open, { q: "1" })).toEqual({ key: "numberAtMost", values: { maximum: 0 } });
  });

  it("on a scale is one of its points", () => {
    expect(answerOf(likert, { q: "7" })).toEqual({ q: "7" });
    expect(answerOf(likert, { q: "8" })).toMatchObject({ key: "numberBetween" });
    expect(answerOf(likert, { q: "2.5" })).toMatchObject({ key: "wholeNumber" });
    expect(questionSchema.safeParse({ ...likert, maximum: 100 }).success).toBe(false);
    expect(questionSchema.safeParse({ ...likert, maximum: 100, look: "slider" }).success).toBe(true);
  });

  it("may be left out where it is not needed, and be unknown where that is offered", () => {
    for (const question of [several, age, likert, made({ type: "choice", choices })]) {
      expect(answerOf({ ...question, required: false }, {}), question.type).toEqual({});
      expect(answerOf({ ...question, dontKnow: true }, { q: ["", notKnown] })).toEqual({ q: notKnown });
      expect(answerOf(question, { q: notKnown }), question.type).toHaveProperty("key");
    }
    const words = made({ type: "text", required: true, maximumLength: 10, dontKnow: true });
    expect(answerOf(words, { q: ["", notKnown] })).toEqual({ q: notKnown });
    expect(answerOf(words, { q: "words" })).toEqual({ q: "words" });
  });

  it("has how sure it is beside it, where that is asked and there is an answer", () => {
    const sure = { ...likert, confidence: true };
    expect(answerOf(sure, { q: "4", "q.confidence": "75" })).toEqual({ q: "4", "q.confidence": "75" });
    expect(answerOf(sure, { q: "4" })).toEqual({ key: "chooseOne" });
    expect(answerOf(sure, { q: "4", "q.confidence": "76" })).toEqual({ key: "chooseOne" });
    expect(answerOf({ ...sure, required: false }, {})).toEqual({});
    expect(answerOf({ ...sure, dontKnow: true }, { q: notKnown })).toEqual({ q: notKnown });
    expect(parseAnswers([likert], { q: "4", "q.confidence": "75" }).ok).toBe(false);
  });

  it("is what was written, for every number that can be written", () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999, max: 999_999 }), (number) => parseNumber(String(number)) === number),
    );
  });
});

describe("a rule about an answer", () => {
  it("holds for a word whatever its case, for a member of a list, and within bounds", () => {
    expect(isConditionMet({ oneOf: ["No"] }, " no ")).toBe(true);
    expect(isConditionMet({ oneOf: ["dog"] }, '["cat","dog"]')).toBe(true);
    expect(isConditionMet({ atLeast: 18 }, "18")).toBe(true);
    expect(isConditionMet({ atLeast: 18 }, "17")).toBe(false);
    expect(isConditionMet({ atLeast: 1, atMost: 3 }, "4")).toBe(false);
    expect(isConditionMet({ atLeast: 0 }, notKnown)).toBe(false);
    for (const nothing of [undefined, ""]) expect(isConditionMet({ oneOf: ["no"], atMost: 5 }, nothing)).toBe(false);
    expect(answerValues("[not a list")).toEqual(["[not a list"]);
  });

  it("ends the session for any kind of question, and the first one decides", () => {
    const tooYoung = { ...age, ends: [{ when: { atMost: 20 }, endsAs: "screened-out" as const }] };
    const trap = made({ type: "several", key: "trap", choices: [{ ...choices[0], endsAs: "quality" }, choices[1]] });
    const honest = made({
      type: "text",
      key: "honest",
      required: true,
      maximumLength: 10,
      ends: [{ when: { oneOf: ["no"] }, endsAs: "quality" }],
    });
    expect(endOf([tooYoung], { q: "20" })).toBe("screened-out");
    expect(endOf([tooYoung], { q: "21" })).toBeNull();
    expect(endOf([trap], { trap: '["cat","dog"]' })).toBe("quality");
    expect(endOf([trap], { trap: '["dog"]' })).toBeNull();
    expect(endOf([honest], { honest: "No" })).toBe("quality");
    expect(endOf([tooYoung, honest], { q: "19", honest: "no" })).toBe("screened-out");
  });

  it("decides who is asked by an answer of an earlier page, and by no other", () => {
    const hanging = { ...likert, key: "hanging", showIf: { question: "q", oneOf: ["cat"] } };
    expect(askedQuestions([likert, hanging], { q: '["cat"]' })).toHaveLength(2);
    expect(askedQuestions([likert, hanging], { q: '["dog"]' })).toEqual([likert]);
    expect(askedQuestions([likert, hanging], {})).toEqual([likert]);
    const base = street2024Protocol();
    const page = (key: string, questions: Question[]) => ({
      kind: "questions" as const,
      key,
      title: "T",
      text: "",
      questions,
    });
    const withPages = (...pages: Protocol["steps"]) =>
      protocolSchema.safeParse({ ...base, steps: [...pages, ...base.steps] });
    expect(withPages(page("one", [several]), page("two", [hanging])).success).toBe(true);
    expect(withPages(page("one", [several, hanging])).error?.issues[0]?.message).toMatch(/which no earlier page asks/);
  });
});
