/** Work in steps of some milliseconds: anyone who does it may let others go on after each. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps of the work without a pause. */
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
