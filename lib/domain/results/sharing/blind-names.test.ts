import { describe, expect, it } from "vitest";
import { blindModelName, blindNames, maskNames } from "./blind-names.ts";

const models = ["Alpha", "Alpha 2", "Beta", "Gamma", "Delta"];

describe("neutral names", () => {
  it("are one for each name, the same for the same seed, and in another order for another seed", () => {
    const first = blindNames(models, "one", blindModelName);
    expect([...first.keys()].sort()).toEqual([...models].sort());
    expect([...first.values()]).toEqual(["Model A", "Model B", "Model C", "Model D", "Model E"]);
    expect(blindNames([...models].reverse(), "one", blindModelName)).toEqual(first);
    const orders = ["one", "two", "three", "four"].map((seed) => [...blindNames(models, seed, blindModelName).keys()]);
    expect(new Set(orders.map(String)).size).toBeGreaterThan(1);
  });

  it("go on after the alphabet", () => {
    expect([0, 25, 26].map(blindModelName)).toEqual(["Model A", "Model Z", "Model 27"]);
  });
});

describe("masking a text", () => {
  const names = new Map([
    ["Alpha", "Model A"],
    ["Alpha 2", "Model B"],
    ["M", "Model C"],
  ]);

  it("replaces whole words in any case, and the longer of two names that begin alike", () => {
    expect(maskNames("alpha 2 beats Alpha; Alphabet and McNemar stay, M goes.", names)).toBe(
      "Model B beats Model A; Alphabet and McNemar stay, Model C goes.",
    );
  });

  it("reads a name as text, not as a pattern", () => {
    expect(maskNames("gpt-4.1 (new) and gpt-4x1 (new)", new Map([["gpt-4.1 (new)", "Model A"]]))).toBe(
      "Model A and gpt-4x1 (new)",
    );
    expect(maskNames("nothing", new Map())).toBe("nothing");
  });
});
