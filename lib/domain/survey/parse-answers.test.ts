import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../words/testing/any-character.ts";
import { consentQuestion, parseAnswers } from "./parse-answers.ts";
import type { Question } from "./questions/question.ts";

const colour: Question = {
  type: "choice",
  key: "colour",
  label: "Which colour?",
  help: "",
  choices: [
    { value: "red", label: "Red", endsAs: null },
    { value: " deep blue ", label: "Blue", endsAs: "quality" },
  ],
};
const why: Question = { type: "text", key: "why", label: "Why?", help: "", required: true, maximumLength: 10 };
const more: Question = { ...why, key: "more", required: false };
const questions = [colour, why, more];

describe("the answers of a screen", () => {
  it("are read where every question that must be answered is", () => {
    expect(parseAnswers(questions, { colour: "red", why: " so " })).toEqual({
      ok: true,
      answers: { colour: "red", why: "so" },
    });
    expect(parseAnswers([], {})).toEqual({ ok: true, answers: {} });
  });

  it("name every problem with its field at once", () => {
    const parsed = parseAnswers(questions, { colour: "green", why: "12345678901", extra: "1" });
    expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.field)).toEqual(["extra", "colour", "why"]);
  });

  it("hold the limit of a text on both sides", () => {
    const withWhy = (text: string) => parseAnswers(questions, { colour: "red", why: text }).ok;
    expect(withWhy("1234567890")).toBe(true);
    expect(withWhy("12345678901")).toBe(false);
    expect(withWhy(" \n\t ")).toBe(false);
    expect(withWhy("a\u0000")).toBe(false);
    expect(withWhy("a\udfff")).toBe(false);
  });

  it("count a line break as one character, as the page does, however the form sent it", () => {
    for (const text of ["1234\r\n67890", "1234\r67890", "1234\n67890"]) {
      expect(parseAnswers(questions, { colour: "red", why: text })).toMatchObject({ answers: { why: "1234\n67890" } });
    }
  });

  it("refuse several answers to one question, and take an empty one as none", () => {
    expect(parseAnswers([colour], { colour: ["red", "red"] })).toMatchObject({
      problems: [{ field: "colour", message: "must be one answer, not several" }],
    });
    expect(parseAnswers([more], { more: "   " })).toEqual({ ok: true, answers: {} });
    expect(parseAnswers([more], {})).toEqual({ ok: true, answers: {} });
  });

  it("keep a choice in the very words of the protocol, which strata and ends are compared with", () => {
    expect(parseAnswers([colour], { colour: " deep blue " })).toEqual({
      ok: true,
      answers: { colour: " deep blue " },
    });
    expect(parseAnswers([colour], { colour: "deep blue" }).ok).toBe(false);
  });

  it("do not find an answer in what every object inherits", () => {
    const odd: Question = { ...colour, key: "constructor" };
    expect(parseAnswers([odd], {})).toMatchObject({ ok: false, problems: [{ field: "constructor" }] });
    const prototype = JSON.parse('{"__proto__": "x", "why": "so"}');
    expect(parseAnswers([why], prototype)).toMatchObject({ ok: false, problems: [{ field: "__proto__" }] });
  });

  it("alter no text but its outer white space and its line breaks", () => {
    const text: Question = { ...why, maximumLength: 10_000 };
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (given) => {
        const parsed = parseAnswers([text], { why: given });
        const expected = given.replace(/\r\n?/g, "\n").trim();
        if (expected === "" || given.includes("\u0000")) expect(parsed.ok).toBe(false);
        else expect(parsed).toEqual({ ok: true, answers: { why: expected } });
      }),
    );
  });

  it("either are read or say of which field what is wrong, whatever is sent", () => {
    const value = fc.oneof(fc.string({ unit: anyCharacter }), fc.array(fc.string()), fc.constant(undefined));
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom("colour", "why", "more"), fc.string()), value), (fields) => {
        const parsed = parseAnswers(questions, fields);
        if (parsed.ok) {
          expect(Object.keys(fields).every((field) => questions.some((question) => question.key === field))).toBe(true);
          expect(Object.values(parsed.answers).every((answer) => answer.isWellFormed())).toBe(true);
        } else {
          expect(parsed.problems.length).toBeGreaterThan(0);
          for (const { field, message } of parsed.problems) {
            expect([...Object.keys(fields), ...questions.map((question) => question.key)]).toContain(field);
            expect(message).not.toBe("");
          }
        }
      }),
    );
  });
});

describe("the consent", () => {
  it("is yes or no and nothing in between", () => {
    expect(parseAnswers([consentQuestion], { consent: "yes" }).ok).toBe(true);
    expect(parseAnswers([consentQuestion], { consent: "no" }).ok).toBe(true);
    for (const consent of ["", "Yes", "true", "on"])
      expect(parseAnswers([consentQuestion], { consent }).ok).toBe(false);
  });
});
