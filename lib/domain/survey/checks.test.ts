import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConsent } from "./parse-answers.ts";
import { street2024Protocol } from "./presets/street-2024.ts";
import { consentHash, type Protocol, protocolHash, protocolSchema } from "./protocol.ts";
import type { ProtocolStep } from "./protocol-step.ts";
import { listScreens, type Screen } from "./screens.ts";
import { advance, listVerdicts, needsEarlier } from "./session.ts";
import { viewScreen } from "./session-view.ts";
import { updateConsentVersion } from "./studies/consent-version.ts";
import { listTexts } from "./translate-protocol.ts";
import { viewEnd } from "./view-end.ts";
import { viewProgress } from "./view-progress.ts";

const street = street2024Protocol();
const block = street.steps.find((step) => step.kind === "items") as ProtocolStep;
const reading: ProtocolStep = {
  kind: "text",
  key: "how",
  title: "How it works",
  text: "Read, then answer.",
  dwellSeconds: 3,
};
const choice = (key: string, more: object = {}) => ({
  type: "choice" as const,
  key,
  label: key,
  help: "",
  choices: ["a", "b"].map((value) => ({ value, label: value, endsAs: null })),
  ...more,
});
const ownEnd = { title: "Thank you so far", text: "The practice is needed." };
type Policy = "end" | "flag" | "count";
const understanding = (policy: Policy, tries: number): ProtocolStep => ({
  kind: "questions",
  key: "understood",
  title: "Is it clear?",
  text: "",
  questions: [choice("what", { right: { oneOf: ["b"] } }), choice("other")],
  check: { policy, tries, rereads: "how", end: ownEnd },
});
const training = (policy: Policy, tries: number, needed: number): ProtocolStep => ({
  kind: "practice",
  key: "warm-up",
  title: "To try it out",
  items: [true, false].map((gold) => ({
    kind: "true-false",
    story: { title: "", genre: "", text: "Ann ran." },
    text: gold ? "Ann ran." : "Ann sat.",
    options: [],
    gold,
    explanation: "The story says so.",
  })),
  levels: {},
  wording: {},
  dwellSeconds: 3,
  layout: "story-then-question",
  training: { policy, tries, needed, end: ownEnd },
});
const withSteps = (...steps: ProtocolStep[]): Protocol => protocolSchema.parse({ ...street, steps });

/** Simulates a person with the given answers, screen by screen; practice answers are right or wrong. */
function walk(
  protocol: Protocol,
  answer: (screen: Screen, times: number) => Record<string, string | undefined> | boolean,
) {
  const screens = listScreens(protocol, 1);
  const known: Record<string, string> = {};
  const path: string[] = [];
  const claims: string[] = [];
  let screen = screens[0];
  for (let steps = 0; screen; steps += 1) {
    if (steps > screens.length) throw new Error("went in a circle");
    path.push(screen.key);
    const given = screen.kind === "consent" ? { consent: "yes" } : answer(screen, screen.again?.attempt ?? 1);
    const own = (typeof given === "boolean" ? {} : given) as Record<string, string>;
    const earlier = needsEarlier(screens, screen) || screen.kind === "questions" ? { ...known } : {};
    const verdicts = listVerdicts(screens, screen, own, earlier, typeof given === "boolean" ? given : null);
    Object.assign(known, own, verdicts);
    const leads = advance(screens, screen, { ...own, ...verdicts }, earlier);
    if (leads.to === "outcome") return { outcome: leads.outcome, path, known, claims, last: screen };
    expect(leads.screen).toBeGreaterThan(screen.index);
    if (leads.claimsSlot) claims.push(screen.key);
    screen = screens[leads.screen];
  }
  throw new Error("fell out of the study");
}
const isPractice = (screen: Screen) => screen.kind === "practice" && screen.part === "answer";

