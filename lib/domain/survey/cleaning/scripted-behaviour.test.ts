import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import { type CleaningRuleName, cleaningRuleNames, cleaningRuleTexts } from "./cleaning-rules.ts";
import { type CleaningRow, foldFlags } from "./fold-flags.ts";
import {
  behaviourOf,
  drawScriptedResponse,
  ruleRates,
  type ScriptedBehaviour,
  scriptedBehaviours,
} from "./scripted-behaviour.ts";

const names = Object.keys(scriptedBehaviours) as ScriptedBehaviour[];

/** Two hundred people of a behaviour with four answers each, flagged by a rule at its proposed limit. */
function flaggedPeople(behaviour: ScriptedBehaviour, rule: CleaningRuleName): number {
  const random = seededRandom(`${behaviour}/${rule}`);
  const fold = foldFlags([{ rule, limit: cleaningRuleTexts[rule].initial, action: "review" }]);
  for (let person = 0; person < 200; person += 1) {
    const { explanation: own } = drawScriptedResponse("desktop", random, { words: 80, own: "" });
    fold.add(
      Array.from({ length: 4 }, (_, item): CleaningRow => {
        const { answerMs, readingMs, explanation, process } = drawScriptedResponse(behaviour, random, {
          words: 80,
          own,
        });
        return {
          id: `${person}/${item}`,
          session: String(person),
          answerKey: String(item),
          elapsedMs: answerMs,
          storyMs: readingMs,
          explanation,
          process,
          explanationProcess: null,
          failedChecks: null,
        };
      }),
    );
  }
  return fold.finish().rules[0]!.people;
}

describe("scripted behaviours", () => {
  it("are attentive for every second person, and describe each rule once", () => {
    const people = Array.from({ length: 240 }, (_, number) => behaviourOf(number));
    expect(people.filter((name) => scriptedBehaviours[name].rule === null)).toHaveLength(120);
    expect(new Set(people)).toEqual(new Set(names));
    const described = names.flatMap((name) => scriptedBehaviours[name].rule ?? []);
    expect(described.sort()).toEqual([...cleaningRuleNames].sort());
  });

  it.each(["response-time", "dwell", "copied-own", "pasted", "scripted", "left-page"] as const)(
    "show what the rule %s looks for, and people who type, compose or dictate do not",
    (rule) => {
      const careless = names.find((name) => scriptedBehaviours[name].rule === rule)!;
      expect(flaggedPeople(careless, rule)).toBeGreaterThan(190);
      // Some attentive people are fast once in four answers.
      for (const name of ["desktop", "phone", "ime", "dictation"] as const)
        expect(flaggedPeople(name, rule)).toBeLessThan(60);
    },
  );

  it("type random letters that can look like words, so that the rule finds some of them", () => {
    expect(flaggedPeople("gibberish", "gibberish")).toBeGreaterThan(20);
    for (const name of ["desktop", "phone", "ime", "dictation"] as const)
      expect(flaggedPeople(name, "gibberish")).toBe(0);
  });

  it("are flagged where a rule cannot tell an attentive person apart", () => {
    expect(flaggedPeople("draft", "pasted")).toBe(200);
    expect(flaggedPeople("extension", "scripted")).toBe(200);
    expect(flaggedPeople("interrupted", "left-page")).toBe(200);
  });

  it("give rates with intervals over people", () => {
    const rule = { rule: "pasted", limit: 80, action: "review" } as const;
    const people = [
      { behaviour: "pastes", flags: ["pasted"] },
      { behaviour: "pastes", flags: [] },
      { behaviour: "draft", flags: ["pasted", "dwell"] },
      { behaviour: "desktop", flags: ["dwell"] },
      { behaviour: "phone", flags: [] },
      { behaviour: "hurried", flags: ["pasted"] },
    ] as const;
    const [rates] = ruleRates([rule], people);
    const { low, high } = wilsonInterval(1, 2);
    expect(rates).toEqual({
      rule,
      truePositive: { flagged: 1, n: 2, low, high },
      falsePositive: { flagged: 1, n: 3, low: wilsonInterval(1, 3).low, high: wilsonInterval(1, 3).high },
      flaggedAttentiveBehaviours: ["draft"],
    });
    expect(ruleRates([{ ...rule, rule: "dwell" }], [])[0]!.truePositive).toEqual({
      flagged: 0,
      n: 0,
      low: null,
      high: null,
    });
  });
});
