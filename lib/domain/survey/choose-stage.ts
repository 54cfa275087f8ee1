/**
 * The stage shown on a page about a study: the requested stage if it has answers, otherwise the study's own stage if it
 * has answers, otherwise the first stage with answers. Without any answers, it is the study's own stage. Stages are
 * never mixed.
 */
export function chooseStage(
  stagesWithAnswers: readonly string[],
  requestedStage: string | null,
  studyStage: string,
): string {
  return (
    [requestedStage, studyStage].find((stage) => stage !== null && stagesWithAnswers.includes(stage)) ??
    stagesWithAnswers[0] ??
    studyStage
  );
}
