import { setImmediate as otherWork } from "node:timers/promises";
import type { Steps } from "@/lib/domain/steps.ts";

/** So long may a piece of work keep the process to itself. */
const turnMs = 6;

/** Does work in steps, with a turn for the other work of the process whenever it has had the process for some milliseconds. */
export async function runInSteps<Result>(steps: Steps<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < turnMs) continue;
    await otherWork();
    began = performance.now();
  }
}
