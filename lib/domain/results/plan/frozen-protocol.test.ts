import { describe, expect, it } from "vitest";
import { street2024Design, street2024Protocol } from "../../survey/presets/street-2024.ts";
import { defaultAnalysisPlan } from "./analysis-plan.ts";
import { diffFrozen, type FrozenProtocol, frozenHash } from "./frozen-protocol.ts";
import { asPredictedText, osfText } from "./preregistration.ts";

const document: FrozenProtocol = {
  format: "parallax-protocol/1",
  study: { name: "Street again", slug: "street", stage: "main", language: "en" },
  protocol: street2024Protocol(),
  design: street2024Design("seed"),
  items: [{ id: "ToM2t", contentHash: "a".repeat(64), key: 1 }],
  correspondence: null,
  plan: {
    ...defaultAnalysisPlan(),
    margin: 0.05,
    comparator: { kind: "mean-person", k: null },
    ties: "exclude",
    unparsed: "omit",
    family: { ...defaultAnalysisPlan().family, method: "BH" },
  },
};

describe("a frozen protocol", () => {
  it("differs from itself in nothing, and from an amendment in what was amended", () => {
    expect(diffFrozen(document, structuredClone(document))).toEqual([]);
    const amended = {
      ...document,
      plan: { ...document.plan, margin: 0.1, models: ["GPT"] },
      items: [...document.items, { id: "F2t", contentHash: "b".repeat(64), key: null }],
    };
    expect(diffFrozen(document, amended)).toEqual([
      { path: "items.1", before: "", after: JSON.stringify(amended.items[1]) },
      { path: "plan.models.0", before: "", after: "GPT" },
      { path: "plan.margin", before: "0.05", after: "0.1" },
    ]);
    expect(frozenHash(amended)).not.toBe(frozenHash(document));
  });

  it("becomes texts that answer every question of the two registries", () => {
    const facts = {
      hash: frozenHash(document),
      frozenAt: "2026-11-22T00:00:00.000Z",
      registration: "",
      isSaved: true,
      hasData: false,
      sessions: 29_120,
    };
    const asked = asPredictedText(document, facts);
    expect(asked.match(/^## \d\)/gm)).toHaveLength(9);
    expect(asked).toContain("29,120 sessions");
    expect(asked).toContain("Frozen by its owner.");
    const osf = osfText(document, { ...facts, registration: "https://osf.io/abc" });
    expect(osf).toContain("Registered at https://osf.io/abc.");
    expect(osf).toContain("story (");
    const both = `${asked}${osf}`;
    expect(both).not.toMatch(/undefined|null|NaN/);
    expect(both).toContain("Comparator: the mean person.");
    expect(both).toContain("A tied majority counts as nothing: it is excluded");
    expect(both).toContain("corrected by Benjamini and Hochberg");
    expect(both).toContain("Clusters: people, stories, source groups.");
    expect(both).not.toMatch(/mean-person|\bBH\b|\bomit\b/);
    const unsaved = { ...facts, isSaved: false };
    for (const text of [asPredictedText(document, unsaved), osfText(document, unsaved)]) {
      expect(text).toContain("No hypothesis is stated, because no analysis plan is saved.");
      expect(text).toContain("Confirmatory tests: none, because no analysis plan is saved.");
      expect(text).not.toMatch(/Comparator: the mean person\.|corrected by|Questions:/);
    }
  });
});
