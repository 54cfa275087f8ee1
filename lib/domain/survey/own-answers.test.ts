import { describe, expect, it } from "vitest";
import { renderStimulus } from "../items/stimulus.ts";
import { sayIn } from "./languages/messages.ts";
import { formatGivenAnswers, formatItemResponse } from "./own-answers.ts";
import { street2024Protocol } from "./presets/street-2024.ts";
import type { Protocol } from "./protocol.ts";
import type { ProtocolStep } from "./protocol-step.ts";
import { questionSchema } from "./questions/question.ts";
import { listScreens } from "./screens.ts";

const say = sayIn("de");
const item = {
  kind: "consistency",
  story: { title: "", genre: "", text: "Ada verlor den Schlüssel. Sie öffnete die Tür." },
  text: "Gibt es einen Fehler?",
  options: [],
  attributes: {},
};
const questions = [
  {
    type: "several",
    key: "pets",
    dontKnow: true,
    choices: ["cat", "dog"].map((value) => ({ value, label: `${value}!` })),
  },
  { type: "scale", key: "liking", minimum: 1, maximum: 5, look: "buttons", confidence: true },
].map((question) => questionSchema.parse({ label: `Frage ${question.key}?`, ...question }));
const steps: ProtocolStep[] = [
  { kind: "questions", key: "about", title: "", text: "", questions },
  {
    kind: "practice",
    key: "practice",
    title: "Probe",
    items: [item],
    levels: {},
    wording: {},
    wordsEdition: 2,
    dwellSeconds: 0,
    layout: "one-screen",
  },
];
const protocol: Protocol = {
  ...street2024Protocol(),
  consent: { version: "3", title: "Einwilligung", text: "", agreeLabel: "Ja, gern", declineLabel: "Nein" },
  steps: [...steps, ...street2024Protocol().steps],
};
const screens = listScreens(protocol, 1);
const given = (kind: string, answers: Record<string, string>) =>
  formatGivenAnswers(
    say,
    { protocol, language: "de" },
    screens.find((screen) => screen.kind === kind),
    answers,
  );

describe("what a person gave, in their own words", () => {
  it("says the consent by its button, and the text that it was given to under names in their language", () => {
    expect(given("consent", { version: "3", hash: "ab12", consent: "yes", language: "de" })).toEqual([
      { question: "Einwilligung", answer: "Ja, gern" },
      { question: "Fassung des Textes, über den Sie entschieden haben", answer: "3" },
      { question: "Prüfsumme dieses Textes", answer: "ab12" },
      { question: "Sprache dieses Textes", answer: "Deutsch" },
    ]);
  });

  it("says choices by their labels, what is not known, and how sure somebody was", () => {
    expect(given("questions", { pets: '["cat","dog"]', liking: "4", "liking.confidence": "75" })).toEqual([
      { question: "Frage pets?", answer: "cat! · dog!" },
      { question: "Frage liking?", answer: "4" },
      { question: "Frage liking? Wie sicher sind Sie sich?", answer: "75 %" },
    ]);
    expect(given("questions", { pets: "dont-know" })[0]?.answer).toBe("Ich weiß es nicht");
  });

  it("says practice as practice", () => {
    expect(given("practice", { practice: '{"choice":"error","spans":[[6,7]]}' })).toEqual([
      { question: expect.stringMatching(/^Übung: /), answer: "Ja, es gibt einen logischen Fehler · “die”" },
    ]);
    expect(given("practice", { practice: "no JSON" })[0]?.answer).toBe("");
  });

  it("names the words that somebody took, what was written and how sure they were", () => {
    const { screens: asked } = renderStimulus(item, {});
    expect(
      formatItemResponse(say, asked, item, {
        choice: "error",
        spans: [
          [0, 1],
          [90, 91],
        ],
      }).answer,
    ).toMatch(/ · “Ada”$/);
    expect(formatItemResponse(say, asked, item, { text: "so", confidence: 0.7 })).toMatchObject({
      answer: "so · 70 %",
    });
    expect(formatItemResponse(say, asked, item, {}).answer).toBe("");
  });
});
