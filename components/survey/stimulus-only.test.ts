import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Item } from "@/lib/domain/items/item.ts";
import { itemKinds, requireKind } from "@/lib/domain/items/kinds/registry.ts";
import {
  crossFactors,
  listStimulusParts,
  renderPrompt,
  renderStimulus,
  type StimulusPart,
} from "@/lib/domain/items/stimulus.ts";
import { taskItem } from "@/lib/domain/items/testing/task-item.ts";
import { findExplainedAnswer } from "@/lib/domain/survey/kinds/explained-answer.ts";
import { en } from "@/lib/domain/survey/languages/en.ts";
import { manyItemsProtocol } from "@/lib/domain/survey/presets/many-items.ts";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { viewScreen } from "@/lib/domain/survey/session-view.ts";
import { buildPresentation } from "@/lib/domain/survey/step-presentation.ts";
import { viewProgress } from "@/lib/domain/survey/view-progress.ts";
import { SurveyScreen } from "./survey-screen.tsx";

/** Every word is unique, so that a remaining word shows its source. */
const itemOf = (kind: string): Item => ({
  ...(kind === "task" ? taskItem({ text: "Ana locked the hut.", question: "Is the door open now?" }) : {}),
  kind,
  story: {
    title: "Titleword of the hut",
    genre: "genreword",
    text: "Ana locked the hut. Ben never learned the code.\n\nHe typed the code at once, and the door opened.",
  },
  text: "Is the door open now?",
  options: kind === "two-choice" || kind === "choice" ? ["He opens it.", "He waits outside."] : [],
  attributes: { event_words: "9-14", knowledge_words: "4-9", error: "goldword", group: "groupword" },
});

const protocolOf = (layout: "one-screen" | "story-then-question", titles: "shown" | "hidden"): Protocol => {
  const many = manyItemsProtocol();
  return {
    ...many,
    steps: many.steps.map((step) => (step.kind === "items" ? { ...step, title: "Blocktitle", layout, titles } : step)),
  };
};

const bare = (text: string) => text.replace(/\s+/gu, "");

/** The words on a page, as they are read: tags leave nothing behind, and neither does white space. */
function wordsOn(html: string): string {
  const text = html.replace(/<[^>]*>/gu, "");
  const named: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
  return bare(text.replace(/&(?:amp|lt|gt|quot|#x27);/gu, (entity) => named[entity] ?? entity));
}

function textsOf(parts: readonly StimulusPart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === "options") return part.options.map(({ label }) => label);
    if (part.type === "fields") return part.fields.flatMap(({ label, value }) => [label, String(value)]);
    if (part.type === "questions") return part.questions.flatMap(({ label, help }) => [label, help]);
    return part.type === "practice" ? textsOf(part.parts) : [part.text];
  });
}

