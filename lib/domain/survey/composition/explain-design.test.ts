import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainDesign } from "./explain-design.ts";
import { layoutDesignSchema } from "./layout-design.ts";

function explain(design: unknown): string {
  const parsed = layoutDesignSchema.safeParse(design);
  if (parsed.success) throw new Error("is a design");
  return explainDesign(parsed.error, design);
}

describe("a design file that is wrong", () => {
  it.each<[unknown, string]>([
    [{}, "seed must be a number or a text"],
    [{ seed: 7, sessions: 2.5 }, "sessions must be a whole number from 1 to 500000"],
    [{ seed: 7, strata: [{ key: "a" }] }, "strata[0].share must be a number from 0 to 1"],
    [{ seed: 7, factors: [{ name: "x", levels: ["a"], varies: "both" }] }, 'factors[0].varies must be "between"'],
    [{ seed: 7, factors: [{ name: "x", levels: ["a", "a"] }] }, "factors[0].levels names a level twice"],
    [{ seed: 7, rules: [{ onlyPer: "story" }] }, 'rules[0] must be one of {"onePer":name}'],
    [{ seed: 7, rules: [{ onePer: "story" }, { order: "sorted" }] }, 'rules[1].order must be "fixed", "random"'],
    [{ seed: 7, rules: [{ order: { blockOf: "story" } }] }, 'rules[0].order must be "fixed", "random"'],
    [{ seed: 7, rules: [{ atMost: 2 }] }, "rules[0].of must be the name of an attribute"],
    [{ seed: 7, rules: [{ atMost: 0, of: "order" }] }, "rules[0].atMost must be a whole number"],
    [{ seed: 7, sesions: 4 }, "sesions is not a field of a design; the known fields are seed, sessions"],
    [[], "the design must be one JSON object"],
  ])("%j is told the field and what it must be", (design, sentence) => {
    expect(explain(design)).toContain(sentence);
  });

  it("never meets the parser's own words, whatever it holds", () => {
    const field = fc.constantFrom("seed", "sessions", "itemsPerSession", "draw", "strata", "factors", "rules", "other");
    const part = fc.constantFrom("key", "share", "name", "levels", "varies", "onePer", "atMost", "of", "order", "x");
    const value = fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(part, fc.jsonValue())));
    fc.assert(
      fc.property(fc.dictionary(field, value), (design) => {
        const parsed = layoutDesignSchema.safeParse(design);
        if (parsed.success) return;
        const sentence = explainDesign(parsed.error, design);
        expect(sentence).toMatch(/^\S+ /);
        expect(sentence).not.toMatch(/Invalid|expected|Too (small|big)|is not valid/);
      }),
    );
  });
});
