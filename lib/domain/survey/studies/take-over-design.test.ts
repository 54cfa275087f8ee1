import { describe, expect, it } from "vitest";
import { requireKind } from "../../items/kinds/registry.ts";
import { generateLayout } from "../composition/generate-layout.ts";
import { type LayoutDesign, layoutDesignSchema } from "../composition/layout-design.ts";
import { layoutItem } from "../composition/layout-item.ts";
import { layoutDesignOf } from "../composition/study-layout.ts";
import { getPreset } from "../presets/registry.ts";
import { designOf, type StudyDraft } from "./study-draft.ts";
import { takeOverDesign } from "./take-over-design.ts";

const items = Array.from({ length: 12 }, (_, index) =>
  layoutItem({ id: `i${index}`, story: { id: `s${index % 3}` }, attributes: { type: index < 6 ? "tom" : "factual" } }),
);
const kind = requireKind("true-false");

function draftOf(preset: string): StudyDraft {
  const draft = getPreset(preset)?.draft();
  if (!draft) throw new Error("no such preset");
  return { ...draft, name: "A", slug: "a", description: "", benchmarkId: "", seed: "form" };
}

function read(preset: string, file: unknown): StudyDraft {
  const { draft, message } = takeOverDesign(draftOf(preset), JSON.stringify(file), items.length);
  if (!draft) throw new Error(message);
  return draft;
}

function asked(file: LayoutDesign | null) {
  const layout = file && generateLayout(file, items);
  if (!layout?.ok) throw new Error(layout?.message ?? "no design");
  return layout.slots.map(({ placements }) => placements.map(({ item, condition }) => [item, condition.story]));
}

describe("a design file that is read into a study's form", () => {
  it("has the sessions in the form that it has by itself, also where it does not say how many", () => {
    const file = {
      seed: 7,
      itemsPerSession: 4,
      factors: [{ name: "story", levels: ["no-story", "story"] }],
      rules: [{ balance: "type" }],
    };
    for (const preset of ["street-2024", "many-items", "from-scratch"]) {
      for (const stated of [file, { ...file, sessions: 30 }]) {
        const draft = read(preset, stated);
        const own = asked(layoutDesignSchema.parse(stated));
        expect(asked(layoutDesignOf(designOf(draft, kind), items.length))).toEqual(own);
        expect(draft.composition?.sessions).toBe(own.length);
      }
    }
  });

  it("brings readings of several statements to a page on which story and question shared a screen", () => {
    const draft = read("many-items", { seed: 7, itemsPerSession: 4, rules: [{ reading: 2 }] });
    const design = designOf(draft, kind);
    expect(design.composition?.reading).toBe(2);
    expect(draft.composition?.sessions).toBe(3);
    const back = read("many-items", { ...layoutDesignOf(design, items.length), rules: [] });
    expect(designOf(back, kind).composition?.reading).toBeUndefined();
  });

  it("removes the quotas where it has one group, and is refused where it has others than the form", () => {
    const draft = draftOf("street-2024");
    const one = takeOverDesign(draft, JSON.stringify({ seed: 7, sessions: 12 }), items.length);
    expect(one.draft?.quotas).toEqual([]);
    expect(one.message).toContain("so the quotas were removed");
    expect(one.message).toContain("does not name questionOrder, so it is true-false for everybody");
    const strata = ["x", "y"].map((key) => ({ key, share: 0.5 }));
    const others = takeOverDesign(draft, JSON.stringify({ seed: 7, strata }), items.length);
    expect(others).toMatchObject({ draft: null, message: expect.stringContaining('other groups than the form ("x")') });
    const own = layoutDesignOf(designOf(draft, kind), items.length);
    expect(takeOverDesign(draft, JSON.stringify(own), items.length).draft?.quotas).toEqual(draft.quotas);
  });

  it("changes nothing where it is no design", () => {
    for (const text of ["{", "[]", '{"seed":1,"factors":3}']) {
      expect(takeOverDesign(draftOf("from-scratch"), text, 12)).toMatchObject({
        draft: null,
        message: expect.stringMatching(/othing was changed\.$/),
      });
    }
  });
});
