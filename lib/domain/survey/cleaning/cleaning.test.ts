import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CleaningRuleName, cleaningPlanSchema, cleaningRuleNames, cleaningRuleTexts } from "./cleaning-rules.ts";
import { type CleaningRow, foldFlags } from "./fold-flags.ts";
import { gibberishShare } from "./gibberish.ts";
import { type ComparedText, nearDuplicates, pairSimilarity, wordPairs } from "./near-duplicates.ts";
import { parseScreenProcess, type ScreenProcess } from "./screen-process.ts";

const desktop: ScreenProcess = {
  typed: 60,
  pasted: 0,
  keys: 64,
  composed: 0,
  scripted: 0,
  restored: 0,
  hidden: 0,
  hiddenMs: 0,
};
const reason = "Ana was in the kitchen when Ben moved the keys";

function row(id: string, changes: Partial<CleaningRow> = {}): CleaningRow {
  return {
    id,
    session: `person of ${id}`,
    answerKey: "true",
    elapsedMs: 5_000,
    storyMs: 20_000,
    explanation: `${reason} ${id}`,
    process: desktop,
    explanationProcess: null,
    failedChecks: null,
    ...changes,
  };
}

function flagsOf(rule: CleaningRuleName, rows: readonly CleaningRow[], limit = cleaningRuleTexts[rule].initial) {
  const fold = foldFlags([{ rule, limit, action: "review" }]);
  for (const one of rows) fold.add([one]);
  return fold.finish();
}

/** Whether the rule flags one answer; null where it does not apply. */
function judged(rule: CleaningRuleName, changes: Partial<CleaningRow>, limit?: number): boolean | null {
  const { rules, flags } = flagsOf(rule, [row("a", changes)], limit);
  return rules[0]!.silent === 1 ? null : flags.length === 1;
}

