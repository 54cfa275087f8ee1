import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Item } from "@/lib/domain/items/item.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { taskItem } from "@/lib/domain/items/testing/task-item.ts";
import { street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { outcomes, type Protocol } from "@/lib/domain/survey/protocol.ts";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import { listPreviewPages, previewScreen } from "@/lib/domain/survey/studies/preview-screen.ts";
import { listTexts, translateProtocol, withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { SurveyDocument } from "./survey-document.tsx";

const hebrew = "סיפור קצר";

/** A study in a language without a table: every custom text is in Hebrew, so every Latin letter is ours. */
function hebrewStudy(layout: "story-then-question" | "one-screen") {
  const base = street2024Protocol();
  const every = { label: hebrew, help: hebrew, dontKnow: true, required: false };
  const choices = [{ value: "1", label: hebrew, endsAs: null }];
  const labels = { minimumLabel: hebrew, maximumLabel: hebrew };
  const steps = base.steps.map((step): Protocol["steps"][number] => {
    if (step.kind === "items") {
      const explanation = { label: hebrew, help: hebrew, required: false, maximumLength: 5 };
      const place = layout === "one-screen" ? { place: "with-answer" as const } : {};
      return { ...step, layout, explanation: { ...explanation, ...place } };
    }
    if (step.kind !== "questions") return step;
    return {
      ...step,
      questions: [
        { type: "choice", key: "one", ...every, confidence: true, choices },
        { type: "text", key: "two", ...every, maximumLength: 3 },
        { type: "several", key: "three", ...every, choices },
        { type: "number", key: "four", ...every, minimum: 1, maximum: 9, isWhole: true, unit: hebrew },
        { type: "scale", key: "five", ...every, minimum: 1, maximum: 5, ...labels, look: "buttons" },
        { type: "scale", key: "six", ...every, minimum: 0, maximum: 9, ...labels, look: "slider" },
      ],
    };
  });
  const end = { title: hebrew, text: hebrew, returnUrl: "https://example.org" };
  const protocol: Protocol = withNewestWords({
    ...base,
    steps,
    contact: "",
    recruiter: { kind: "panel", name: hebrew, idParameter: "rid", otherParameters: [] },
    ends: Object.fromEntries(outcomes.map((outcome) => [outcome, end])) as Protocol["ends"],
  });
  const texts = Object.fromEntries(listTexts(protocol).map(({ name }) => [name, hebrew]));
  const said = translateProtocol({ ...protocol, translations: { he: { texts } } }, "en", "he");
  return { slug: "s", name: hebrew, language: "he", protocol: said, itemsPerSession: 2 };
}

function hebrewTask(): Item {
  const item = taskItem({ text: hebrew, question: hebrew });
  const [field] = item.task?.schema.answer ?? [];
  if (field?.type === "choice" && Array.isArray(field.options))
    for (const option of field.options) option.label = hebrew;
  return item;
}

function* pagesOf(kind: string): Generator<SessionView> {
  const options = kind === "two-choice" || kind === "choice" ? [hebrew, `${hebrew} ב`] : [];
  const story = { title: hebrew, genre: "", text: `${hebrew}. ${hebrew}.\n\n${hebrew}.` };
  const attributes = { event_words: "0-1", knowledge_words: "2-3" };
  const item: Item = kind === "task" ? hebrewTask() : { kind, story, text: hebrew, options, attributes };
  const levels = Object.fromEntries(
    (itemKinds[kind]?.factors ?? []).map(({ name, levels: [first] }) => [name, first?.value ?? ""]),
  );
  for (const layout of ["story-then-question", "one-screen"] as const) {
    const study = hebrewStudy(layout);
    for (const { place } of listPreviewPages(study)) {
      const view = previewScreen(study, place, item, levels);
      if (view) yield again(view);
    }
  }
}

/** The page where it says most. */
function again(view: SessionView): SessionView {
  const { screen } = view;
  const debrief = { title: hebrew, text: hebrew, lines: [{ told: hebrew, truth: hebrew, claim: "made-up" as const }] };
  const shown =
    screen.kind === "story" || screen.kind === "answer"
      ? { ...screen, isSameStory: true }
      : screen.kind === "end"
        ? { ...screen, isFresh: true, privateUrl: "/data", debrief }
        : screen;
  return { ...view, isEarly: true, slot: { keptUntil: null, lost: true }, screen: shown };
}

/** Every piece of text of a page, with the language of the nearest element that names one. */
function spokenTexts(html: string): { text: string; language: string }[] {
  const open: string[] = [];
  const texts: { text: string; language: string }[] = [];
  const body = html.replace(/<(style|script|title)\b[\s\S]*?<\/\1>/g, "");
  for (const [, closing, name = "", attributes = "", text = ""] of body.matchAll(/<(\/?)(\w+)([^>]*)>([^<]*)/g)) {
    const around = open.at(-1) ?? "";
    const language = / lang="([^"]*)"/.exec(attributes)?.[1] ?? around;
    const isVoid = ["meta", "link", "input", "br"].includes(name);
    if (closing) open.pop();
    else if (!isVoid) open.push(language);
    if (text.trim() !== "") texts.push({ text: text.trim(), language: open.at(-1) ?? "" });
  }
  return texts;
}

describe("a study in Hebrew, for which there is no table of words", () => {
  it.each(Object.keys(itemKinds))("of %s items names its own texts as Hebrew and ours as English", (kind) => {
    const mistaken = new Set<string>();
    let own = 0;
    for (const view of pagesOf(kind)) {
      const targets = { action: "/a", withdraw: "/w", hidden: {}, stay: "/stay" };
      const html = renderToStaticMarkup(
        createElement(SurveyDocument, { view, targets, assets: { css: "", script: "" } }),
      );
      for (const { text, language } of spokenTexts(html)) {
        const isHebrew = /\p{Script=Hebrew}/u.test(text);
        const isLatin = /\p{Script=Latin}/u.test(text);
        // A sentence of ours may name the recruiter.
        if (isHebrew && !isLatin) own += 1;
        if ((isLatin && language !== "en") || (isHebrew && !isLatin && language !== "he")) {
          mistaken.add(`${language}: ${text}`);
        }
      }
    }
    expect([...mistaken]).toEqual([]);
    expect(own).toBeGreaterThan(30);
  });
});
