import { expect, it } from "vitest";
import { finish, type Steps } from "@/lib/domain/steps.ts";
import { finishInTurns } from "./finish-in-turns.ts";

function* work(steps: number): Steps<number> {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + 2;
    while (performance.now() < until) sum += 1;
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
