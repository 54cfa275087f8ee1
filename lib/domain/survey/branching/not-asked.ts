import type { Outcome } from "../protocol.ts";
import { askedQuestions, isPageShown } from "../questions/apply-rules.ts";
import type { Screen } from "../screens.ts";

/**
 * The exported value of a question that a person was not asked, in contrast to a question that they did not answer.
 */
export const notAsked = "not-asked";

/**
 * The keys of the questions that a session passed without asking them, because an earlier answer skipped their page or
 * hid them. Questions that the session has not reached are not included.
 *
 * @param given all answers of the session
 * @param progress the index of the session's current or last screen, and its outcome
 */
export function listNotAsked(
  screens: readonly Screen[],
  given: Readonly<Record<string, string>>,
  progress: { screen: number; outcome: Outcome | null },
): string[] {
  return screens.flatMap((screen) => {
    const isPassed = screen.index < progress.screen || progress.outcome === "complete";
    if (screen.kind !== "questions" || screen.again !== null || !isPassed) return [];
    const { questions } = screen.step;
    const askedKeys = isPageShown(screen.step, given) ? askedQuestions(questions, given) : [];
    return questions.filter((question) => !askedKeys.includes(question)).map(({ key }) => key);
  });
}

/** The keys of the questions that are not asked of everyone. */
export function listConditional(screens: readonly Screen[]): string[] {
  return screens.flatMap((screen) => {
    if (screen.kind !== "questions" || screen.again !== null) return [];
    const { questions, showIf, skipIf } = screen.step;
    return questions.filter((question) => showIf ?? skipIf ?? question.showIf).map(({ key }) => key);
  });
}
