import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseAnswer } from "../../../words/normalise-answer.ts";
import { findRightKeys } from "../../right-keys.ts";
import { renderStimulus } from "../../stimulus.ts";
import { choice } from "../choice/choice.ts";
import { openText } from "./open-text.ts";

const item = { kind: "open-text", story: { title: "", genre: "", text: "" }, text: "Where is the tower?", options: [] };
const gold = { accept: ["Paris", "The city of Paris"] };

describe("an answer in one's own words", () => {
  it("is right when it is an accepted text, whatever its case, marks and article", () => {
    for (const text of ["Paris", " paris. ", "“PARIS”", "the city of Paris", "City of Paris!"])
      expect(openText.score({ text }, gold, item).correct, text).toBe(true);
    for (const text of ["Lyon", "not Paris", "Paris or Lyon", "Pari"])
      expect(openText.score({ text }, gold, item).correct, text).toBe(false);
    expect(openText.score({ text: "Paris" }, { accept: [] }, item).correct).toBeNull();
  });

  it("is counted under one name for one answer, and the right names are those that score as right", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (text) => {
        fc.pre(normaliseAnswer(text) !== "");
        const key = openText.answerKey({ text });
        expect(openText.answerKey({ text: ` ${text.toUpperCase()}. ` }) === key).toBe(
          normaliseAnswer(text.toUpperCase()) === normaliseAnswer(text),
        );
        expect(findRightKeys(item, { accept: [text] })).toEqual([key]);
      }),
    );
    expect(openText.answerKey({ text: "Paris" })).not.toContain("paris");
  });

  it("is read from a form, with how sure somebody is", () => {
    expect(openText.parseAnswer({ text: " Paris ", confidence: "0.8" }, item)).toEqual({
      ok: true,
      answer: { text: "Paris", confidence: 0.8 },
    });
    expect(openText.parseAnswer({ text: "..." }, item)).toMatchObject({ ok: false, reason: "not-written" });
    expect(openText.parseAnswer({ text: "Paris", confidence: "2" }, item)).toMatchObject({ field: "confidence" });
    expect(openText.parseAnswer({ text: "x".repeat(501) }, item)).toMatchObject({ ok: false, field: "text" });
  });

  it("may be as long as the page counts, in what a person sees as characters, and says why a longer one is refused", () => {
    const family = "👩‍👩‍👧‍👦";
    const whole = `a${family.repeat(499)}`;
    expect(openText.parseAnswer({ text: whole }, item)).toMatchObject({ ok: true, answer: { text: whole } });
    expect(openText.parseAnswer({ text: `${whole}éé` }, item)).toMatchObject({
      reason: "too-long",
      values: { over: 2, limit: 500 },
    });
    expect(openText.parseAnswer({ text: "Paris\u0000" }, item)).toMatchObject({ reason: "not-storable" });
    expect(openText.parseAnswer({ text: `a${"\u0301".repeat(60_000)}` }, item)).toMatchObject({
      reason: "not-storable",
    });
  });
});

describe("asking how sure somebody is", () => {
  it("is a condition of the kinds that take a confidence, and part of how a stimulus is presented", () => {
    const questions = [item, { ...item, kind: "choice", options: ["Paris", "Lyon"] }];
    for (const one of questions) {
      const [plain, asked] = ["not-asked", "asked"].map((confidence) => renderStimulus(one, { confidence }));
      expect(asked?.screens.at(-1)?.input).toMatch(/-with-confidence$/u);
      expect(asked?.contentFingerprint === plain?.contentFingerprint).toBe(true);
      expect(asked?.presentationFingerprint === plain?.presentationFingerprint).toBe(false);
    }
    expect(choice.factors.map(({ name }) => name)).toContain("confidence");
  });
});
