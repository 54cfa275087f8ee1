import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { crossFactors } from "@/lib/domain/items/stimulus.ts";
import { taskItem } from "@/lib/domain/items/testing/task-item.ts";
import { en } from "@/lib/domain/survey/languages/en.ts";
import { itemWording } from "@/lib/domain/survey/languages/item-wording.ts";
import { messageKeys, sayIn, tables } from "@/lib/domain/survey/languages/messages.ts";
import {
  consentQuestion,
  type FieldProblem,
  parseAnswers,
  parseConsent,
  reasonTexts,
} from "@/lib/domain/survey/parse-answers.ts";
import { street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { outcomes, type Protocol } from "@/lib/domain/survey/protocol.ts";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import {
  listPreviewPages,
  type PreviewedStudy,
  type PreviewLocation,
  previewScreen,
} from "@/lib/domain/survey/studies/preview-screen.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { CodeForm } from "./code-form.tsx";
import { OwnDataPage } from "./own-data-page.tsx";
import { SurveyDocument } from "./survey-document.tsx";
import { WithdrawChoices } from "./withdraw-choices.tsx";

/**
 * Every text that is not Parallax's own is made of digits here, so that each letter on a page is a word of ours: on a
 * Chinese or Arabic page no Latin letter may be left, and on a German one no sentence of the English tables.
 */
const otherLanguages = Object.keys(tables).filter((tag) => tag !== "en");
const samples: Readonly<Record<string, Item>> = Object.fromEntries(
  Object.keys(itemKinds).map((kind) => [kind, sampleOf(kind)]),
);

function sampleOf(kind: string): Item {
  if (kind === "task") return digitsOf(taskItem({ text: "11 12", question: "20?" }));
  const options = { "two-choice": ["41", "42"], choice: ["51", "52", "53"] }[kind] ?? [];
  const story = { title: "10", genre: "", text: "11 12 13. 14 15 16.\n\n17 18 19." };
  return { kind, story, text: "20?", options, attributes: { event_words: "0-2", knowledge_words: "4-6" } };
}

/** The item with its option labels in digits. */
function digitsOf(item: Item): Item {
  const [field] = item.task?.schema.answer ?? [];
  const options = field?.type === "choice" && Array.isArray(field.options) ? field.options : [];
  for (const [index, option] of options.entries()) option.label = String(41 + index);
  return item;
}

/** A protocol with every kind of step whose texts are digits. */
function protocolOf(kind: string, layout: "story-then-question" | "one-screen", isBelow: boolean): Protocol {
  const base = street2024Protocol();
  const question = { help: "31", label: "30" };
  const every = { dontKnow: true, confidence: true, required: false };
  const labels = { minimumLabel: "37", maximumLabel: "38" };
  const choicesOf = (...values: string[]) => values.map((value) => ({ value, label: value, endsAs: null }));
  const levels = Object.fromEntries(
    (itemKinds[kind]?.factors ?? []).map(({ name, levels: [first] }) => [name, first!.value]),
  );
  const { attributes: _marks, ...practised } = samples[kind] as Item;
  return withNewestWords({
    ...base,
    contact: "90",
    consent: {
      version: "1",
      title: "1",
      text: "2",
      agreeLabel: "3",
      declineLabel: "4",
      boxes: [true, false].map((required) => ({ key: required ? "must" : "may", label: "43", required })),
    },
    ends: Object.fromEntries(
      outcomes.map((outcome) => [outcome, { title: "5", text: "6", returnUrl: "" }]),
    ) as Protocol["ends"],
    steps: [
      { kind: "text", key: "text", title: "7", text: "8", dwellSeconds: 2 },
      {
        kind: "questions",
        key: "questions",
        title: "21",
        text: "22",
        questions: [
          {
            type: "choice",
            key: "one",
            ...question,
            choices: ["32", "33"].map((value) => ({ value, label: value, endsAs: null })),
          },
          { type: "text", key: "two", ...question, ...every, required: false, maximumLength: 3 },
          { type: "several", key: "three", ...question, ...every, choices: choicesOf("34", "35") },
          { type: "number", key: "four", ...question, ...every, minimum: 1, maximum: 9, isWhole: true, unit: "36" },
          { type: "scale", key: "five", ...question, ...every, minimum: 1, maximum: 5, ...labels, look: "buttons" },
          { type: "scale", key: "six", ...question, ...every, minimum: 0, maximum: 100, ...labels, look: "slider" },
        ],
      },
      {
        kind: "questions",
        key: "check",
        title: "44",
        text: "45",
        questions: [
          { type: "choice", key: "right", ...question, choices: choicesOf("46", "47"), right: { oneOf: ["46"] } },
        ],
        check: { policy: "end", tries: 2, rereads: isBelow ? undefined : "text", end: { title: "48", text: "49" } },
      },
      {
        kind: "practice",
        key: "practice",
        title: "23",
        items: [{ ...practised, explanation: "50" }],
        training: { policy: "flag", tries: 2, needed: 1 },
        levels,
        wording: {},
        dwellSeconds: 1,
        layout,
      },
      {
        kind: "items",
        key: "items",
        title: "24",
        wording: {},
        dwellSeconds: 3,
        layout,
        explanation: {
          ...question,
          required: true,
          maximumLength: 5,
          ...(isBelow ? { place: "with-answer" as const } : {}),
        },
      },
    ],
  });
}

/** Every page of a study of one kind: each screen under each condition, and every end, with and without problems. */
function* pagesOf(kind: string, language: string): Generator<{ name: string; view: SessionView }> {
  const factors = (itemKinds[kind]?.factors ?? []).map(({ name, levels }) => ({
    name,
    levels: levels.map(({ value }) => value),
  }));
  for (const layout of ["story-then-question", "one-screen"] as const) {
    for (const levels of crossFactors(factors)) {
      const study = studyOf(language, protocolOf(kind, layout, layout === "one-screen"));
      for (const { place, screen } of listPreviewPages(study)) {
        if (screen) yield* viewsOf(study, place, kind, levels);
      }
    }
  }
  const bare = protocolOf(kind, "one-screen", false);
  for (const recruiter of ["none", "prolific", "mturk", "panel"] as const) {
    for (const code of ["", "92"]) {
      const returnUrl = recruiter === "panel" ? "https://example.org" : "";
      const ends = Object.fromEntries(outcomes.map((outcome) => [outcome, { ...bare.ends[outcome], code, returnUrl }]));
      const idParameter = recruiter === "panel" ? "rid" : "";
      const study = studyOf(language, {
        ...bare,
        ends: ends as Protocol["ends"],
        recruiter: { kind: recruiter, name: "91", idParameter, otherParameters: [] },
      });
      for (const outcome of outcomes) yield* viewsOf(study, outcome, kind, {});
    }
  }
}

function studyOf(language: string, protocol: Protocol): PreviewedStudy {
  return { slug: "s", name: "93", language, protocol, itemsPerSession: 2 };
}

function* viewsOf(study: PreviewedStudy, place: PreviewLocation, kind: string, levels: ConditionLevels) {
  const view = previewScreen(study, place, samples[kind] as Item, levels);
  if (!view) throw new RangeError(`the study has no page ${place}`);
  const name = `${kind} ${place} ${JSON.stringify(levels)}`;
  yield { name, view };
  yield { name: `${name} again`, view: again(view, kind) };
}

/** The same page with the most text: problems, a lost slot, a story shown again, an end page with a redirect. */
function again(view: SessionView, kind: string): SessionView {
  const { screen } = view;
  return {
    ...view,
    problems: problemsOf(kind),
    slot: { keptUntil: null, lost: true },
    isEarly: true,
    screen:
      screen.kind === "story" || screen.kind === "answer"
        ? { ...screen, isSameStory: true }
        : screen.kind === "end"
          ? {
              ...screen,
              isFresh: true,
              privateUrl: "/data",
              codePage: { url: "/code", isOtherCode: true },
              debrief: {
                title: "94",
                text: "95",
                lines: [
                  { told: "96", truth: "97", claim: "made-up" },
                  { told: "98", truth: "99", claim: "true" },
                ],
              },
            }
          : screen.kind === "feedback"
            ? { ...screen, isRight: false, tryAgain: kind === "true-false" }
            : screen,
  };
}

/** Everything that a person's own post can be refused for. */
function problemsOf(kind: string): FieldProblem[] {
  const questions = [
    consentQuestion,
    { type: "text" as const, key: "two", label: "", help: "", required: true, maximumLength: 3 },
  ];
  const unticked = parseConsent([{ key: "must", label: "", required: true }], { consent: "yes" });
  const refused = [{}, { consent: "maybe", two: "12345" }, { consent: "yes", two: "1\u0000" }].flatMap((fields) => {
    const parsed = parseAnswers(questions, fields);
    return parsed.ok ? [] : parsed.problems;
  });
  if (!unticked.ok) refused.push(...unticked.problems);
  const posts = [
    {},
    { choice: "unknown" },
    { choice: "error" },
    { choice: "consistent", spans: "0-1" },
    { choice: "error", spans: "900-901" },
    { text: "1".repeat(501) },
    { text: "1\u0000" },
  ];
  const ofKind = posts.flatMap((fields): FieldProblem[] => {
    const parsed = itemKinds[kind]?.parseAnswer(fields, samples[kind] as Item);
    if (!parsed || parsed.ok) return [];
    expect(
      parsed.reason,
      `${kind} refuses ${JSON.stringify(fields)} without a reason that can be translated`,
    ).toBeDefined();
    return parsed.reason
      ? [
          {
            field: parsed.field,
            message: parsed.message,
            said: { key: reasonTexts[parsed.reason], ...(parsed.values && { values: parsed.values }) },
          },
        ]
      : [];
  });
  // A page has one problem a field.
  return [...refused, ...ofKind].map((problem, index) => ({ ...problem, field: `field-${index}` }));
}

const assets = { css: "", script: "" };

/**
 * What a page says to eye and ear: its text and the attributes that are read aloud or put into words by the script. The
 * names of recruiters, and of the button that returns a task there, are theirs in every language.
 */
function wordsOf(page: ReactNode): string {
  const html = renderToStaticMarkup(page);
  const spoken = [...html.matchAll(/(?:aria-label|aria-roledescription|placeholder|title|alt|data-words)="([^"]*)"/g)];
  const scripted = spoken.map(([, text = ""]) =>
    text
      .replaceAll("&quot;", '"')
      .replace(/"\w+":/g, " ")
      .replace(/\{\w+\}/g, " "),
  );
  const text = html
    .replace(/<time\b[\s\S]*?<\/time>/g, " ")
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, "\n");
  return [text, ...scripted]
    .join("\n")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/PREVIEW\w*|preview|Prolific|MTurk|Parallax|Return/g, " ");
}

