/** Work in steps of a few milliseconds. The caller may do other work after each step. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps of the work without pauses. */
export function finish<Result, Step>(
  steps: Generator<Step, Result>,
  onStep: (step: Step) => void = () => undefined,
): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onStep(step.value);
  }
}
