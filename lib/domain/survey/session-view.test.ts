import { describe, expect, it } from "vitest";
import { renderStimulus } from "../items/stimulus.ts";
import { manyItemsProtocol } from "./presets/many-items.ts";
import { street2024Protocol } from "./presets/street-2024.ts";
import { outcomes, type Protocol } from "./protocol.ts";
import type { ProtocolStep } from "./protocol-step.ts";
import { listScreens, type Screen } from "./screens.ts";
import { hasJustEnded, viewScreen } from "./session-view.ts";
import { viewEnd } from "./view-end.ts";
import { viewProgress } from "./view-progress.ts";

const protocol = street2024Protocol();
const screens = listScreens(protocol, 1);
const item = {
  kind: "true-false",
  story: { title: "The key", genre: "", text: "Ada lost her key." },
  text: "Ada has her key.",
  options: [],
};
const shown = {
  screens: renderStimulus(item, { story: "no-story", questionOrder: "false-true" }, { titles: true }).screens,
  isSameStory: false,
};
const screenOf = (kind: Screen["kind"]) => screens.find((screen) => screen.kind === kind) as Screen;

describe("the view of a screen", () => {
  it("puts every screen of the protocol into words", () => {
    expect(screens.map((screen) => viewScreen(screen, protocol, "en", shown).kind)).toEqual(
      screens.map((screen) => screen.kind),
    );
  });

  it("needs the item where it shows one", () => {
    expect(() => viewScreen(screenOf("story"), protocol, "en", null)).toThrow(RangeError);
    expect(() => viewScreen(screenOf("answer"), protocol, "en", null)).toThrow(RangeError);
    expect(() => viewScreen(screenOf("answer"), protocol, "en", { ...shown, screens: [] })).toThrow(RangeError);
  });

  it("holds the story on its own screen and, where the condition says so, nowhere else", () => {
    expect(viewScreen(screenOf("story"), protocol, "en", shown)).toMatchObject({
      kind: "story",
      stimulus: { title: "The key", story: item.story.text, statement: null },
    });
    const answer = JSON.stringify(viewScreen(screenOf("answer"), protocol, "en", shown));
    expect(answer).not.toContain(item.story.text);
    expect(answer).not.toContain("The key");
  });

  it("carries no name of a condition", () => {
    for (const screen of screens) {
      const view = JSON.stringify(viewScreen(screen, protocol, "en", shown));
      for (const name of ["no-story", "questionOrder", "false-true"]) expect(view).not.toContain(name);
    }
  });

  it("renders practice from the protocol alone and says that it is practice", () => {
    const practice: ProtocolStep = {
      kind: "practice",
      key: "warm-up",
      title: "To try it out",
      items: [item],
      levels: { questionOrder: "false-true" },
      wording: {},
      dwellSeconds: 0,
      layout: "one-screen",
    };
    const practised: Protocol = { ...protocol, steps: [practice, ...protocol.steps] };
    const screen = listScreens(practised, 1)[1] as Screen;
    expect(viewScreen(screen, practised, "en", null)).toMatchObject({
      kind: "answer",
      practice: true,
      stimulus: { options: [{ value: "false" }, { value: "true" }] },
    });
    if (screen.kind !== "practice") throw new Error("the second screen is the practice");
    expect(() => viewScreen({ ...screen, position: 1 }, practised, "en", null)).toThrow(RangeError);
  });
});

