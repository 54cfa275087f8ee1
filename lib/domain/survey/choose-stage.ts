/**
 * The stage shown on a page about a study: the requested stage if it has answers; otherwise the study's own stage if it
 * has answers; otherwise the first stage with answers; the study's own stage if there are no answers yet. Stages are
 * never mixed.
 */
export function chooseStage(withAnswers: readonly string[], wanted: string | null, own: string): string {
  return [wanted, own].find((stage) => stage !== null && withAnswers.includes(stage)) ?? withAnswers[0] ?? own;
}
