import { expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { logistic, normalNumber } from "../../results/simulation/marginal-logistic.ts";
import { estimatePilotSpread } from "./pilot-spread.ts";

/** Answers with known standard deviations, in logits. */
function simulated(people: number, itemsEach: number, { person, story }: { person: number; story: number }) {
  const random = seededRandom("pilot");
  const stories = Array.from({ length: 30 }, () => story * normalNumber(random));
  const items = Array.from({ length: 90 }, (_, index) => ({ id: `item ${index}`, story: index % 30 }));
  return Array.from({ length: people }, (_, index) => ({ index, ability: person * normalNumber(random) })).flatMap(
    ({ index, ability }) =>
      Array.from({ length: itemsEach }, (_, position) => {
        const item = items[(index * itemsEach + position) % items.length]!;
        const isCorrect = random.next() < logistic(0.8 + ability + stories[item.story]!);
        return { item: item.id, person: `person ${index}`, isCorrect, reasonId: null };
      }),
  );
}
const storyOf = (item: string) => String(Number(item.slice(5)) % 30);
const shareOf = (own: number, other: number) => own ** 2 / (own ** 2 + other ** 2 + Math.PI ** 2 / 3);

it("finds the shares of variance between people and stories", () => {
  const { story, person } = estimatePilotSpread(simulated(300, 15, { person: 1, story: 0.8 }), storyOf);
  expect(person).toBeGreaterThan(shareOf(1, 0.8) - 0.06);
  expect(person).toBeLessThan(shareOf(1, 0.8) + 0.06);
  expect(story).toBeGreaterThan(shareOf(0.8, 1) - 0.07);
  expect(story).toBeLessThan(shareOf(0.8, 1) + 0.07);
});

it("says nothing of people who gave one answer each, of one story, and of answers that are all alike", () => {
  expect(estimatePilotSpread(simulated(400, 1, { person: 1, story: 0.8 }), storyOf)).toMatchObject({
    person: null,
    story: expect.any(Number),
  });
  expect(estimatePilotSpread(simulated(100, 9, { person: 1, story: 0 }), () => "one")).toMatchObject({ story: null });
  const right = simulated(20, 5, { person: 0, story: 0 }).map((answer) => ({ ...answer, isCorrect: true }));
  expect(estimatePilotSpread(right, storyOf)).toEqual({ story: null, person: null });
});
