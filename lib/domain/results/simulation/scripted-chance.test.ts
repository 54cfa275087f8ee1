import { expect, it } from "vitest";
import { generativeProfileSchema } from "./generative-profile.ts";
import { computeCorrectProbability } from "./scripted-chance.ts";

const met = {
  itemVersionId: "item-1",
  storyKey: "story-1",
  condition: { id: "story=shown", levels: { story: "shown" } },
  attributes: { order: 2 },
};
const even = { storySd: 0, itemSd: 0, personSd: 0 };
const average = { group: "young", ability: 0 };

it("is the stated accuracy without effects, and moves with attribute, group, condition and ability", () => {
  const chance = (profile: object, person = average) =>
    computeCorrectProbability(
      generativeProfileSchema.parse({ ...even, accuracy: 0.7, ...profile }),
      "seed",
      person,
      met,
    );
  expect(chance({})).toBeCloseTo(0.7, 9);
  expect(chance({ accuracyBy: { attribute: "order", values: { 2: 0.9 } } })).toBeCloseTo(0.9, 9);
  expect(chance({ groups: { young: -1 } })).toBeLessThan(0.7);
  expect(chance({ conditions: { "story=shown": 1 } })).toBeGreaterThan(0.7);
  expect(chance({}, { ...average, ability: 1 })).toBeGreaterThan(0.7);
});

it("gives everyone the same story and item, and another seed others", () => {
  const profile = generativeProfileSchema.parse({ storySd: 1, itemSd: 1 });
  const chance = (seed: string) => computeCorrectProbability(profile, seed, average, met);
  expect(chance("a")).toBe(chance("a"));
  expect(chance("a")).not.toBe(chance("b"));
});
