import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item } from "../../items/item.ts";
import { requireKind } from "../../items/kinds/registry.ts";
import { trueFalse } from "../../items/kinds/true-false/true-false.ts";
import { plainComposition } from "../composition/study-composition.ts";
import { findStratum } from "../design.ts";
import { beliefsExpressions } from "../presets/beliefs-expressions.ts";
import { fromScratch } from "../presets/from-scratch.ts";
import { mindgamesHumanEvaluation } from "../presets/mindgames-human-evaluation.ts";
import { studyPresets } from "../presets/registry.ts";
import { street2024Design, street2024Protocol } from "../presets/street-2024.ts";
import { conditionLabel } from "./condition-label.ts";
import { describeField } from "./describe-field.ts";
import { listQuotaQuestions, quotasOf, strataOf } from "./quotas.ts";
import { reviewDraft } from "./review-draft.ts";
import { nextSlug, slugSchema, suggestSlugs } from "./slug.ts";
import { designOf, type StudyDraft, studyDraftSchema } from "./study-draft.ts";

const items: Item[] = Array.from({ length: 140 }, (_, number) => ({
  kind: "true-false",
  story: { title: `Story ${number % 7}`, genre: "", text: "Ada lost her key. Ben found it." },
  text: `Statement ${number}.`,
  options: [],
}));

function draft(change: Partial<StudyDraft> = {}, preset = studyPresets[0]): StudyDraft {
  if (!preset) throw new Error("no preset");
  return {
    ...preset.draft(),
    name: "Harbour",
    slug: "harbour",
    description: "",
    benchmarkId: "0190a0a0-0000-7000-8000-000000000000",
    seed: "seed",
    ...change,
  };
}

const fields = (change: Partial<StudyDraft>, chosen = items) =>
  reviewDraft(draft(change), trueFalse, chosen).map((problem) => problem.field);

describe("presets", () => {
  it.each(studyPresets.map((preset) => [preset.name, preset] as const))(
    "%s can be opened as it is, with a hundred items",
    (_name, preset) => {
      const whole = draft({}, preset);
      const own = items.slice(0, 100).map((item) => ({
        ...item,
        kind: preset.itemKind,
        options: preset.itemKind === "two-choice" ? ["a", "b"] : [],
      }));
      expect(studyDraftSchema.safeParse(whole).error).toBeUndefined();
      expect(reviewDraft(whole, requireKind(preset.itemKind), own)).toEqual([]);
    },
  );

  it("are named by their task, with the year of their paper if they have one", () => {
    const names = [...studyPresets, beliefsExpressions, mindgamesHumanEvaluation].map(({ name }) => name);
    expect(names.filter((name) => !/^(?:Answer|Choose|Find|Judge|One) .* \(.*\b20\d\d\)$/u.test(name))).toEqual([
      fromScratch.name,
    ]);
  });

  it("keep Street et al.'s design through the form", () => {
    expect(designOf(draft({ seed: "x" }), trueFalse)).toEqual({
      ...street2024Design("x"),
      composition: plainComposition,
    });
  });
});

describe("a draft", () => {
  it("is refused without items, with more items a person than there are, and with items of another kind", () => {
    expect(fields({}, [])).toEqual(["itemFilter"]);
    expect(fields({ itemsPerSession: 141, perStratumItem: 141 })).toEqual(["itemsPerSession"]);
    expect(fields({}, [...items, { ...items[0], kind: "other" } as Item])).toEqual(["itemKind"]);
  });

  it("is refused when a factor has no level or one that the kind does not know", () => {
    expect(fields({ conditions: { story: ["story"] } })).toEqual(["conditions.questionOrder"]);
    expect(fields({ conditions: { story: ["aloud"], questionOrder: ["true-false"] } })).toEqual(["conditions.story"]);
    expect(fields({ conditions: { story: ["story"], questionOrder: ["true-false"], mood: ["x"] } })).toEqual([
      "conditions.mood",
    ]);
  });

  it("is refused when two conditions would look the same, as with and without the story on one screen", () => {
    const protocol = street2024Protocol();
    const steps = protocol.steps.map((step) =>
      step.kind === "items" ? { ...step, layout: "one-screen" as const } : step,
    );
    const problems = reviewDraft(draft({ protocol: { ...protocol, steps } }), trueFalse, items);
    expect(problems).toEqual([
      {
        field: "conditions.story",
        message:
          '"no-story · true or false" and "story · true or false" would look exactly the same. Please choose one of them.',
      },
    ]);
  });

  it("is refused when somebody who takes part would have no slot", () => {
    expect(fields({ openStratum: false })).toEqual(["quotas.1"]);
    const quotas = [{ question: "gender", values: ["female", "male", "non-binary", "undisclosed"] }];
    expect(fields({ openStratum: false, quotas })).toEqual([]);
  });

  it("is refused when a quota belongs to an answer that ends the session, to no answer or to no question", () => {
    expect(fields({ quotas: [{ question: "age", values: ["under-18"] }] })).toEqual(["quotas.0"]);
    expect(fields({ quotas: [{ question: "age", values: ["8-9"] }] })).toEqual(["quotas.0"]);
    expect(fields({ quotas: [{ question: "age", values: ["18-29", "18-29"] }] })).toEqual(["quotas.0"]);
    expect(fields({ quotas: [{ question: "height", values: ["tall"] }] })).toEqual(["quotas.0"]);
    const twice = [
      { question: "age", values: ["18-29"] },
      { question: "age", values: ["30-39"] },
    ];
    expect(fields({ quotas: twice })).toEqual(["quotas.1"]);
  });

  it("is refused when a quota question comes after the items, because nobody has answered it by then", () => {
    const protocol = street2024Protocol();
    const steps = [...protocol.steps].reverse();
    expect(fields({ protocol: { ...protocol, steps } })).toEqual(["quotas.0", "quotas.1"]);
  });

  it("is refused in finite time when there is no condition and the answers do not divide", () => {
    const none = { story: [], questionOrder: [] };
    expect(fields({ conditions: none, itemsPerSession: 50, perStratumItem: 7 })).toEqual([
      "conditions.story",
      "conditions.questionOrder",
    ]);
  });

  it("is refused when its answers do not divide into whole sessions, and says what would", () => {
    const problems = reviewDraft(draft({ itemsPerSession: 50, perStratumItem: 26 }), trueFalse, items);
    expect(problems).toEqual([
      { field: "perStratumItem", message: "This number of answers does not give whole sessions; 25 or 30 would." },
    ]);
  });

  it("is refused when it is too large to lay out", () => {
    expect(fields({ perStratumItem: 10_000 })).toEqual(["perStratumItem"]);
  });
});

