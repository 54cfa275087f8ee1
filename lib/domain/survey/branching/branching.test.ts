import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkKey } from "../check.ts";
import { manyItemsProtocol } from "../presets/many-items.ts";
import { type Protocol, protocolHash, protocolSchema } from "../protocol.ts";
import type { ProtocolStep } from "../protocol-step.ts";
import type { Branch, Question } from "../questions/question.ts";
import { listScreens, type Screen } from "../screens.ts";
import { advance, listVerdicts, needsEarlier } from "../session.ts";
import { viewEnd } from "../view-end.ts";
import { viewProgress } from "../view-progress.ts";
import { drawPagePosition, pagesAmongItems, positionKey } from "./check-position.ts";
import frozen from "./frozen-protocol.json" with { type: "json" };
import { listNotAsked } from "./not-asked.ts";

const base = manyItemsProtocol();
const block = base.steps.find((step) => step.kind === "items") as ProtocolStep;

const yesOrNo = (key: string): Question => ({
  type: "choice",
  key,
  label: key,
  help: "",
  choices: ["yes", "no"].map((value) => ({ value, label: value, endsAs: null })),
});
const page = (key: string, change: object = {}): ProtocolStep => ({
  kind: "questions",
  key,
  title: key,
  text: "",
  questions: [yesOrNo(`q-${key}`)],
  ...change,
});
const whenYes = (question: string): Branch => ({ question: `q-${question}`, oneOf: ["yes"] });
const exit = (key: string, question: string, change: object = {}): ProtocolStep => ({
  kind: "exit",
  key,
  title: `Exit ${key}`,
  text: "",
  returnUrl: "",
  showIf: whenYes(question),
  endsAs: "screened-out",
  ...change,
});
const made = (...steps: ProtocolStep[]): Protocol => protocolSchema.parse({ ...base, steps });
const problem = (...steps: ProtocolStep[]) =>
  protocolSchema.safeParse({ ...base, steps }).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);

interface Walk {
  shown: Screen[];
  given: Record<string, string>;
  outcome: string;
  last: Screen;
}

/** Goes through a session as the server does: the rules see earlier answers only where they ask for them. */
function walk(protocol: Protocol, items: number, drawn: Record<string, string>, says: (key: string) => string): Walk {
  const screens = listScreens(protocol, items);
  const given: Record<string, string> = {};
  const shown: Screen[] = [];
  for (let screen = screens[0] as Screen; ; ) {
    shown.push(screen);
    const questions = screen.kind === "questions" ? screen.step.questions : [];
    const answers: Record<string, string> =
      screen.kind === "consent" ? { consent: "yes" } : Object.fromEntries(questions.map(({ key }) => [key, says(key)]));
    const earlier = needsEarlier(screens, screen) ? { ...given, ...drawn } : {};
    Object.assign(answers, listVerdicts(screens, screen, answers, earlier));
    const next = advance(screens, screen, answers, earlier);
    Object.assign(given, answers);
    if (next.to === "outcome") {
      const last = screens[next.exit ?? screen.index] as Screen;
      return { shown, given, outcome: next.outcome, last };
    }
    screen = screens[next.screen] as Screen;
  }
}

const positions = (screens: readonly Screen[]) => screens.flatMap((one) => (one.kind === "answer" ? one.position : []));

