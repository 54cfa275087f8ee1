import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import type { ScreenView, SessionView } from "@/lib/domain/survey/session-view.ts";
import { SurveyScreen } from "./survey-screen.tsx";

const item = {
  kind: "true-false",
  story: { title: "", genre: "", text: "Roses are red,\nviolets are blue.\n\nAda wrote it." },
  text: "Ada wrote\na poem.",
  options: [],
};
const stimulus = renderStimulus(item, { story: "story", questionOrder: "true-false" }).screens.at(-1)!;

function page(screen: ScreenView, more: Partial<SessionView> = {}): string {
  const { theme, contact } = street2024Protocol();
  const view: SessionView = {
    study: { slug: "s", name: "A study", language: "en", words: {}, theme, contact },
    screen,
    index: 1,
    progress: { current: 2, total: 6, item: 2, items: 3 },
    dwell: { totalMs: 0, remainingMs: 0 },
    problems: [],
    slot: null,
    given: {},
    ...more,
  };
  return renderToStaticMarkup(
    createElement(SurveyScreen, { view, targets: { action: "/a", withdraw: null, hidden: {} } }),
  );
}

const answer = (isSameStory: boolean): ScreenView => ({
  kind: "answer",
  title: "The story",
  stimulus,
  practice: false,
  isSameStory,
  explanation: null,
});

describe("a screen that asks", () => {
  it("ties the statement to its options", () => {
    const html = page(answer(false));
    expect(html).toMatch(/<blockquote class="statement" id="statement"[^>]*>Ada wrote\na poem\.<\/blockquote>/);
    expect(html).toMatch(/<fieldset[^>]* aria-describedby="statement"/);
  });

  it("keeps the line breaks of a verse, and parts paragraphs", () => {
    expect(page(answer(false))).toMatch(/<p[^>]*>Roses are red,\nviolets are blue\.<\/p><p[^>]*>Ada wrote it\.<\/p>/);
  });

  it("says that the story is the one of the question before, and lets it be folded away", () => {
    expect(page(answer(true))).toMatch(/<details open="" class="same-story"><summary>Same story as before<\/summary>/);
    expect(page(answer(false))).not.toContain("<details");
  });

  it("says which question of how many it is, and apart from it which step", () => {
    const html = page(answer(false));
    expect(html).toMatch(/<h1[^>]*>Your answer: 2 of 3<\/h1>/);
    expect(html).toContain("Step 2 of 6");
  });
});

describe("a screen that asks why", () => {
  const question = {
    type: "text" as const,
    key: "explanation",
    label: "Why?",
    help: "",
    required: true,
    maximumLength: 9,
  };

  it("shows the statement and the answer just given above the field", () => {
    const about = { question: null, statement: item.text, answer: "True" };
    const html = page({ kind: "explanation", question, about });
    const places = [item.text, "Your answer:", "True</strong>", "<textarea"].map((text) => html.indexOf(text));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(places).not.toContain(-1);
  });

  it("can stand below the answer, as a study chooses", () => {
    const html = page({ ...answer(false), explanation: question } as ScreenView);
    expect(html.indexOf("<textarea")).toBeGreaterThan(html.indexOf('type="radio"'));
  });
});

describe("a screen that has to be read first", () => {
  const story: ScreenView = { kind: "story", title: "The story", stimulus, practice: false, isSameStory: false };
  const waiting = (remainingMs: number, isEarly = false) =>
    page(story, { dwell: { totalMs: 30_000, remainingMs }, isEarly });

  it("says so above the story, and after a reload how much is left", () => {
    expect(waiting(30_000)).toMatch(/You can continue after 30 seconds on this page\.[\s\S]*Roses/);
    expect(waiting(12_000)).toMatch(/You can continue in 12 seconds\.[\s\S]*Roses/);
    expect(waiting(0)).not.toContain("You can continue");
  });

  it("is no error for whoever goes on too early without a script", () => {
    expect(waiting(12_000, true)).toContain('role="status">Please take your time. You can continue in 12 seconds.');
    expect(waiting(12_000, true)).not.toContain("problem");
  });
});
