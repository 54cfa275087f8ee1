/** Work in steps of some milliseconds: the caller may yield to other work after each. */
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
