import fc from "fast-check";
import { expect, it } from "vitest";
import { matchCopies } from "./match-copies.ts";

const people = ["ann", "ben", "cleo", "dora"];

/** The size of a maximum matching, by exhaustive search. */
function largest(mayTake: readonly (readonly string[])[], taken: readonly string[] = []): number {
  const [first, ...rest] = mayTake;
  if (first === undefined) return 0;
  const withFirst = first.filter((person) => !taken.includes(person)).map((p) => 1 + largest(rest, [...taken, p]));
  return Math.max(largest(rest, taken), ...withFirst);
}

it("matches as many copies as can be, each to a person who may take it, nobody to two", () => {
  fc.assert(
    fc.property(fc.array(fc.subarray(people), { maxLength: 5 }), (mayTake) => {
      const matched = matchCopies(mayTake);
      const used = matched.filter((person) => person !== null);
      expect(used).toHaveLength(largest(mayTake));
      expect(new Set(used).size).toBe(used.length);
      matched.forEach((person, copy) => {
        if (person !== null) expect(mayTake[copy]).toContain(person);
      });
    }),
  );
});

it("moves a person to another copy where only they may take this one", () => {
  expect(matchCopies([["ann", "ben"], ["ann"]])).toEqual(["ben", "ann"]);
  expect(matchCopies([["ann"], ["ann"]])).toContain(null);
});
