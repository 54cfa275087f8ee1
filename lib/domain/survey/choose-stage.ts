/**
 * The stage that a page about a study shows: the one that was asked for where it has answers, else the study's own, else
 * the first that has any; the study's own where no one has answered yet. Stages are never mixed.
 */
export function chooseStage(withAnswers: readonly string[], wanted: string | null, own: string): string {
  return [wanted, own].find((stage) => stage !== null && withAnswers.includes(stage)) ?? withAnswers[0] ?? own;
}
