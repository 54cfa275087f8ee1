import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { clusteredEstimate } from "../clustered/clustered-estimate.ts";
import { rakingWeights } from "./raking-weights.ts";
import { weightedShare } from "./weighted-share.ts";

describe("the interval of a weighted share", () => {
  const random = seededRandom("weighted shares");
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const logistic = (value: number) => 1 / (1 + Math.exp(-value));
  const stories = 12;

  /** Sixty people, a third of them in the first group, who answer one question about each of four stories. */
  function study() {
    const ofStories = Array.from({ length: stories }, () => 0.8 * normal());
    const groups = Array.from({ length: 60 }, (_, person) => (person % 3 === 0 ? "a" : "b"));
    const answers = groups.flatMap((group, person) => {
      const own = 0.5 * normal() + (group === "a" ? 1 : 0);
      return [0, 1, 2, 3].map((turn) => {
        const story = (person + turn * 3) % stories;
        return { value: Number(random.next() < logistic(0.8 + own + ofStories[story]!)), person, story: `s${story}` };
      });
    });
    const shareOf = (person: number) => {
      const own = answers.filter((answer) => answer.person === person);
      return own.reduce((sum, { value }) => sum + value, 0) / own.length;
    };
    const raked = rakingWeights(
      [{ categories: groups, targets: { a: 0.5, b: 0.5 } }],
      groups.map((_, person) => shareOf(person)),
      100,
      1e-10,
    );
    return { answers, raked, weights: new Map(raked.weights.map((weight, person) => [person, weight])) };
  }

  it("covers the share of new people and new stories, which the error over people alone does not", () => {
    const sd = Math.hypot(0.8, 0.5);
    const mean = (base: number) => {
      const values = Array.from({ length: 60_000 }, () => logistic(base + sd * normal()));
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    const truth = (mean(1.8) + mean(0.8)) / 2;
    const held = { both: 0, people: 0 };
    for (let index = 0; index < 300; index += 1) {
      const { answers, raked, weights } = study();
      const both = weightedShare(answers, weights, raked);
      const people = weightedShare(
        answers.map((answer) => ({ ...answer, story: "one" })),
        weights,
        raked,
      );
      if (both.low! <= truth && truth <= both.high!) held.both += 1;
      if (people.low! <= truth && truth <= people.high!) held.people += 1;
    }
    expect(held.both / 300).toBeGreaterThanOrEqual(0.92);
    expect(held.people / 300).toBeLessThan(0.85);
  });

  it("is the two-way interval of single answers if all people have one weight and as many answers", () => {
    const { answers } = study();
    const people = [...new Set(answers.map(({ person }) => person))];
    const kinds = [
      { one: "person", many: "people", ids: answers.map(({ person }) => person) },
      { one: "story", many: "stories", ids: answers.map(({ story }) => story) },
    ];
    const range = [0, 1] as const;
    const both = clusteredEstimate(
      answers.map(({ value }) => value),
      kinds,
      { range },
    );
    const one = clusteredEstimate(
      people.map((person) => {
        const own = answers.filter((answer) => answer.person === person);
        return own.reduce((sum, { value }) => sum + value, 0) / own.length;
      }),
      [],
      { range },
    );
    const weights = new Map(people.map((person) => [person, 1]));
    const found = weightedShare(answers, weights, { share: one.value!, se: one.se });
    expect(found.low).toBeCloseTo(both.low!, 10);
    expect(found.high).toBeCloseTo(both.high!, 10);
  });

  it("says below five stories that it does not generalise to new ones", () => {
    const { answers, raked, weights } = study();
    const few = answers.map((answer) => ({ ...answer, story: String(Number(answer.story.slice(1)) % 4) }));
    expect(weightedShare(few, weights, raked).reason).toBe(
      "With 4 stories the interval does not generalise to new stories.",
    );
    expect(weightedShare(few, weights, { share: 1, se: 0 })).toMatchObject({
      low: null,
      reason: "There is no spread.",
    });
  });
});
