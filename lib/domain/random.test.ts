import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom, shuffle } from "./random.ts";

describe("seeded chance", () => {
  it("gives the same sequence for the same seed and another for another", () => {
    const draw = (seed: string) =>
      Array.from(
        { length: 20 },
        (
          (random) => () =>
            random.next()
        )(seededRandom(seed)),
      );
    expect(draw("study 1")).toEqual(draw("study 1"));
    expect(draw("study 1")).not.toEqual(draw("study 2"));
  });

  it("keeps every member when it shuffles and leaves the list it was given alone", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (members, seed) => {
        const before = [...members];
        const result = shuffle(members, seededRandom(seed));
        expect([...result].sort()).toEqual([...members].sort());
        expect(members).toEqual(before);
      }),
    );
  });

  it("shuffles three members into each of the six orders about equally often", () => {
    const random = seededRandom(7);
    const counts = new Map<string, number>();
    for (let round = 0; round < 6000; round += 1) {
      const order = shuffle(["a", "b", "c"], random).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
