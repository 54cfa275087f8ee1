import { describe, expect, it } from "vitest";
import { scoreStoredAnswer } from "../items/score-stored-answer.ts";
import { buildCells } from "../results/model/cells.ts";
import { sayIn } from "./languages/messages.ts";
import { street2024Protocol } from "./presets/street-2024.ts";
import { type Protocol, protocolHash, protocolSchema } from "./protocol.ts";
import { listScreens } from "./screens.ts";
import { advance } from "./session.ts";
import { viewScreen } from "./session-view.ts";
import { allowedMs, formatDraft, isTimedOut, timedOutAnswer, timedOutKey } from "./time-limit.ts";

const street = street2024Protocol();

function limited(seconds: number | null | undefined): Protocol {
  const steps = street.steps.map((step) =>
    step.kind === "items" && seconds !== undefined ? { ...step, timeLimitSeconds: seconds } : step,
  );
  return protocolSchema.parse({ ...street, steps });
}

const screens = listScreens(limited(20), 2);
const answer = screens.find(({ kind }) => kind === "answer");
if (answer?.kind !== "answer") throw new Error("there is no answer screen");

describe("a time limit", () => {
  it("enters the hash of a protocol, and its absence changes none", () => {
    expect(protocolHash(limited(undefined))).toBe(protocolHash(street));
    expect(protocolHash(limited(20))).not.toBe(protocolHash(street));
    expect(protocolHash(limited(20))).not.toBe(protocolHash(limited(21)));
    expect(() => limited(4)).toThrow("timeLimitSeconds");
  });

  it("adds one page, directly before the first item and after the slot is claimed", () => {
    const kinds = screens.map(({ kind }) => kind);
    const at = kinds.indexOf("time-limit");
    expect(kinds.filter((kind) => kind === "time-limit")).toHaveLength(1);
    expect(kinds[at + 1]).toBe("story");
    expect(screens.findIndex(({ claimsSlot }) => claimsSlot)).toBeLessThan(at);
    expect(listScreens(limited(null), 2).map(({ kind }) => kind)).not.toContain("time-limit");
  });

  it("is announced in the language of the session, with all three choices", () => {
    const page = screens.find(({ kind }) => kind === "time-limit");
    for (const [language, text, none] of [
      ["en", "20 seconds", "No time limit"],
      ["de", "20 Sekunden", "Kein Zeitlimit"],
      ["ar", "20 ثانية", "من دون تحديد للوقت"],
      ["zh-Hans", "20 秒", "不限时间"],
    ] as const) {
      const view = viewScreen(page!, limited(20), language, null);
      expect(view).toMatchObject({ kind: "questions", text: expect.stringContaining(text) });
      expect(JSON.stringify(view)).toContain(none);
      expect(sayIn(language)("timeDouble", { seconds: 40 })).toContain("40");
    }
  });

  it("gives each choice its time, to which recordings that must be played are added", () => {
    expect(allowedMs(answer, "standard")).toBe(20_000);
    expect(allowedMs(answer, "double")).toBe(40_000);
    expect(allowedMs(answer, "double", 5_000)).toBe(45_000);
    expect(allowedMs(answer, "none")).toBeNull();
    expect(allowedMs(answer, null)).toBe(20_000);
    const story = screens.find(({ kind }) => kind === "story");
    expect(allowedMs(story!, "standard")).toBeNull();
  });

  it("is over at its end for the page's own post, and two seconds later for a person's", () => {
    expect([19_999, 20_000].map((elapsed) => isTimedOut(20_000, elapsed, true))).toEqual([false, true]);
    expect([21_999, 22_000].map((elapsed) => isTimedOut(20_000, elapsed, false))).toEqual([false, true]);
    expect(isTimedOut(null, 1e9, true)).toBe(false);
  });

  it("skips the reason for a late answer, and nothing else", () => {
    const [first, last] = screens.filter(({ kind }) => kind === "answer");
    const to = (screen: typeof first, late: boolean) => {
      const next = advance(screens, screen!, {}, {}, late);
      return next.to === "screen" ? screens[next.screen]?.kind : next.outcome;
    };
    expect([to(first, false), to(first, true)]).toEqual(["explanation", "story"]);
    expect([to(last, false), to(last, true)]).toEqual(["explanation", "complete"]);
  });

  it("keeps the known fields of a draft that can be stored, and reads none of them as an answer", () => {
    const given = { choice: "true", other: "x", text: "a\u0000b", spans: ["1-2", "3-4"], empty: "" };
    const stored = timedOutAnswer(given, ["choice", "text", "spans", "empty", "constructor"]);
    expect(stored).toEqual({ timedOut: { draft: { choice: "true", spans: ["1-2", "3-4"] } } });
    expect(formatDraft(stored.timedOut!)).toBe("true · 1-2 · 3-4");
    const item = { kind: "true-false", story: { title: "", genre: "", text: "A story." }, text: "It is.", options: [] };
    expect(scoreStoredAnswer(stored, true, item).correct).toBe(false);
    expect(scoreStoredAnswer({ choice: "true" }, true, item).correct).toBe(true);
    expect(scoreStoredAnswer(stored, null, item).correct).toBeNull();
  });

  it("counts as wrong under a plan that counts unparsed answers so, and not at all under the others", () => {
    const item = {
      id: "i",
      name: "i",
      storyId: "s",
      options: [
        { value: "true", label: "True" },
        { value: "false", label: "False" },
      ],
      rightAnswers: ["true"],
      keyVersion: 1,
    };
    const counts = [
      { itemId: "i", conditionId: "c", answerKey: "true", count: 3 },
      { itemId: "i", conditionId: "c", answerKey: timedOutKey, count: 1 },
    ];
    const results = { items: [item], conditions: [{ id: "c", levels: {} }], counts, series: [], answers: [] };
    const cell = (policy: "wrong" | "omit" | "other") =>
      buildCells(results as unknown as Parameters<typeof buildCells>[0], "half", policy)[0];
    expect(cell("wrong")).toMatchObject({ correct: 3, vote: { n: 4 } });
    for (const policy of ["omit", "other"] as const) expect(cell(policy)).toMatchObject({ correct: 3, vote: { n: 3 } });
  });
});
