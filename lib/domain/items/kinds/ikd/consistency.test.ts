import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWords } from "../../../words/words.ts";
import { defaultMarkSyntax, insertMarks } from "../../mark-text.ts";
import { renderPrompt } from "../../stimulus.ts";
import { markAttributes } from "../marks.ts";
import { consistency } from "./consistency.ts";
import { displays, getDisplayInstruction, listShownMarks } from "./display.ts";
import { formatSpans, parseSpans } from "./read-form.ts";

const text = "Ana locked the hut. Ben never learned the code. He typed the code at once.\n\nThe door opened.";
const words = parseWords(text).words.length;
const item = {
  kind: "consistency",
  story: { title: "The hut", genre: "", text },
  text: "Is there a logical error in this story?",
  options: [],
  attributes: { [markAttributes.event]: "9-15", [markAttributes.knowledge]: "4-9", error: "9-12" },
};
const screens = (ablation: string, layout: "one-screen" | "story-then-question" = "one-screen") =>
  consistency.screens(item, { ablation }, consistency.wording, layout);
const read = (fields: Record<string, string | string[]>) => consistency.parseAnswer(fields, item);

describe("the key of a consistency item", () => {
  it("has spans exactly when the story is not consistent", () => {
    const accepts = (gold: unknown) => consistency.goldSchema.safeParse(gold).success;
    expect(accepts({ consistent: true, spans: [] })).toBe(true);
    expect(accepts({ consistent: false, spans: [[0, 1]] })).toBe(true);
    expect(accepts({ consistent: true, spans: [[0, 1]] })).toBe(false);
    expect(accepts({ consistent: false, spans: [] })).toBe(false);
    expect(accepts({ consistent: false, spans: [[1, 1]] })).toBe(false);
    expect(accepts({ consistent: false, spans: [[-1, 1]] })).toBe(false);
    expect(accepts({ consistent: "no", spans: [] })).toBe(false);
  });
});

describe("the screens of a consistency item", () => {
  it("highlight what the condition names, by word", () => {
    const marked = (ablation: string) => screens(ablation)[0]?.highlights;
    expect(marked("plain")).toEqual([]);
    expect(marked("attention")).toEqual([]);
    expect(marked("event")).toEqual([{ range: [9, 15], mark: "event" }]);
    expect(marked("event-knowledge")).toEqual([
      { range: [9, 15], mark: "event" },
      { range: [4, 9], mark: "knowledge" },
    ]);
    expect(marked("event-knowledge-attention")).toEqual(marked("event-knowledge"));
  });

  it("never highlight the error, whatever the item's attributes are called", () => {
    for (const display of displays) {
      for (const screen of screens(display, "story-then-question")) {
        expect(screen.highlights?.some((highlight) => highlight.range[1] === 12) ?? false, display).toBe(false);
      }
      expect(listShownMarks(display).every((mark) => mark === "event" || mark === "knowledge")).toBe(true);
    }
  });

  it("say the sentence of the condition to people and models alike", () => {
    for (const display of displays) {
      const told = getDisplayInstruction(display);
      const prompt = renderPrompt(item, { ablation: display, prompt: "human" }, { layout: "one-screen" });
      for (const screen of screens(display, "story-then-question")) {
        if (told !== null) expect(screen.instruction.startsWith(told)).toBe(true);
      }
      expect(prompt.startsWith(told ?? (consistency.wording.answerInstruction as string))).toBe(true);
      const shown = screens(display)[0]?.highlights ?? [];
      expect(prompt).toContain(insertMarks(text, shown, defaultMarkSyntax));
      if (shown.length > 0) expect(prompt).toContain("<event>He typed the code at once.</event>");
    }
  });

  it("are answered by scripted people on the faulty words, or on a sentence without any", () => {
    const gold = { consistent: false, spans: [[9, 15]] };
    const overlapOf = (isLocated: boolean) => {
      const read = consistency.parseAnswer(consistency.fieldsOf!("error", { item, gold, isLocated }), item);
      return read.ok ? consistency.score(read.answer, gold, item).measures.positional : null;
    };
    expect([overlapOf(true), overlapOf(false)]).toEqual([1, 0]);
    expect(consistency.fieldsOf!("consistent", { item, gold, isLocated: true })).toEqual({ choice: "consistent" });
  });

  it("ask models in the paper's words, never to tick sentences", () => {
    expect(renderPrompt(item, {})).toBe(renderPrompt(item, { prompt: "ikd" }));
    expect(renderPrompt(item, {})).not.toContain("tick");
    expect(consistency.askedStyles).toEqual(["ikd"]);
  });

  it("show nothing marked where the item does not say what", () => {
    for (const written of ["", "9", "15-9", "9-999", "words", 7, null]) {
      const unmarked = { ...item, attributes: { [markAttributes.event]: written } };
      const [screen] = consistency.screens(unmarked, { ablation: "event" }, consistency.wording, "one-screen");
      expect(screen?.highlights, String(written)).toEqual([]);
    }
  });

  it("ask only on the second of two", () => {
    const [story, answer] = screens("plain", "story-then-question");
    expect(story).toMatchObject({ name: "story", question: null, options: [], input: null });
    expect(answer).toMatchObject({ name: "answer", input: "consistency", question: item.text });
  });
});

