import { setImmediate as otherWork } from "node:timers/promises";
import type { Steps } from "@/lib/domain/steps.ts";

/** Maximum time without a yield to the event loop. */
const maxBlockingMs = 6;

/** Runs work in steps and yields to the event loop every few milliseconds. */
export async function runInSteps<Result>(steps: Steps<Result>): Promise<Result> {
  let stepsStartedAt = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - stepsStartedAt < maxBlockingMs) continue;
    await otherWork();
    stepsStartedAt = performance.now();
  }
}
