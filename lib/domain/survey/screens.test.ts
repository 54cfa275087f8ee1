import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manyItemsProtocol } from "./presets/many-items.ts";
import { street2024Protocol } from "./presets/street-2024.ts";
import type { Protocol } from "./protocol.ts";
import type { ProtocolStep } from "./protocol-step.ts";
import { listScreens } from "./screens.ts";

const street = street2024Protocol();
const [english, aboutYou, items] = street.steps as [
  ProtocolStep,
  ProtocolStep,
  Extract<ProtocolStep, { kind: "items" }>,
];
const pause: ProtocolStep = { kind: "text", key: "pause", title: "A pause", text: "Rest.", dwellSeconds: 5 };
const practice: ProtocolStep = {
  kind: "practice",
  key: "warm-up",
  title: "To try it out",
  items: [
    { kind: "true-false", story: { title: "", genre: "", text: "Ann ran." }, text: "Ann ran.", options: [] },
    { kind: "true-false", story: { title: "", genre: "", text: "Ben sat." }, text: "Ben ran.", options: [] },
  ],
  levels: {},
  wording: {},
  dwellSeconds: 3,
  layout: "story-then-question",
};
const withSteps = (...steps: ProtocolStep[]): Protocol => ({ ...street, steps });
const outline = (protocol: Protocol, items = 1) =>
  listScreens(protocol, items).map((screen) => `${screen.kind}${screen.claimsSlot ? "*" : ""}`);

describe("the screens of a session", () => {
  it("show a story once before all statements of a reading", () => {
    const twoReadings = withSteps({ ...items, statementsPerReading: 3, explanation: null });
    expect(outline(twoReadings, 6).slice(1)).toEqual([
      "story",
      "answer",
      "answer",
      "answer",
      "story",
      "answer",
      "answer",
      "answer",
    ]);
  });

  it("are Street's: consent, languages, age and gender, story behind its dwell, statement, reason", () => {
    const screens = listScreens(street, 1);
    expect(screens.map(({ kind, key, dwellSeconds }) => [kind, key, dwellSeconds])).toEqual([
      ["consent", "consent", 0],
      ["questions", "english", 0],
      ["questions", "about-you", 0],
      ["story", "statement-story", 60],
      ["answer", "statement-answer", 0],
      ["explanation", "statement-explanation", 0],
    ]);
  });

  it("claim a slot on leaving the last questions before the items", () => {
    expect(outline(street)).toEqual(["consent", "questions", "questions*", "story", "answer", "explanation"]);
    expect(outline(withSteps(english, pause, practice, items))).toEqual([
      "consent",
      "questions*",
      "text",
      "practice",
      "practice",
      "practice",
      "practice",
      "story",
      "answer",
      "explanation",
    ]);
    expect(outline(withSteps(english, items, aboutYou))).toEqual([
      "consent",
      "questions*",
      "story",
      "answer",
      "explanation",
      "questions",
    ]);
  });

  it("claim on consent where nothing is asked before the items", () => {
    expect(outline(withSteps(pause, { ...items, layout: "one-screen", explanation: null }))).toEqual([
      "consent*",
      "text",
      "answer",
    ]);
  });

  it("repeat the item's screens for every item of the session, with its position", () => {
    const screens = listScreens(manyItemsProtocol(), 50);
    expect(screens).toHaveLength(2 + 2 * 50);
    const answers = screens.filter((screen) => screen.kind === "answer");
    expect(answers.map((screen) => screen.position)).toEqual(Array.from({ length: 50 }, (_, position) => position));
    expect(new Set(answers.map((screen) => screen.key)).size).toBe(1);
  });

  it("practise item by item, on as many screens as the layout has", () => {
    const parts = (layout: "story-then-question" | "one-screen") =>
      listScreens(withSteps({ ...practice, layout }, items), 1).flatMap((screen) =>
        screen.kind === "practice" ? [`${screen.position}${screen.part}${screen.dwellSeconds}`] : [],
      );
    expect(parts("story-then-question")).toEqual(["0story3", "0answer0", "1story3", "1answer0"]);
    expect(parts("one-screen")).toEqual(["0answer0", "1answer0"]);
  });

  it("are numbered from nought, begin with the consent and claim exactly one slot, whatever the protocol", () => {
    const others = fc.shuffledSubarray([english, aboutYou, pause, practice]);
    const block = fc.record({
      layout: fc.constantFrom("story-then-question" as const, "one-screen" as const),
      explanation: fc.constantFrom(items.explanation, null),
      dwellSeconds: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(others, others, block, fc.integer({ min: 1, max: 6 }), (before, after, change, count) => {
        const late = after.filter((step) => !before.includes(step));
        const screens = listScreens(withSteps(...before, { ...items, ...change }, ...late), count);
        expect(screens.map((screen) => screen.index)).toEqual(screens.map((_, index) => index));
        expect(screens[0]?.kind).toBe("consent");
        const claiming = screens.filter((screen) => screen.claimsSlot);
        const firstItem = screens.findIndex((screen) => screen.kind === "story" || screen.kind === "answer");
        expect(claiming).toHaveLength(1);
        expect(claiming[0]?.index).toBeLessThan(firstItem);
        const between = screens.slice((claiming[0]?.index ?? 0) + 1, firstItem);
        expect(between.some((screen) => screen.kind === "questions")).toBe(false);
        expect(screens.filter((screen) => screen.kind === "answer")).toHaveLength(count);
      }),
    );
  });
});
