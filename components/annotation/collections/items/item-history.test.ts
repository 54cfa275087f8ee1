import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { ItemHistory } from "./item-history.tsx";

const question: KsteDocument = {
  ...{ kind: "knp", genre: "mystery", story: "Ann sleeps.", anchors: [], character: "Ann" },
  ...{
    implausibleKnowledge: "The chest is empty.",
    question: "What does Ann do?",
    explanation: null,
    knowledgeExplanation: null,
  },
  ...{ answerWithoutKnowledge: "She opens it.", answerWithKnowledge: "She walks by." },
} as KsteDocument;
const mark = { id: "m1", role: "knowledge", start: 0, end: 1, text: "Ann", damage: null };

function told(after: object): string {
  const change = { before: question, after: { ...question, ...after } as KsteDocument };
  const line = { at: new Date("2026-11-22T10:00:00Z"), sentence: "Ann saved copy 1.", quote: null, change, raw: [] };
  return renderToStaticMarkup(createElement(ItemHistory, { trail: [line] })).replace(/<[^>]+>/gu, " ");
}

it("tells a changed field with what it said before and after", () => {
  for (const [field, label, after] of [
    ["question", "Question", "What will Ann do?"],
    ["answerWithKnowledge", "Distractor", "She runs away."],
    ["character", "Character", "Ben"],
    ["implausibleKnowledge", "Knowledge in words", "The chest is full."],
    ["genre", "Genre", "kids"],
  ] as const) {
    const text = told({ [field]: after });
    expect(text).toContain(label);
    expect(text).toContain(question[field as keyof KsteDocument]);
    expect(text).toContain(after);
  }
});

it("tells changed marks, and what cannot be seen in the words", () => {
  expect(told({ anchors: [mark] })).toMatch(/Marks\s+before:\s+none\s+after:\s+knowledge: “Ann”/u);
  expect(told({ anchors: [] })).toContain("The text is unchanged; a mark was moved.");
});