describe("the end of a session", () => {
  it("leads on by itself only until somebody can have been led on", () => {
    const ledOnAfter = (milliseconds: number) => hasJustEnded(new Date(0), new Date(milliseconds));
    expect([ledOnAfter(0), ledOnAfter(5_999), ledOnAfter(6_000), hasJustEnded(null, new Date(0))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  const returning: Protocol = {
    ...protocol,
    ends: Object.fromEntries(
      outcomes.map((outcome) => [
        outcome,
        { ...protocol.ends[outcome], returnUrl: `https://r.example/${outcome}?c={code}&s={session}&again={code}` },
      ]),
    ) as Protocol["ends"],
  };
  const facts = {
    leaver: { sessionId: "a/b&c", completionCode: "AB&=CD", entry: null },
    sign: (text: string) => `signed(${text})`,
    isFresh: true,
    privateUrl: null,
    codeUrl: null,
  };

  it("has a code only for those who finished, escaped in every slot of the link", () => {
    expect(viewEnd(returning, "complete", facts)).toMatchObject({
      code: "AB&=CD",
      exit: {
        kind: "link",
        recruiter: null,
        url: "https://r.example/complete?c=AB%26%3DCD&s=a%2Fb%26c&again=AB%26%3DCD",
      },
    });
    // A person who finished and withdraws later has done the task.
    expect(viewEnd(returning, "withdrawn", facts)).toMatchObject({
      outcome: "withdrawn",
      code: "AB&=CD",
      exit: { url: "https://r.example/complete?c=AB%26%3DCD&s=a%2Fb%26c&again=AB%26%3DCD" },
    });
    const unfinished = { ...facts, leaver: { ...facts.leaver, completionCode: null } };
    expect(viewEnd(returning, "withdrawn", unfinished)).toMatchObject({
      code: null,
      exit: { url: "https://r.example/withdrawn?c=&s=a%2Fb%26c&again=" },
    });
    for (const outcome of outcomes.filter((one) => one !== "complete" && one !== "withdrawn")) {
      expect(viewEnd(returning, outcome, facts)).toMatchObject({
        code: null,
        exit: { url: `https://r.example/${outcome}?c=&s=a%2Fb%26c&again=` },
      });
    }
  });

  it("says whose form or code it is to people who decline, by the outcome alone", () => {
    const ofMturk: Protocol = {
      ...protocol,
      recruiter: { kind: "mturk", name: "", idParameter: "", otherParameters: [] },
      ends: { ...protocol.ends, "no-consent": { ...protocol.ends["no-consent"], code: "C" } },
    };
    expect(viewEnd(ofMturk, "no-consent", facts)).toMatchObject({
      code: null,
      exit: { kind: "return", recruiter: "mturk" },
    });
    const ofProlific: Protocol = {
      ...ofMturk,
      recruiter: { kind: "prolific", name: "", idParameter: "", otherParameters: [] },
    };
    expect(viewEnd(ofProlific, "no-consent", facts)).toMatchObject({ code: "C", exit: { recruiter: "Prolific" } });
    const named = { ...facts.leaver, entry: { source: "pid" as const, externalId: "x", parameters: {} } };
    expect(viewEnd(ofProlific, "no-consent", { ...facts, leaver: named })).toMatchObject({ code: null, exit: null });
    expect(viewEnd(ofProlific, "screened-out", facts)).toMatchObject({ code: null, exit: null });
  });

  it("has no link where the protocol names none, and its own text for each outcome", () => {
    const ends = outcomes.map((outcome) => viewEnd(protocol, outcome, facts));
    for (const end of ends) expect(end).toMatchObject({ kind: "end", exit: null });
    expect(new Set(ends.map((end) => (end.kind === "end" ? end.title : ""))).size).toBe(outcomes.length);
  });
});

describe("the progress", () => {
  it("counts screens from one to all of them, and never goes back", () => {
    const progress = screens.map((screen) => viewProgress(screens, screen));
    expect(progress.map((one) => one?.current)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(progress.map((one) => one?.total))).toEqual(new Set([6]));
  });

  it("says which item of how many on the screens of an item, and on no other", () => {
    const many = listScreens(manyItemsProtocol(), 3);
    expect(many.map((screen) => viewProgress(many, screen)?.item)).toEqual([null, null, 1, 1, 2, 2, 3, 3]);
    expect(viewProgress(many, many[2] as Screen)?.items).toBe(3);
  });
});