describe("the cleaning rules of a plan", () => {
  it("accept each rule once, with a limit in its range", () => {
    for (const rule of cleaningRuleNames) {
      const { initial, least, most } = cleaningRuleTexts[rule];
      for (const limit of [initial, least, most])
        expect(cleaningPlanSchema.safeParse([{ rule, limit, action: "exclude" }]).success).toBe(true);
      for (const limit of [least - 1, most + 1, Number.NaN])
        expect(cleaningPlanSchema.safeParse([{ rule, limit, action: "exclude" }]).success).toBe(false);
    }
    const twice = { rule: "dwell", limit: 8, action: "review" };
    expect(cleaningPlanSchema.safeParse([twice, twice]).success).toBe(false);
  });

  it("flag times below the limit, not at it", () => {
    expect(judged("response-time", { elapsedMs: 1_499 })).toBe(true);
    expect(judged("response-time", { elapsedMs: 1_500 })).toBe(false);
    expect(judged("dwell", { storyMs: 7_999 })).toBe(true);
    expect(judged("dwell", { storyMs: 8_000 })).toBe(false);
    expect(judged("dwell", { storyMs: null })).toBeNull();
  });

  it("flag a run of equal answers as a whole, and are silent about people with fewer answers", () => {
    const keys = ["true", "false", "false", "false", "true"];
    const rows = keys.map((answerKey, at) => row(String(at), { session: "one", answerKey }));
    expect(flagsOf("straight-lining", rows, 3).flags.map(({ response }) => response)).toEqual(["1", "2", "3"]);
    expect(flagsOf("straight-lining", rows, 4).flags).toEqual([]);
    expect(flagsOf("straight-lining", rows, 6).rules[0]).toMatchObject({ silent: 5, flagged: 0 });
  });

  it.each([
    ["sdkfjh sldkfj wlkrj", true],
    ["asdf asdf", true],
    ["aaaaaa", true],
    ["fjdkslajfkdl", true],
    [reason, false],
    ["The strengths of his property, twelfths and rhythms", false],
    ["Sie sprach mit dem Angstschweiß auf der Stirn", false],
    ["因为安娜不在厨房", null],
    ["ok", null],
    ["", null],
  ])("find gibberish in %j: %j", (explanation, expected) => {
    expect(judged("gibberish", { explanation })).toBe(expected);
  });

  it("say which words are gibberish", () => {
    expect(gibberishShare("because asdf qwrtpsd")).toEqual({ share: 2 / 3, words: ["asdf", "qwrtpsd"] });
  });

  it("flag pasted text, and no text from an input method, a phone keyboard or dictation", () => {
    expect(judged("pasted", { process: { ...desktop, typed: 5, pasted: 80 } })).toBe(true);
    expect(judged("pasted", { process: { ...desktop, typed: 0, pasted: 19 } })).toBe(false);
    // An input method composes; phone keyboards and dictation insert text without keys.
    expect(judged("pasted", { process: { ...desktop, keys: 0, composed: 9 } })).toBe(false);
    expect(judged("pasted", { process: { ...desktop, keys: 0 } })).toBe(false);
    expect(judged("pasted", { process: { ...desktop, typed: 0, pasted: 80, restored: 10 } })).toBeNull();
    expect(judged("pasted", { process: null })).toBeNull();
    expect(judged("pasted", { explanation: null })).toBeNull();
    // The screen of the explanation, where it is a separate one.
    expect(judged("pasted", { explanationProcess: { ...desktop, typed: 0, pasted: 80 } })).toBe(true);
  });

  it("flag entries by programs on either screen, and a hidden page", () => {
    expect(judged("scripted", { process: { ...desktop, scripted: 1 } })).toBe(true);
    expect(judged("scripted", { explanationProcess: { ...desktop, scripted: 1 } })).toBe(true);
    expect(judged("scripted", {})).toBe(false);
    expect(judged("scripted", { process: { ...desktop, restored: 4, scripted: 1 } })).toBeNull();
    expect(judged("left-page", { process: { ...desktop, hidden: 1, hiddenMs: 5_000 } })).toBe(true);
    expect(judged("left-page", { process: { ...desktop, hidden: 1, hiddenMs: 4_999 } })).toBe(false);
    expect(judged("left-page", { process: null })).toBeNull();
  });

  it("flag people who failed checks, and are silent where there was none", () => {
    expect(judged("failed-checks", { failedChecks: true })).toBe(true);
    expect(judged("failed-checks", { failedChecks: false })).toBe(false);
    expect(judged("failed-checks", { failedChecks: null })).toBeNull();
  });

  it("find equal explanations of one person and of two, each with the other answer", () => {
    const copies = [
      row("a", { session: "one", explanation: reason }),
      row("b", { session: "one", explanation: `${reason}!` }),
      row("c", { session: "one", explanation: "I do not know." }),
      row("d", { session: "two", explanation: reason.toUpperCase() }),
      row("e", { session: "three", explanation: "Nothing in the text says that he knows it" }),
    ];
    const own = flagsOf("copied-own", copies);
    expect(own.flags.map(({ response, evidence }) => [response, evidence.of])).toEqual([
      ["a", "b"],
      ["b", "a"],
    ]);
    expect(own.rules[0]).toMatchObject({ flagged: 2, people: 1, silent: 1 });
    const other = flagsOf("copied-other", copies);
    expect(other.flags.map(({ response, evidence, value }) => [response, evidence.of, value])).toEqual([
      ["a", "d", 100],
      ["b", "d", 100],
      ["d", "a", 100],
    ]);
    expect(other.rules[0]).toMatchObject({ flagged: 3, people: 2, silent: 1 });
  });

  it("count answers, people and answers with any flag", () => {
    const fold = foldFlags([
      { rule: "response-time", limit: 2, action: "exclude" },
      { rule: "dwell", limit: 8, action: "review" },
    ]);
    fold.add([row("a", { session: "one", elapsedMs: 1, storyMs: 1 }), row("b", { session: "one" })]);
    fold.add([row("c", { session: "two", elapsedMs: 1 })]);
    expect(fold.finish()).toMatchObject({
      answers: 3,
      people: 2,
      flagged: 2,
      rules: [
        { rule: "response-time", flagged: 2, people: 2, silent: 0 },
        { rule: "dwell", flagged: 1, people: 1, silent: 0 },
      ],
    });
  });
});

describe("near duplicates", () => {
  const text = fc.record({
    owner: fc.constantFrom("a", "b", "c"),
    words: fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 3, maxLength: 9 }),
  });

  it("are those that a comparison of all pairs finds", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 25 }), fc.constantFrom(0.5, 0.7, 0.9, 1), (given, limit) => {
        const texts: ComparedText[] = given.map(({ owner, words }, at) => ({
          id: String(at),
          owner,
          pairs: wordPairs(words),
        }));
        const found = nearDuplicates(texts, limit);
        for (const one of texts) {
          const isSimilar = texts.some(
            (other) => other.owner !== one.owner && pairSimilarity(new Set(one.pairs), new Set(other.pairs)) >= limit,
          );
          expect(found.has(one.id)).toBe(isSimilar);
        }
        for (const [id, { of, similarity }] of found) {
          const [one, other] = [texts[Number(id)]!, texts[Number(of)]!];
          expect(other.owner).not.toBe(one.owner);
          expect(pairSimilarity(new Set(one.pairs), new Set(other.pairs))).toBeCloseTo(similarity, 12);
        }
      }),
    );
  });
});

describe("the reported process of a screen", () => {
  it("is read as it is sent, and is null for everything else", () => {
    expect(parseScreenProcess(JSON.stringify(desktop))).toEqual(desktop);
    for (const wrong of [undefined, "", "{}", JSON.stringify({ ...desktop, typed: -1 }), "x".repeat(2_000)])
      expect(parseScreenProcess(wrong)).toBeNull();
    expect(parseScreenProcess(JSON.stringify({ ...desktop, text: "what was typed" }))).toBeNull();
  });
});
