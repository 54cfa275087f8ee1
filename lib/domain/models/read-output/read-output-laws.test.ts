import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../words/testing/any-character.ts";
import { readOutput } from "./read-output.ts";
import { parserVersion } from "./reading.ts";

const options = ["He waits by the fountain.", "He waits at the tram stop."];
const answers = {
  "true-false": { True: "true", False: "false" },
  "yes-no": { Yes: "yes", No: "no" },
  "two-choice": { A: "option-0", B: "option-1" },
  consistency: { Yes: "error", No: "consistent" },
} as const;
const kinds = Object.keys(answers) as (keyof typeof answers)[];

/** An answer word of some kind, with its key. */
const answer = fc
  .constantFrom(...kinds)
  .chain((kind) => fc.constantFrom(...Object.entries(answers[kind])).map(([word, key]) => ({ kind, word, key })));
const words = [
  "true",
  "false",
  "yes",
  "no",
  "a",
  "b",
  "answer",
  "the statement is",
  "not",
  "maybe",
  "wait",
  ".",
  ",",
  "\n",
  ":",
  "or",
  "and",
  "<think>",
  "</think>",
  '"',
  "{",
  "}",
  "Conclusion",
  "Logical Error:",
  "He waits by the fountain.",
];
const jumble = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 })), { maxLength: 40 })
  .map((parts) => parts.join(" "));
const thought = jumble.map((text) => text.replace(/[<>]/gu, ""));

describe("reading any text", () => {
  it("gives one of the kind's answers or unparsed, and its version", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.oneof(jumble, fc.string({ unit: anyCharacter, maxLength: 200 })),
        (kind, text) => {
          const reading = readOutput(kind, text, options);
          expect([...Object.values(answers[kind]), "unparsed"]).toContain(reading.answer);
          expect(reading.version).toBe(parserVersion);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("finds a lone answer under any marks and in any case", () => {
    const wrap = fc.constantFrom(
      ...(["*", "**", "_", "`", '"', "'"] as const).map((mark) => (text: string) => `${mark}${text}${mark}`),
      (text: string) => `(${text})`,
      (text: string) => `[${text}]`,
      (text: string) => `{${text}}`,
      (text: string) => `\\boxed{\\text{${text}}}`,
      (text: string) => `<answer>${text}</answer>`,
      (text: string) => `${text}.`,
      (text: string) => `${text}!`,
      (text: string) => `\u200b${text}\u00a0\r\n`,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.replace(/[A-Za-z]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    );
    fc.assert(
      fc.property(answer, wrap, wrap, ({ kind, word, key }, inner, outer) => {
        fc.pre(!/[{<]/u.test(inner("x")) || !/[A-Z\uff21]/u.test(outer("a")));
        expect(readOutput(kind, outer(inner(word)), options).answer).toBe(key);
      }),
    );
  });

  it("never reads what was thought", () => {
    fc.assert(
      fc.property(answer, thought, ({ kind, word, key }, text) => {
        expect(readOutput(kind, `<think>${text}</think>\n${word}`, options)).toMatchObject({
          answer: key,
          rule: "think",
        });
        expect(readOutput(kind, `${text}</think>\n${word}`, options)).toMatchObject({ answer: key, rule: "think" });
        expect(readOutput(kind, `<think>${text} ${word}`, options).answer).toBe("unparsed");
      }),
    );
  });

  it("never reads an invented next item", () => {
    const begin = fc.constantFrom("Story", "Statement", "Premise", "Question", "Q", "Human", "User", "**Question");
    fc.assert(
      fc.property(answer, begin, thought, ({ kind, word, key }, label, text) => {
        expect(readOutput(kind, `${word}\n${label}: ${text}`, options)).toMatchObject({
          answer: key,
          rule: "new-item-cut",
        });
      }),
    );
  });

  it("lets a later labelled answer win only after a correction", () => {
    fc.assert(
      fc.property(answer, ({ kind, word, key }) => {
        const [other = ""] = Object.keys(answers[kind]).filter((candidate) => candidate !== word);
        expect(readOutput(kind, `Answer: ${other}\nAnswer: ${word}`, options).answer).toBe("unparsed");
        expect(readOutput(kind, `Answer: ${other}. Wait, I misread it. Answer: ${word}`, options)).toMatchObject({
          answer: key,
          rule: "last-wins",
        });
        expect(readOutput(kind, `Answer: probably ${word}`, options)).toMatchObject({
          answer: "unparsed",
          rule: "hedge",
        });
      }),
    );
  });

  it("names an option by the place at which it was shown", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10 }), fc.nat(9), (count, place) => {
        fc.pre(place < count);
        const texts = Array.from({ length: count }, (_, index) => `Option text number ${index}.`);
        const letter = "ABCDEFGHIJ"[place] ?? "";
        for (const reply of [letter, `Answer: ${letter}`, `${letter}) ${texts[place]}`, texts[place] ?? ""])
          expect(readOutput("choice", reply, texts).answer).toBe(`option-${place}`);
        expect(readOutput("choice", "ABCDEFGHIJK"[count] ?? "", texts)).toMatchObject({
          answer: "unparsed",
          rule: "outside-range",
        });
      }),
    );
  });

  it("reads hostile texts in a moment", () => {
    for (const part of [
      "the statement that ",
      "answer: ",
      "so, actually, ",
      "<think>",
      "{",
      "\u201c",
      "A. x\nB. y\n",
      "Conclusion: ",
    ]) {
      for (const kind of kinds)
        expect(readOutput(kind, part.repeat(200_000 / part.length), options).version).toBe(parserVersion);
    }
  });
});