describe("a page of questions", () => {
  const branched = made(
    page("a"),
    page("only", { showIf: whenYes("a") }),
    page("except", { skipIf: whenYes("a") }),
    block,
    page("late", { showIf: whenYes("only") }),
  );
  const shownTo = (answer: string) =>
    walk(branched, 2, {}, () => answer).shown.flatMap((screen) => (screen.kind === "questions" ? screen.key : []));

  it("is shown or skipped by an earlier answer", () => {
    expect(shownTo("yes")).toEqual(["a", "only", "late"]);
    expect(shownTo("no")).toEqual(["a", "except"]);
  });

  it("that was skipped was not asked, and one that is still to come is not known", () => {
    const screens = listScreens(branched, 2);
    const { given } = walk(branched, 2, {}, () => "no");
    expect(listNotAsked(screens, given, { screen: screens.length - 1, outcome: "complete" })).toEqual([
      "q-only",
      "q-late",
    ]);
    expect(listNotAsked(screens, given, { screen: 3, outcome: null })).toEqual(["q-only"]);
    expect(listNotAsked(screens, given, { screen: 1, outcome: "screened-out" })).toEqual([]);
  });

  it("cannot depend on an answer that is given later, nor on a page among the items before them", () => {
    expect(problem(page("a", { showIf: whenYes("b") }), page("b"), block)).toEqual([
      'steps.0.showIf depends on "q-b", which no earlier page asks',
    ]);
    const among = page("a", { amongItems: { from: 1, to: 1 } });
    expect(problem(among, page("b", { skipIf: whenYes("a") }), block)).toHaveLength(1);
    expect(problem(among, block, page("b", { skipIf: whenYes("a") }))).toBeUndefined();
    expect(problem(block, among)).toHaveLength(1);
    expect(problem(page("a", { amongItems: { from: 3, to: 2 } }), block)).toHaveLength(1);
  });
});

describe("an exit", () => {
  const protocol = made(page("a"), exit("out", "a", { code: "OUT1" }), page("b"), block);

  it("ends the session of people with its answer, before a slot is claimed, with its own text and code", () => {
    const left = walk(protocol, 2, {}, () => "yes");
    expect(left).toMatchObject({ outcome: "screened-out", last: { kind: "exit", key: "out" } });
    expect(left.shown.map(({ key }) => key)).toEqual(["consent", "a"]);
    const entry = { source: "prolific" as const, externalId: "P", parameters: {} };
    const facts = {
      leaver: { sessionId: "s", completionCode: null, entry },
      sign: () => "",
      isFresh: true,
      privateUrl: null,
      codeUrl: null,
    };
    const theirs = {
      ...protocol,
      recruiter: { kind: "prolific" as const, name: "", idParameter: "" as const, otherParameters: [] },
    };
    expect(viewEnd(theirs, "screened-out", facts, [], left.last)).toMatchObject({ title: "Exit out", code: "OUT1" });
    expect(viewEnd(theirs, "withdrawn", facts, [], left.last)).toMatchObject({ title: protocol.ends.withdrawn.title });
    expect(walk(protocol, 2, {}, () => "no").outcome).toBe("complete");
  });

  it("may be complete only after the items", () => {
    expect(problem(page("a"), exit("out", "a", { endsAs: "complete" }), block)).toEqual([
      "steps.1.endsAs must not be complete before the items",
    ]);
    const late = made(page("a"), block, exit("out", "a", { endsAs: "complete" }), page("b"));
    const { shown, outcome } = walk(late, 3, {}, () => "yes");
    expect(outcome).toBe("complete");
    expect(positions(shown)).toEqual([0, 1, 2]);
    expect(shown.at(-1)?.kind).not.toBe("questions");
  });
});

