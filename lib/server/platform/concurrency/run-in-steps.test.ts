import { expect, it } from "vitest";
import { finish, type Steps } from "@/lib/domain/steps.ts";
import { countTurns } from "@/prisma/factories/count-turns.ts";
import { runInSteps } from "./run-in-steps.ts";

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
  const others = countTurns();
  expect(await runInSteps(work(60))).toBe(finish(work(60)));
  others.stop();
  expect(others.soFar()).toBeGreaterThan(2);
});
