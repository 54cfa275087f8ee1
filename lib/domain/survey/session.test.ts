import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { street2024Protocol } from "./presets/street-2024.ts";
import { outcomes } from "./protocol.ts";
import { listScreens, type Screen } from "./screens.ts";
import { advance, findSubmissionRefusal, remainingDwellMs, type SessionState } from "./session.ts";

const screens = listScreens(street2024Protocol(), 1);
const screenOf = (kind: Screen["kind"]) => screens.find((screen) => screen.kind === kind) as Screen;
const story = screenOf("story").index;
const shownAt = new Date("2026-03-29T00:59:30Z");
const later = (milliseconds: number) => new Date(shownAt.getTime() + milliseconds);
const at = (screen: number, outcome: SessionState["outcome"] = null): SessionState => ({
  screen,
  screenShownAt: shownAt,
  outcome,
});

describe("leaving a screen", () => {
  it("begins with a yes; everything else is no consent", () => {
    const consent = screenOf("consent");
    expect(advance(screens, consent, { consent: "yes" })).toEqual({ to: "screen", screen: 1, claimsSlot: false });
    expect(advance(screens, consent, { consent: "no" })).toEqual({ to: "outcome", outcome: "no-consent" });
    expect(advance(screens, consent, {})).toEqual({ to: "outcome", outcome: "no-consent" });
  });

  it("ends early by the first answer that does so, and claims a slot only when none does", () => {
    const [, english, aboutYou] = screens as [Screen, Screen, Screen];
    expect(
      advance(screens, english, { residence: "uk", "first-language": "yes", "most-used-language": "other" }),
    ).toEqual({
      to: "outcome",
      outcome: "screened-out",
    });
    expect(advance(screens, aboutYou, { age: "under-18", gender: "female" })).toEqual({
      to: "outcome",
      outcome: "screened-out",
    });
    expect(advance(screens, aboutYou, { age: "18-29", gender: "non-binary" })).toEqual({
      to: "screen",
      screen: story,
      claimsSlot: true,
    });
  });

  it("takes the outcome of the first such question where two end differently", () => {
    const choices = (endsAs: "quality" | "screened-out") => [
      { value: "a", label: "A", endsAs },
      { value: "b", label: "B", endsAs: null },
    ];
    const question = (key: string, endsAs: "quality" | "screened-out") =>
      ({ type: "choice", key, label: key, help: "", choices: choices(endsAs) }) as const;
    const protocol = street2024Protocol();
    const step = {
      kind: "questions" as const,
      key: "two",
      title: "Two",
      text: "",
      questions: [question("one", "quality"), question("other", "screened-out")],
    };
    const two = listScreens({ ...protocol, steps: [step, ...protocol.steps] }, 1);
    expect(advance(two, two[1] as Screen, { one: "a", other: "a" })).toMatchObject({ outcome: "quality" });
    expect(advance(two, two[1] as Screen, { one: "b", other: "a" })).toMatchObject({ outcome: "screened-out" });
  });

  it("of a session goes to the next one, and from the last to the end", () => {
    for (const screen of screens.slice(story)) {
      const isLast = screen.index === screens.length - 1;
      expect(advance(screens, screen, {})).toEqual(
        isLast ? { to: "outcome", outcome: "complete" } : { to: "screen", screen: screen.index + 1, claimsSlot: false },
      );
    }
  });
});

describe("the dwell of a screen", () => {
  it("is over at its very end and not a millisecond before", () => {
    expect(remainingDwellMs(screens, at(story), later(59_999))).toBe(1);
    expect(remainingDwellMs(screens, at(story), later(60_000))).toBe(0);
    expect(findSubmissionRefusal(screens, at(story), story, later(59_999))).toEqual({
      reason: "too-early",
      remainingMs: 1,
    });
    expect(findSubmissionRefusal(screens, at(story), story, later(60_000))).toBeNull();
  });

  it("is never longer than it is, though the clock went back, and never negative", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.nat(screens.length + 2), (milliseconds, screen) => {
        const remaining = remainingDwellMs(screens, at(screen), later(milliseconds));
        expect(remaining).toBeGreaterThanOrEqual(0);
        expect(remaining).toBeLessThanOrEqual((screens[screen]?.dwellSeconds ?? 0) * 1000);
      }),
    );
  });
});

describe("a post", () => {
  it("goes through for the screen that is shown and for no other, at any time", () => {
    const posted = fc.integer({ min: -1, max: screens.length + 1 });
    const milliseconds = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(fc.nat(screens.length - 1), posted, milliseconds, (screen, post, elapsed) => {
        const refusal = findSubmissionRefusal(screens, at(screen), post, later(elapsed));
        if (post < screen) expect(refusal).toEqual({ reason: "passed" });
        else if (post > screen) expect(refusal).toEqual({ reason: "not-reached" });
        else expect(refusal === null).toBe(elapsed >= (screens[screen]?.dwellSeconds ?? 0) * 1000);
      }),
    );
  });

  it("to an ended session is told its end and nothing else, whichever screen it names", () => {
    for (const outcome of outcomes) {
      for (const post of [0, story, screens.length]) {
        expect(findSubmissionRefusal(screens, at(story, outcome), post, later(0))).toEqual({
          reason: "ended",
          outcome,
        });
      }
    }
  });

  it("forged for a later screen does not learn how long the dwell still takes", () => {
    expect(findSubmissionRefusal(screens, at(story), story + 1, later(10))).toEqual({ reason: "not-reached" });
  });
});