describe("a page that checks understanding", () => {
  it("is met once by who passes, and the text is read again by who does not", () => {
    const protocol = withSteps(reading, understanding("end", 3), block);
    const passed = walk(protocol, (screen) => (screen.kind === "questions" ? { what: "b", other: "a" } : {}));
    expect(passed).toMatchObject({ outcome: "complete", claims: ["understood"] });
    expect(passed.path.slice(0, 4)).toEqual(["consent", "how", "understood", expect.stringMatching(/story/)]);
    const second = walk(protocol, (screen, attempt) =>
      screen.kind === "questions" ? { what: attempt === 2 ? "b" : "a", other: "a" } : {},
    );
    expect(second.path.slice(0, 5)).toEqual(["consent", "how", "understood", "understood-again", "understood"]);
    expect(second).toMatchObject({ outcome: "complete", claims: ["understood"] });
    expect(second.known["check.understood"]).toBe("passed");
  });

  it("ends, flags or counts when the last try is missed, and only an end comes before a slot is claimed", () => {
    const miss = (screen: Screen) => (screen.kind === "questions" ? { what: "a", other: "a" } : {});
    for (const policy of ["end", "flag", "count"] as const) {
      const protocol = withSteps(reading, understanding(policy, 2), block);
      const missed = walk(protocol, miss);
      expect(missed.path.filter((key) => key === "understood")).toHaveLength(2);
      expect(missed.known["check.understood"]).toBe("missed");
      expect(missed.outcome).toBe(policy === "end" ? "quality" : "complete");
      expect(missed.claims).toEqual(policy === "end" ? [] : ["understood"]);
    }
  });

  it("has an own end page, and others have that of the outcome", () => {
    const protocol = withSteps(reading, understanding("end", 1), block);
    const facts = {
      leaver: { sessionId: "s", completionCode: null, entry: null },
      sign: () => "",
      isFresh: false,
      privateUrl: null,
      codeUrl: null,
    };
    const check = listScreens(protocol, 1).find(({ kind }) => kind === "questions") as Screen;
    expect(viewEnd(protocol, "quality", facts, [], check)).toMatchObject(ownEnd);
    expect(viewEnd(protocol, "quality", facts)).toMatchObject({ title: protocol.ends.quality.title });
    expect(viewEnd(protocol, "withdrawn", facts, [], check)).toMatchObject({ title: protocol.ends.withdrawn.title });
    expect(listTexts(protocol).map(({ name }) => name)).toContain("step.understood.end.title");
  });

  it("never gives a page the right answer", () => {
    const protocol = withSteps(reading, understanding("flag", 2), training("flag", 2, 1), block);
    for (const screen of listScreens(protocol, 1)) {
      if (screen.kind === "story" || screen.kind === "answer" || screen.kind === "explanation") continue;
      for (const earlier of [null, {}]) {
        const shown = JSON.stringify(viewScreen(screen, protocol, "en", null, earlier));
        expect(shown).not.toMatch(/"(right|gold|check|training|policy)"/);
      }
    }
  });
});

describe("practice with feedback", () => {
  it("says after each answer whether it was right, and gives another try where there is one", () => {
    const protocol = withSteps(training("flag", 2, 2), block);
    const screens = listScreens(protocol, 1);
    const { path, known } = walk(protocol, (screen, attempt) =>
      isPractice(screen) ? "position" in screen && (screen.position === 0 || attempt === 2) : {},
    );
    const item = ["warm-up-practice", "warm-up-practice", "warm-up-feedback"];
    expect(path.slice(1, 10)).toEqual([...item, ...item, ...item]);
    expect(known).toMatchObject({ "practice.warm-up.0": "right", "practice.warm-up.1": "right" });
    expect(known["check.warm-up"]).toBe("passed");
    const said = screens.filter(({ kind }) => kind === "feedback");
    const wrong = { "practice.warm-up.0": "wrong", "practice.warm-up.1": "wrong" };
    const views = said.map((screen) => viewScreen(screen, protocol, "en", null, wrong));
    expect(views).toMatchObject([
      { tryAgain: true, explanation: null },
      { tryAgain: false, explanation: "The story says so." },
      { tryAgain: true },
      { tryAgain: false },
    ]);
    expect(views.every((view) => view.kind === "feedback" && !view.isRight)).toBe(true);
  });

  it("needs as many right items as its criterion says", () => {
    const some = (right: number) => (screen: Screen) =>
      isPractice(screen) ? "position" in screen && screen.position < right : {};
    for (const [right, needed] of [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 2],
      [2, 2],
    ] as const) {
      const ended = walk(withSteps(training("end", 1, needed), block), some(right));
      expect(ended.outcome, `${right} of ${needed}`).toBe(right >= needed ? "complete" : "quality");
      const flagged = walk(withSteps(training("flag", 1, needed), block), some(right));
      expect(flagged).toMatchObject({ outcome: "complete" });
      expect(flagged.known["check.warm-up"]).toBe(right >= needed ? "passed" : "missed");
    }
  });

  it("refuses what nobody could meet: no key, a wrong key, more than there is, a text that comes later", () => {
    const refused = (...steps: ProtocolStep[]) => protocolSchema.safeParse({ ...street, steps }).success;
    const trained = training("end", 1, 2) as Extract<ProtocolStep, { kind: "practice" }>;
    expect(refused(trained, block)).toBe(true);
    expect(refused(training("end", 1, 3), block)).toBe(false);
    expect(refused({ ...trained, items: trained.items.map(({ gold: _none, ...item }) => item) }, block)).toBe(false);
    expect(refused({ ...trained, items: trained.items.map((item) => ({ ...item, gold: "true" })) }, block)).toBe(false);
    expect(refused(understanding("end", 1), reading, block)).toBe(false);
    const { check: _none, ...unchecked } = understanding("end", 1) as Extract<ProtocolStep, { kind: "questions" }>;
    expect(refused(reading, unchecked, block)).toBe(false);
  });
});