describe("a page among the items", () => {
  it("is shown once, after the number of items that is fixed or drawn, with its attempts", () => {
    const right = { ...yesOrNo("q-c"), right: { oneOf: ["yes"] } };
    const check = { policy: "flag", tries: 2 };
    const protocol = made(page("c", { amongItems: { from: 2, to: 4 }, questions: [right], check }), page("a"), block);
    for (const position of [2, 3, 4]) {
      const { shown, given } = walk(protocol, 6, { [positionKey({ key: "c" })]: String(position) }, () => "no");
      const places = shown.flatMap((screen, index) => (screen.key === "c" ? index : []));
      expect(places).toHaveLength(2);
      expect(positions(shown.slice(0, places[0]))).toHaveLength(position);
      expect(given[checkKey({ key: "c" })]).toBe("missed");
      expect(given["shown-after.c"]).toBe(String(position));
    }
    const screens = listScreens(protocol, 6);
    expect(screens.filter(({ key, again }) => key === "c" && again === null)).toHaveLength(1);
    const only = listScreens(made(page("a"), block), 6).length;
    expect(viewProgress(screens, screens.at(-1) as Screen)?.total).toBe(only + 1);
  });

  it("is drawn to every position equally often, in blocks of consecutive slots of each group", () => {
    const drawn = { key: "c", from: 2, to: 5 };
    for (const stratum of ["", "young", "old"]) {
      for (let round = 0; round < 5; round += 1) {
        const ordinals = [0, 1, 2, 3].map((step) => round * 4 + step);
        const places = ordinals.map((ordinal) => drawPagePosition(drawn, { seed: "s", stratum, ordinal }));
        expect(places.sort()).toEqual([2, 3, 4, 5]);
      }
    }
    const order = (seed: string) =>
      [...Array(16).keys()].map((ordinal) => drawPagePosition(drawn, { seed, stratum: "", ordinal })).join();
    expect(order("s")).toBe(order("s"));
    expect(order("s")).not.toBe(order("t"));
  });
});

it("never skips, repeats or adds a placement, whatever the branches, positions and answers are", () => {
  const keys = ["a", "b", "c", "d", "e", "f"];
  const kinds = fc.constantFrom("plain", "showIf", "skipIf", "among", "exit");
  const sketch = fc.array(
    fc.record({ kind: kinds, on: fc.nat(5), from: fc.integer({ min: 1, max: 4 }), size: fc.nat(3) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  const answers = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(
      sketch,
      fc.nat(6),
      fc.integer({ min: 5, max: 9 }),
      answers,
      fc.nat(50),
      (parts, at, items, says, ordinal) => {
        const steps = parts.map(({ kind, on, from, size }, index): ProtocolStep => {
          const key = keys[index] as string;
          const rule = whenYes(keys[on % Math.max(1, index)] as string);
          if (index === 0 || kind === "plain") return page(key);
          if (kind === "among") return page(key, { amongItems: { from, to: Math.min(from + size, items - 1) } });
          return kind === "exit" ? exit(key, rule.question.slice(2)) : page(key, { [kind]: rule });
        });
        const place = Math.min(at, steps.length);
        const parsed = protocolSchema.safeParse({
          ...base,
          steps: [...steps.slice(0, place), block, ...steps.slice(place)],
        });
        fc.pre(parsed.success);
        const protocol = parsed.data as Protocol;
        const among = pagesAmongItems(protocol.steps);
        const drawn = Object.fromEntries(
          among.map((one) => [positionKey(one), String(drawPagePosition(one, { seed: "s", stratum: "", ordinal }))]),
        );
        const { shown, outcome, last } = walk(protocol, items, drawn, (key) =>
          says[keys.indexOf(key.slice(2))] ? "yes" : "no",
        );
        const all = [...Array(items).keys()];
        // Whoever ends early at an exit saw either no item or all of them.
        if (last.kind !== "exit") expect(outcome).toBe("complete");
        if (last.kind !== "exit" || positions(shown).length > 0) {
          expect(positions(shown)).toEqual(all);
          for (const { key } of among) expect(shown.filter((screen) => screen.key === key)).toHaveLength(1);
        }
        expect(listScreens(protocol, items).filter(({ claimsSlot }) => claimsSlot)).toHaveLength(1);
        expect(positions(listScreens(protocol, items))).toEqual(all);
      },
    ),
    { numRuns: 500 },
  );
});

it("leaves the hash of a protocol that was frozen before there were branches as it was", () => {
  expect(protocolHash(protocolSchema.parse(frozen))).toBe(
    "f6055b2ef978276cd35e4752b8bafb1d7a2efbbd9e15a5963e874416b324f5d7",
  );
});