/** What is left of a page without the texts of its stimulus, of the protocol and of the table of interface texts. */
function leftover(page: string, stimulus: readonly string[], protocol: readonly string[]): string {
  const titled = Object.values(en).flatMap((text) =>
    [...protocol, en.answerTitle].map((title) => text.replaceAll("{title}", title)),
  );
  const inTable = titled.map((text) =>
    bare(text)
      .replace(/\{\w+,plural,(?:[^{}]|\{[^{}]*\})*\}/gu, "\u0002")
      .replace(/\{\w+(?:,number)?\}/gu, "\u0003")
      .replace(/[.*+?^${}()|[\]\\]/gu, "\\$&")
      .replaceAll("\u0002", "[\\d,]{1,9}[a-z]{1,12}")
      .replaceAll("\u0003", "[\\d:,]{1,9}"),
  );
  const known = [...stimulus, ...protocol].map((text) => bare(text).replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  return (
    [...known, ...inTable]
      .filter((text) => text !== "")
      .toSorted((left, right) => right.length - left.length)
      .reduce((left, text) => left.replace(new RegExp(text, "gu"), "\u0001"), page)
      .replaceAll("\u0001", "")
      // The scale on which people say how sure they are; the same for every item.
      .replace(/–|\d{1,3}%/gu, "")
  );
}

describe.each(Object.keys(itemKinds))("the screens of the kind %s", (name) => {
  const kind = requireKind(name);
  const item = itemOf(name);
  const conditions = crossFactors(
    kind.factors.map((factor) => ({ name: factor.name, levels: factor.levels.map(({ value }) => value) })),
  );

  it.each(["one-screen", "story-then-question"] as const)("show nothing but their stimulus (%s)", (layout) => {
    for (const titles of ["shown", "hidden"] as const) {
      const protocol = protocolOf(layout, titles);
      const presentation = buildPresentation(protocol, name, "en");
      for (const levels of conditions) {
        const stimulus = renderStimulus(item, levels, presentation);
        const about = findExplainedAnswer(stimulus.screens, {
          choice: stimulus.screens.at(-1)?.options[0]?.value ?? "",
        });
        const screens = listScreens(protocol, 2);
        for (const screen of screens.filter((one) => ["story", "answer", "explanation"].includes(one.kind))) {
          const view = {
            study: { slug: "s", name: "S", language: "en", words: {}, theme: protocol.theme, contact: "" },
            screen: viewScreen(screen, protocol, "en", { screens: stimulus.screens, isSameStory: false, about }),
            index: screen.index,
            progress: viewProgress(screens, screen),
            dwell: { totalMs: 0, remainingMs: 0 },
            problems: [],
            slot: null,
            given: {},
          };
          const html = renderToStaticMarkup(createElement(SurveyScreen, { view, targets: noTargets }));
          const asked = screen.kind === "explanation" ? [screen.question.label, screen.question.help] : ["Blocktitle"];
          const left = leftover(wordsOn(html), textsOf(stimulus.parts), asked);
          expect({ levels, titles, screen: screen.kind, left }).toEqual({
            levels,
            titles,
            screen: screen.kind,
            left: "",
          });
          const shown = stimulus.screens.find((one) => one.name === screen.kind);
          const texts = shown
            ? listStimulusParts(shown).flatMap((part) => ("text" in part ? [bare(part.text)] : []))
            : [];
          const positions = texts.map((text) => wordsOn(html).indexOf(text));
          expect(positions).toEqual(positions.toSorted((left, right) => left - right));
          for (const secret of ["genreword", "goldword", "groupword", ...(titles === "shown" ? [] : ["Titleword"])]) {
            expect(html).not.toContain(secret);
          }
        }
      }
    }
  });
});

describe("marks", () => {
  it.each(["consistency", "two-choice"])(
    "stand on the screens of %s around the words that its prompt marks",
    (name) => {
      const item = itemOf(name);
      let marked = 0;
      for (const layout of ["one-screen", "story-then-question"] as const) {
        const protocol = protocolOf(layout, "hidden");
        const presentation = buildPresentation(protocol, name, "en");
        for (const { value: ablation } of requireKind(name).factors.find((one) => one.name === "ablation")?.levels ??
          []) {
          const stimulus = renderStimulus(item, { ablation }, presentation);
          const prompt = renderPrompt(item, { ablation }, presentation);
          for (const screen of listScreens(protocol, 1).filter((one) => ["story", "answer"].includes(one.kind))) {
            const view = {
              study: { slug: "s", name: "S", language: "en", words: {}, theme: protocol.theme, contact: "" },
              screen: viewScreen(screen, protocol, "en", {
                screens: stimulus.screens,
                isSameStory: false,
                about: null,
              }),
              index: screen.index,
              progress: viewProgress(listScreens(protocol, 1), screen),
              dwell: { totalMs: 0, remainingMs: 0 },
              problems: [],
              slot: null,
              given: {},
            };
            const html = renderToStaticMarkup(createElement(SurveyScreen, { view, targets: noTargets }));
            for (const mark of ["event", "knowledge"]) {
              const onScreen = [...html.matchAll(new RegExp(`<mark class="${mark}"[^>]*>(.*?)</mark>`, "gsu"))];
              const inPrompt = [...prompt.matchAll(new RegExp(`<${mark}>(.*?)</${mark}>`, "gsu"))];
              const shown = onScreen.map(([, words = ""]) => wordsOn(words)).join("");
              expect({ ablation, mark, shown }).toEqual({
                ablation,
                mark,
                shown: inPrompt.map(([, words = ""]) => bare(words)).join(""),
              });
              marked += inPrompt.length;
            }
          }
        }
      }
      expect(marked).toBeGreaterThan(0);
    },
  );
});

describe("this test", () => {
  it("sees a word of the item that is in no part of its stimulus", () => {
    expect(leftover(bare("Blocktitle genreword Is it?"), ["Is it?"], ["Blocktitle"])).toBe("genreword");
  });
});

const noTargets = { action: "/post", withdraw: null, hidden: {} };