describe("pages whose questions all hang on other answers", () => {
  const first: ProtocolStep = { kind: "questions", key: "first", title: "1", text: "", questions: [choice("start")] };
  const hanging = (key: string, on: string): ProtocolStep => ({
    kind: "questions",
    key,
    title: key,
    text: "",
    questions: [choice(`${key}-q`, { showIf: { question: on, oneOf: ["b"] } })],
  });

  it("are passed by, the last before the items and the last of all too", () => {
    const protocol = withSteps(
      first,
      hanging("more", "start"),
      hanging("most", "more-q"),
      block,
      hanging("end", "start"),
    );
    const left = walk(protocol, (screen) => (screen.key === "first" ? { start: "a" } : {}));
    expect(left.path).not.toContain("more");
    expect(left.path).not.toContain("most");
    expect(left.path).not.toContain("end");
    expect(left).toMatchObject({ outcome: "complete", claims: ["first"] });
    const all = walk(protocol, (screen) =>
      screen.kind === "questions" ? Object.fromEntries(screen.step.questions.map(({ key }) => [key, "b"])) : {},
    );
    expect(all.path).toEqual(expect.arrayContaining(["more", "most", "end"]));
    expect(all.claims).toEqual(["most"]);
  });

  it("lead every session forward to an end and claim at most one slot, whatever is answered", () => {
    const protocol = withSteps(
      first,
      reading,
      {
        ...understanding("flag", 3),
        questions: [choice("what", { right: { oneOf: ["b"] }, showIf: { question: "start", oneOf: ["b"] } })],
      } as ProtocolStep,
      hanging("more", "what"),
      training("end", 3, 1),
      block,
      hanging("end", "more-q"),
    );
    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), (stream) => {
        const next = () => stream.next().value as boolean;
        const { outcome, claims } = walk(protocol, (screen) => {
          if (isPractice(screen)) return next();
          if (screen.kind !== "questions") return {};
          return Object.fromEntries(screen.step.questions.map(({ key }) => [key, next() ? "a" : "b"]));
        });
        expect(["complete", "quality"]).toContain(outcome);
        expect(claims).toHaveLength(1);
      }),
    );
  });
});

describe("progress", () => {
  it("counts what everybody meets, so that a further try takes nobody further", () => {
    const screens = listScreens(withSteps(reading, understanding("end", 3), block), 1);
    const shown = screens.map((screen) => viewProgress(screens, screen));
    expect(shown.every((one) => one?.total === screens.filter(({ again }) => again === null).length)).toBe(true);
    expect(shown.slice(0, 7).map((one) => one?.current)).toEqual([1, 2, 3, 3, 3, 3, 3]);
    expect(shown.at(-1)?.current).toBe(shown.at(-1)?.total);
  });
});

describe("boxes of the consent form", () => {
  const boxes = [
    { key: "age", label: "I am 18 or older", required: true },
    { key: "share", label: "My answers may be shared", required: false },
  ];

  it("have to be ticked by who agrees where they are required, and are stored each", () => {
    expect(parseConsent(boxes, { consent: "yes", "box.age": "yes" })).toEqual({
      ok: true,
      answers: { consent: "yes", "box.age": "yes", "box.share": "no" },
    });
    const refused = parseConsent(boxes, { consent: "yes", "box.share": "yes" });
    expect(refused).toMatchObject({ ok: false, problems: [{ field: "box.age", said: { key: "tickBox" } }] });
    expect(parseConsent(boxes, { consent: "no", "box.share": "yes" })).toEqual({
      ok: true,
      answers: { consent: "no" },
    });
    expect(parseConsent(boxes, { consent: "yes", "box.age": "on" }).ok).toBe(false);
    expect(parseConsent(boxes, { consent: "yes", "box.age": "yes", "box.other": "yes" }).ok).toBe(false);
  });

  it("are part of what is agreed to: another box is another version with another hash", () => {
    const plain = street;
    const boxed = protocolSchema.parse({ ...plain, consent: { ...plain.consent, boxes } });
    expect(consentHash(boxed)).not.toBe(consentHash(plain));
    expect(updateConsentVersion(plain, boxed).consent.version).not.toBe(plain.consent.version);
    expect(updateConsentVersion(boxed, boxed).consent.version).toBe(boxed.consent.version);
    const optional = {
      ...boxed,
      consent: { ...boxed.consent, boxes: boxes.map((box) => ({ ...box, required: false })) },
    };
    expect(updateConsentVersion(boxed, optional).consent.version).not.toBe(boxed.consent.version);
    expect(
      protocolSchema.safeParse({ ...boxed, consent: { ...boxed.consent, boxes: [...boxes, boxes[0]] } }).success,
    ).toBe(false);
    expect(listTexts(boxed).map(({ name }) => name)).toContain("consent.box.share");
  });

  it("change nothing in protocols that have none", () => {
    expect(protocolHash(protocolSchema.parse(street))).toBe(protocolHash(street));
  });
});