describe("quotas", () => {
  const values = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 4 });

  it("come back from the strata that they made", () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 3 }), (lists) => {
        const quotas = lists.map((list, index) => ({ question: `q${index}`, values: list }));
        expect(quotasOf(strataOf(quotas, []))).toEqual(quotas);
      }),
    );
  });

  it("are not read into strata that are no cross of answers", () => {
    const strata = strataOf([{ question: "age", values: ["a", "b"] }], []);
    expect(quotasOf([...strata, { key: "z", label: "z", criteria: { gender: "x" } }])).toBeNull();
    expect(quotasOf(strata.slice(0, 1).concat(strata.slice(0, 1)))).toBeNull();
  });

  it("carry the participants' own words, and one group for everybody where there are none", () => {
    const questions = listQuotaQuestions(street2024Protocol());
    const strata = strataOf([{ question: "age", values: ["18-29"] }], questions);
    expect(strata).toEqual([{ key: "18-29", label: "18 to 29", criteria: { age: "18-29" } }]);
    expect(findStratum(strataOf([], []), { anything: "at all" })?.label).toBe("Everybody");
  });

  it("can be given to the choice questions before the items only", () => {
    const protocol = street2024Protocol();
    expect(listQuotaQuestions(protocol).map((question) => question.key)).toEqual([
      "residence",
      "first-language",
      "most-used-language",
      "age",
      "gender",
    ]);
  });
});

describe("an address", () => {
  it("is suggested from the name, free of what is taken, and always valid", () => {
    expect(suggestSlugs("Reading people in stories")).toEqual([
      "reading-people-in-stories",
      "reading-people-in",
      "reading-people",
    ]);
    expect(suggestSlugs("Demo", ["demo", "demo-2"])).toEqual(["demo-3", "demo-4", "demo-5"]);
    expect(suggestSlugs("Geschichten über Leute")[0]).toBe("geschichten-uber-leute");
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (name) => {
        const suggested = suggestSlugs(name);
        expect(suggested.length).toBeGreaterThan(0);
        for (const slug of suggested) expect(slugSchema.safeParse(slug).success).toBe(true);
      }),
    );
  });

  it("is numbered for copies", () => {
    expect(nextSlug("demo-copy", ["demo"])).toBe("demo-copy");
    expect(nextSlug("demo-copy", ["demo-copy", "demo-copy-2"])).toBe("demo-copy-3");
    expect(slugSchema.safeParse(nextSlug("x".repeat(60), ["x".repeat(54)])).success).toBe(true);
  });

  it("refuses what cannot stand in a link, and the application's own", () => {
    for (const slug of ["ab", "Big", "a b", "-a-b", "a--b", "new", "x".repeat(61), "a/b"]) {
      expect(slugSchema.safeParse(slug).success).toBe(false);
    }
  });
});

describe("words for fields and conditions", () => {
  it("name the place that a path means", () => {
    expect(describeField("slug")).toBe("Address");
    expect(describeField("protocol.consent.title")).toBe("Consent, title");
    expect(describeField("protocol.steps.1.questions.0.choices.2.label")).toBe("Page 2, question 1, answer 3, wording");
    expect(describeField("quotas.0")).toBe("quota 1");
    expect(describeField("protocol.ends.complete.returnUrl")).toBe("End pages, complete, return link");
  });

  it("name a condition in the kind's words and keep unknown levels", () => {
    expect(conditionLabel(trueFalse, { questionOrder: "false-true", story: "no-story" })).toBe(
      "no-story · false or true",
    );
    expect(conditionLabel(trueFalse, { story: "aloud", light: "dim" })).toBe("aloud · light dim");
    expect(conditionLabel(trueFalse, {})).toBe("one condition");
  });
});
