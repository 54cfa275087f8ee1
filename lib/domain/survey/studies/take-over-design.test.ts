import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requireKind } from "../../items/kinds/registry.ts";
import { generateLayout } from "../composition/generate-layout.ts";
import { type LayoutDesign, layoutDesignSchema } from "../composition/layout-design.ts";
import { layoutItem } from "../composition/layout-item.ts";
import { layoutDesignOf } from "../composition/study-layout.ts";
import { getPreset } from "../presets/registry.ts";
import { listQuotaQuestions, strataOf } from "./quotas.ts";
import { designOf, type StudyDraft } from "./study-draft.ts";
import { importDesignFile } from "./take-over-design.ts";

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
  const { draft, message } = importDesignFile(draftOf(preset), JSON.stringify(file), kind, items.length);
  if (!draft) throw new Error(message);
  return draft;
}

function asked(file: LayoutDesign | null) {
  const layout = file && generateLayout(file, items);
  if (!layout?.ok) throw new Error(layout?.message ?? "no design");
  return layout.slots.map(({ placements }) => placements.map(({ item, condition }) => [item, condition.story]));
}

/** Every printed line of a design's layout, or the refusal. */
function generate(file: LayoutDesign | null): string {
  const layout = file && generateLayout(file, items);
  return layout?.ok ? layout.slots.map((slot) => JSON.stringify(slot)).join("\n") : (layout?.message ?? "no design");
}

const groups = strataOf(draftOf("street-2024").quotas, listQuotaQuestions(draftOf("street-2024").protocol)).map(
  ({ key }, index) => ({ key, share: index < 2 ? 0.25 : 1 / 12 }),
);

const someOf = <Value>(values: readonly Value[], least = 0) =>
  fc.shuffledSubarray([...values], { minLength: least, maxLength: values.length });

/** Files with groups, factors, levels and rules in any order, some of them missing. */
const anyFile = fc.record(
  {
    seed: fc.constantFrom(1, "two", 3.5),
    sessions: fc.constantFrom(48, 96),
    itemsPerSession: fc.constantFrom(1, 2, 4),
    strata: fc.oneof(
      someOf(groups, groups.length),
      fc.constantFrom([{ key: "everybody", share: 1 }], [{ key: "readers", share: 1 }]),
    ),
    factors: fc
      .tuple(someOf(["story", "no-story"], 1), someOf(["true-false", "false-true"], 1))
      .chain(([story, questionOrder]) =>
        someOf([
          { name: "story", levels: story, varies: "between" as const },
          { name: "questionOrder", levels: questionOrder, varies: "within" as const },
        ]),
      ),
    rules: someOf([{ balance: "type" }, { atMost: 2, of: "story" }, { order: { blocksOf: "story" } }]),
  },
  { requiredKeys: ["seed"] },
);

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

  it("gives the file's own lines, and the same file back, in whatever order it names things", () => {
    fc.assert(
      fc.property(anyFile, (stated) => {
        const file = layoutDesignSchema.parse(stated);
        const exported = layoutDesignOf(designOf(read("street-2024", stated), kind), items.length);
        expect(generate(exported)).toEqual(generate(file));
        const { strata, factors } = JSON.parse(JSON.stringify(exported));
        expect({ strata, factors }).toEqual({ strata: file.strata, factors: file.factors });
      }),
      { numRuns: 60 },
    );
  });

  it("is refused where it names a condition that the items do not have", () => {
    for (const [factors, sentence] of [
      [[{ name: "colour", levels: ["red"] }], 'no factor "colour"'],
      [[{ name: "story", levels: ["story", "half"] }], '"half" is not a level of story'],
    ] as const) {
      const text = JSON.stringify({ seed: 7, factors });
      expect(importDesignFile(draftOf("from-scratch"), text, kind, 12)).toMatchObject({
        draft: null,
        message: expect.stringContaining(sentence),
      });
    }
    expect(importDesignFile(draftOf("from-scratch"), "{}", null, 12).message).toContain("Choose a benchmark first");
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
    const one = importDesignFile(draft, JSON.stringify({ seed: 7, sessions: 12 }), kind, items.length);
    expect(one.draft?.quotas).toEqual([]);
    expect(one.message).toContain("so the quotas were removed");
    expect(one.message).toContain("does not set the factor questionOrder, so all people get true-false");
    const strata = ["x", "y"].map((key) => ({ key, share: 0.5 }));
    const others = importDesignFile(draft, JSON.stringify({ seed: 7, strata }), kind, items.length);
    expect(others).toMatchObject({ draft: null, message: expect.stringContaining('not those of the form ("x")') });
    const own = layoutDesignOf(designOf(draft, kind), items.length);
    expect(importDesignFile(draft, JSON.stringify(own), kind, items.length).draft?.quotas).toEqual(draft.quotas);
  });

  it("changes nothing where it is no design", () => {
    for (const text of ["{", "[]", '{"seed":1,"factors":3}']) {
      expect(importDesignFile(draftOf("from-scratch"), text, kind, 12)).toMatchObject({
        draft: null,
        message: expect.stringMatching(/othing was changed\.$/),
      });
    }
  });
});

it("exchanges the time limit of an item with a design file, which changes no session", () => {
  const file = { seed: 1, sessions: 96, timeLimitSeconds: 45 };
  const draft = read("street-2024", file);
  const limitOf = (steps: StudyDraft["protocol"]["steps"]) =>
    steps.find((step) => step.kind === "items")?.timeLimitSeconds;
  expect(limitOf(draft.protocol.steps)).toBe(45);
  const exported = layoutDesignOf(designOf(draft, kind), items.length);
  expect(exported?.timeLimitSeconds).toBe(45);
  const without = read("street-2024", { seed: 1, sessions: 96 });
  expect(limitOf(without.protocol.steps)).toBeUndefined();
  const plain = layoutDesignOf(designOf(without, kind), items.length);
  expect(plain).not.toHaveProperty("timeLimitSeconds");
  expect(generate(exported)).toBe(generate(plain));
  expect(() => read("street-2024", { seed: 1, timeLimitSeconds: 2 })).toThrow(
    "timeLimitSeconds must be a whole number",
  );
});
