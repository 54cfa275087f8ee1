/** Work in steps of some milliseconds: whoever does it may let others go on after each. */
export type Steps<Result> = Generator<void, Result>;

/** All of the work in one go. */
export function finish<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
