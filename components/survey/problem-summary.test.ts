import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { sayIn } from "@/lib/domain/survey/languages/messages.ts";
import { parseAnswers } from "@/lib/domain/survey/parse-answers.ts";
import { type Question, questionSchema } from "@/lib/domain/survey/questions/question.ts";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import { ProblemSummary } from "./problem-summary.tsx";

const ask = (key: string, more: object = {}): Question =>
  questionSchema.parse({
    type: "choice",
    key,
    label: `What about ${key}?`,
    choices: ["a", "b"].map((value) => ({ value, label: value })),
    ...more,
  });

function linksOf(questions: Question[], given: Record<string, string>): string[] {
  const parsed = parseAnswers(questions, given);
  return linkTexts({ kind: "questions", title: "", text: "", questions }, parsed.ok ? [] : parsed.problems);
}

function linkTexts(screen: object, problems: { field: string; message: string }[]): string[] {
  const view = { screen, problems } as unknown as SessionView;
  const html = renderToStaticMarkup(createElement(ProblemSummary, { view, say: sayIn("en") }));
  return [...html.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, text = ""]) => text);
}

it("names the question in every link, so that no two of them say the same", () => {
  const links = linksOf([ask("one"), ask("two"), ask("three", { confidence: true })], { three: "a" });
  expect(links.map((link) => link.split(" – ")[0])).toEqual([
    "What about one?",
    "What about two?",
    "What about three? How sure are you?",
  ]);
  expect(new Set(links).size).toBe(3);
});

it("says only what is wrong where the page asks one question", () => {
  expect(linksOf([ask("one")], {})).toEqual(["Please choose one answer."]);
});

it("names the questions of a task, unless the message does", () => {
  const asked = ["tone", "length"].map((name) => ({ name, label: `${name}?` }));
  const problems = [
    { field: "task.tone", message: "Please choose one answer." },
    { field: "task.length", message: "length? Enter a number." },
  ];
  expect(linkTexts({ kind: "answer", stimulus: { task: { asked } }, explanation: null }, problems)).toEqual([
    "tone? – Please choose one answer.",
    "length? Enter a number.",
  ]);
});
