import { expect, it } from "vitest";
import { itemOf } from "../../items/kinds/mindgames/mindgames-item.ts";
import { releasedRows } from "../testing/fixture-rows.ts";
import { difficultyOf } from "./difficulty.ts";
import { fixedObservations, type Problem, type Statement } from "./problem.ts";

const fact = (subject: Extract<Statement, { kind: "fact" }>["subject"], negated = false): Statement => ({
  kind: "fact",
  subject,
  negated,
});
const muddy = (later: Statement[], hypothesis: Statement, persons = 3): Problem => ({
  setup: "forehead",
  names: ["Ann", "Bob", "Cid"].slice(0, persons),
  sees: fixedObservations("forehead", persons)!,
  announcements: [fact("someone"), ...later],
  hypothesis,
});
const knows = (person: number, of: Statement, negated = false): Statement => ({
  kind: "knows",
  person,
  mode: "whether",
  negated,
  of,
});

it("counts worlds, and only the announcements that a proof needs", () => {
  // Ann sees Bob: no announcement is needed.
  expect(difficultyOf(muddy([], knows(0, fact(1))))).toEqual({ worlds: 8, worldsLeft: 7, proof: 0 });
  // The announcement about Cid is superfluous.
  expect(difficultyOf(muddy([fact(2), fact(0)], knows(0, fact(0))))).toMatchObject({ worldsLeft: 2, proof: 1 });
  // Two muddy children: Bob can know from "someone" and Ann's ignorance, and from nothing less.
  const two = muddy([knows(0, fact(0), true)], knows(1, fact(1)), 2);
  expect(difficultyOf(two)).toEqual({ worlds: 4, worldsLeft: 2, proof: 2 });
});

it("needs every announcement for a counterexample, and gives up on long problems", () => {
  expect(difficultyOf(muddy([fact(1)], knows(0, fact(0)))).proof).toBe(2);
  const long = Array.from({ length: 12 }, () => fact(0));
  expect(difficultyOf(muddy(long, knows(0, fact(0)))).proof).toBeNull();
});

it("becomes attributes of the item", () => {
  const [row] = releasedRows;
  const { attributes } = itemOf(row!)!;
  expect(attributes).toMatchObject({ worlds: 2 ** row!.names.length, proof: expect.any(Number) });
  expect(attributes.worlds_left).toBeLessThan(2 ** row!.names.length);
});
