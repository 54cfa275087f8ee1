import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trueFalse } from "../../items/kinds/true-false/true-false.ts";
import { getPreset } from "../presets/registry.ts";
import { protocolSchema } from "../protocol.ts";
import {
  choiceValue,
  moveListEntry,
  newQuestion,
  newQuestionStep,
  newTextStep,
  relabelChoice,
  removeListEntry,
  renameChoice,
  renameQuestion,
  shortName,
  valueAt,
  withValueAt,
} from "./edit-draft.ts";
import { reviewDraft } from "./review-draft.ts";
import type { StudyDraft } from "./study-draft.ts";

function street(): StudyDraft {
  const preset = getPreset("street-2024");
  if (!preset) throw new Error("no preset");
  return { ...preset.draft(), name: "N", slug: "name", description: "", benchmarkId: "", seed: "s" };
}

const item = { kind: "true-false", story: { title: "", genre: "", text: "A." }, text: "B.", options: [] };

describe("a path", () => {
  it("reads what was written at it and leaves the rest as it was", () => {
    const before = street();
    const after = withValueAt(before, "protocol.steps.1.questions.0.choices.2.label", "Thirties");
    expect(valueAt(after, "protocol.steps.1.questions.0.choices.2.label")).toBe("Thirties");
    expect(valueAt(before, "protocol.steps.1.questions.0.choices.2.label")).toBe("30 to 39");
    expect(after.protocol.steps[0]).toBe(before.protocol.steps[0]);
    expect(Array.isArray(after.protocol.steps)).toBe(true);
    expect(withValueAt(before, "itemFilter.story", ["a"]).itemFilter).toEqual({ story: ["a"] });
  });

  it("is undefined where nothing is, the prototype included", () => {
    expect(valueAt(street(), "protocol.steps.99.title")).toBeUndefined();
    expect(valueAt({}, "constructor.name")).toBeUndefined();
  });
});

describe("lists", () => {
  it("keep their members when one is moved", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.nat(), fc.integer({ min: -3, max: 3 }), (list, at, by) => {
        const from = at % list.length;
        const result = moveListEntry(list, from, by);
        expect([...result].sort()).toEqual([...list].sort());
        if (from + by >= 0 && from + by < list.length) expect(result[from + by]).toBe(list[from]);
      }),
    );
    expect(moveListEntry([1, 2, 3], 2, -1)).toEqual([1, 3, 2]);
    expect(removeListEntry([1, 2, 3], 1)).toEqual([1, 3]);
  });
});

describe("renaming", () => {
  it("takes the quotas along, so that the draft stays sound", () => {
    const renamed = renameChoice(renameQuestion(street(), 1, 0, "years"), 1, 0, 1, "young");
    expect(renamed.quotas[0]).toEqual({ question: "years", values: ["young", "30-39", "40-49", "50-65"] });
    expect(renamed.quotas[1]).toEqual(street().quotas[1]);
    expect(reviewDraft(renamed, trueFalse, [item])).toEqual([]);
  });
});

describe("an answer's words", () => {
  it("take what it is stored as along, until that is written by hand", () => {
    const at = (draft: StudyDraft) => valueAt(draft, "protocol.steps.1.questions.1.choices.0.value");
    const relabelled = relabelChoice(street(), 1, 1, 0, "A woman");
    expect(at(relabelled)).toBe("a-woman");
    expect(relabelled.quotas[1]?.values).toEqual(["a-woman", "male"]);
    const byHand = renameChoice(relabelled, 1, 1, 0, "f");
    expect(at(relabelChoice(byHand, 1, 1, 0, "Female"))).toBe("f");
    expect(choiceValue("18 to 29", ["18-to-29"])).toBe("18-to-29-2");
    expect(choiceValue("", [])).toBe("answer");
  });
});

describe("what is new", () => {
  it("fits into the protocol, with names that nothing else has, once it has its words", () => {
    const { protocol } = street();
    let steps = [...protocol.steps];
    for (let round = 0; round < 3; round += 1) {
      steps = [newQuestionStep({ steps }), newTextStep({ steps }), ...steps];
      const [page, ...rest] = steps;
      if (page?.kind !== "questions") throw new Error("not a page of questions");
      const questions = [...page.questions, newQuestion("text", { steps }), newQuestion("choice", { steps })];
      questions[2] = { ...newQuestion("choice", { steps: [{ ...page, questions: questions.slice(0, 2) }, ...rest] }) };
      steps = [{ ...page, questions: questions.map((question) => ({ ...question, label: "Why?" })) }, ...rest];
    }
    expect(protocolSchema.safeParse({ ...protocol, steps }).error).toBeUndefined();
  });

  it("is named after its text", () => {
    expect(shortName("How old are you?", [])).toBe("how-old-are-you");
    expect(shortName("How old are you?", ["how-old-are-you"])).toBe("how-old-are-you-2");
    expect(shortName("18 – 29", [])).toBe("x");
    expect(shortName("", ["x"])).toBe("x-2");
  });
});
