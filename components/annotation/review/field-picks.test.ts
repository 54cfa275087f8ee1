import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { findDisputedMarks, listFieldsToCombine } from "@/lib/domain/annotation/documents/combine-documents.ts";
import type { NextActionDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { createAnchor } from "@/lib/domain/stories/anchors/anchor.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { combinableFields, FieldPicks } from "./field-picks.tsx";

const story = "Ann hid the key under the pot.";
const first: NextActionDocument = {
  kind: "knp",
  genre: "kids",
  story,
  anchors: [createAnchor(parseWords(story), "k", "knowledge", { start: 0, end: 4 })],
  character: "Ben",
  implausibleKnowledge: "Ann hid the key",
  question: "What does Ben do?",
  answerWithKnowledge: "He lifts the pot.",
  answerWithoutKnowledge: "He looks in his bag.",
  knowledgeExplanation: null,
  explanation: null,
};
const second: NextActionDocument = {
  ...first,
  anchors: [],
  question: "What does Ben do next?",
  knowledgeType: "future-events",
};

function markup(picks: Parameters<typeof FieldPicks>[0]["picks"], refusal: string | null): string {
  const copies = [first, second].map((document, index) => ({ copy: index + 1, document }));
  const fields = listFieldsToCombine([first, second], combinableFields("knp"));
  return renderToStaticMarkup(
    createElement(FieldPicks, {
      ...{ id: "p", fields, copies, picks, refusal },
      marks: findDisputedMarks([first, second]),
      kept: new Map(),
      onPick: () => undefined,
      onKeep: () => undefined,
    }),
  );
}

const textOf = (html: string) => html.replace(/<[^>]*>/gu, "");

it("asks for the copy of each field that differs and for each disputed mark, and chooses nothing", () => {
  const html = markup(new Map(), null);
  const legends = [...html.matchAll(/<legend[^>]*>(.*?)<\/legend>/gu)].map(([, text]) => textOf(text ?? ""));
  expect(legends).toEqual(["Question", "Type of knowledge", "Mark, knowledge: “Ann hid the key”"]);
  expect(html.match(/type="radio"/gu)).toHaveLength(6);
  expect(html).not.toMatch(/checked=""/u);
  expect(textOf(html)).toContain("From copy 1: What does Ben do?From copy 2: What does Ben do next?");
  expect(textOf(html)).toContain("Marked in copy 1 only.Keep itRemove it");
  expect(textOf(html)).toContain("From copy 1: Not statedFrom copy 2: ");
  expect(textOf(html)).not.toContain("future-events");
});

it("shows what was chosen, and what still waits once it was tried without", () => {
  const html = markup(new Map([["question", 1] as const]), "Not possible yet. Choose whether to keep it.");
  expect(html.match(/checked=""/gu)).toHaveLength(1);
  expect(textOf(html)).toContain("Not possible yet. Choose whether to keep it.");
});