/** Sentences of the English tables, split at their placeholders, that occur in a text. */
const english = [...Object.values(en), ...Object.values(itemKinds).flatMap(({ wording }) => Object.values(wording))]
  .flatMap((message) => message.split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\n/))
  .map((piece) => piece.trim())
  .filter((piece) => piece.split(" ").length >= 3);

function leftInEnglish(text: string, language: string): string[] {
  if (language !== "de") return [...text.matchAll(/[A-Za-z][A-Za-z' ]*/g)].map(([piece]) => piece);
  return english.filter((piece) => text.includes(piece));
}

describe.each(otherLanguages)("in %s", (language) => {
  it.each(Object.keys(itemKinds))("no screen of a study of %s items speaks English", (kind) => {
    const seen = new Map<string, string>();
    for (const { name, view } of pagesOf(kind, language)) {
      const targets = { action: "/a", withdraw: "/w", hidden: {}, stay: "/stay" };
      const left = leftInEnglish(wordsOf(createElement(SurveyDocument, { view, targets, assets })), language);
      for (const piece of left) seen.set(piece, name);
    }
    expect([...seen]).toEqual([]);
  });

  it("no page about one's own data, withdrawing and codes speaks English, and no other sentence of the table", () => {
    const say = sayIn(language);
    const at = new Date(0);
    const data = {
      startedAt: at,
      endedAt: at,
      erasedAt: null,
      code: "1",
      language,
      paidAt: at,
      reports: [{ status: "8", code: "9", at }],
      hasNetwork: true,
      answers: [{ question: "2", answer: "3" }],
    };
    const target = { action: "/a", hidden: {}, preferred: "erase" as const };
    const pages = [null, ...outcomes].map((outcome) =>
      createElement(OwnDataPage, {
        say,
        language,
        studyName: "4",
        data: { ...data, outcome, person: outcome ? { source: "5", number: "6", parameters: { 7: "8" } } : null },
        recruiter: "7",
        sender: "7",
        hasRecruitersCode: true,
        target,
        canKeep: true,
        backHref: "/b",
      }),
    );
    const values = {
      contact: "1",
      title: "1",
      item: 1,
      items: 2,
      current: 1,
      total: 2,
      limit: 3,
      length: 4,
      over: 5,
      count: 6,
      seconds: 7,
      time: "8",
      recruiter: "9",
      study: "9",
      date: "9",
      part: "9",
      reason: "9",
      share: 50,
      question: "10",
      problem: "11",
      institution: "12",
      number: "13",
      minimum: 1,
      maximum: 7,
    };
    const every = messageKeys.map((key) => say(key, values));
    const content = [
      ...pages,
      createElement(WithdrawChoices, { say, target, canKeep: true, backHref: "/b" }),
      createElement(CodeForm, { say, study: "", language, problem: say("codeUnknown"), code: "" }),
      ...every,
    ];
    const text = content.map((child) => wordsOf(createElement("div", null, child))).join("\n");
    expect(leftInEnglish(text, language)).toEqual([]);
  });

  it("every word of every kind has its translation", () => {
    for (const [kind, { wording }] of Object.entries(itemKinds)) {
      expect(Object.keys(itemWording(kind, language, 2)).sort(), kind).toEqual(Object.keys(wording).sort());
    }
  });
});
