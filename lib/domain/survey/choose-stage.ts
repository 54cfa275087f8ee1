/**
 * The stage shown on a page about a study: the requested stage if it has answers, otherwise the study's own stage if it
 * has answers, otherwise the first stage that has any; the study's own stage if no one has answered yet. Stages are
 * never mixed.
 */
export function chooseStage(withAnswers: readonly string[], wanted: string | null, own: string): string {
  return [wanted, own].find((stage) => stage !== null && withAnswers.includes(stage)) ?? withAnswers[0] ?? own;
}
