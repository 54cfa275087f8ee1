import { expect, it } from "vitest";
import { finish, type Steps } from "@/lib/domain/steps.ts";
import { finishInTurns } from "./finish-in-turns.ts";

function* work(steps: number): Steps<number> {
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + 2;
    // Busy for two milliseconds.
    while (performance.now() < until);
    yield;
  }
  return steps;
}

it("lets others go on between the steps of long work, and gives what the work gives in one go", async () => {
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  expect(await finishInTurns(work(60))).toBe(finish(work(60)));
  isOver = true;
  expect(turns).toBeGreaterThan(2);
});