describe("the answer to a consistency item", () => {
  it("is a choice, with the words of ticked sentences", () => {
    expect(read({ choice: "consistent" })).toEqual({ ok: true, answer: { choice: "consistent", spans: [] } });
    expect(read({ choice: "error", sentence: "2" })).toEqual({
      ok: true,
      answer: { choice: "error", spans: [[9, 15]] },
    });
    expect(read({ choice: "error", sentence: ["1", "2"] })).toEqual({
      ok: true,
      answer: { choice: "error", spans: [[4, 15]] },
    });
  });

  it("takes the words, where they were adjusted, instead of the sentences", () => {
    expect(read({ choice: "error", sentence: "2", spans: "10-12 13-15" })).toEqual({
      ok: true,
      answer: {
        choice: "error",
        spans: [
          [10, 12],
          [13, 15],
        ],
      },
    });
  });

  it("names the field that has to be asked again", () => {
    expect(read({})).toMatchObject({ ok: false, field: "choice" });
    expect(read({ choice: "maybe" })).toMatchObject({ ok: false, field: "choice" });
    expect(read({ choice: "error" })).toMatchObject({ ok: false, field: "spans", message: /select the words/ });
    expect(read({ choice: "consistent", sentence: "0" })).toMatchObject({ ok: false, field: "spans" });
    expect(read({ choice: "consistent", spans: "0-1" })).toMatchObject({ ok: false, field: "spans" });
  });

  it("refuses one answer given twice instead of taking the first", () => {
    expect(read({ choice: ["error", "consistent"], sentence: "0" })).toMatchObject({ ok: false, field: "choice" });
    expect(read({ choice: "error", spans: ["0-1", "2-3"] })).toMatchObject({ ok: false, field: "spans" });
  });

  it("refuses sentences and words that the story does not have, on both sides of its end", () => {
    expect(read({ choice: "error", sentence: "3" })).toMatchObject({ ok: true });
    for (const sentence of ["4", "-1", "", " ", "x", "1e0", "0x1", "1.0", "999999999999"]) {
      expect(read({ choice: "error", sentence }), sentence).toMatchObject({ ok: false, field: "spans" });
      expect(read({ choice: "error", sentence: ["0", sentence] }), sentence).toMatchObject({ ok: false });
    }
    expect(read({ choice: "error", spans: `0-${words}` })).toMatchObject({ ok: true });
    expect(read({ choice: "error", spans: `0-${words + 1}` })).toMatchObject({ ok: false, field: "spans" });
  });

  it("reads back every selection that it writes", () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: words - 1 }), fc.integer({ min: 1, max: words }))
      .filter(([start, end]) => start < end);
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 8 }), (spans) => {
        const parsed = parseSpans(formatSpans(spans), words);
        const positions = (list: readonly (readonly [number, number])[]) =>
          new Set(list.flatMap(([start, end]) => Array.from({ length: end - start }, (_, offset) => start + offset)));
        expect(positions(parsed ?? [])).toEqual(positions(spans));
        expect(parseSpans(formatSpans(parsed ?? []), words)).toEqual(parsed);
      }),
    );
  });

  it("is scored by choice and by the words in common", () => {
    const gold = { consistent: false, spans: [[9, 15]] };
    const score = (spans: [number, number][]) => consistency.score({ choice: "error", spans }, gold, item);
    expect(score([[9, 15]])).toMatchObject({ correct: true, measures: { positional: 1, localisation: 1 } });
    expect(score([[9, 12]])).toMatchObject({ correct: true, measures: { positional: 0.5 } });
    expect(score([[0, 4]])).toMatchObject({ correct: true, measures: { positional: 0 } });
    expect(consistency.score({ choice: "consistent", spans: [] }, gold, item).correct).toBe(false);
    expect(consistency.score({ choice: "error", spans: [[0, 1]] }, { consistent: true, spans: [] }, item).correct).toBe(
      false,
    );
    expect(consistency.score({}, gold, item)).toEqual({ correct: null, measures: {} });
    expect(consistency.score({ choice: "error", spans: [] }, true, item)).toEqual({ correct: null, measures: {} });
  });
});
