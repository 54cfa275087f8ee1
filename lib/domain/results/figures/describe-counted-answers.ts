import { formatCount } from "../../format/figures.ts";
import type { CountChoice } from "../../survey/counted-response.ts";
import type { SwitchCounts } from "../model/study-results.ts";

/**
 * The line on every results page that states whose answers count; with `counts`, also the number of answers for each
 * filter.
 *
 * @param withMismatches whether models' answers to texts that differ from people's are included (`countsOtherTexts`)
 */
export function describeCountedAnswers(
  { stage, openStratum, surplus, excluded, withMismatches }: CountChoice & { withMismatches: boolean },
  counts: Pick<SwitchCounts, "openStratum" | "surplus" | "excluded"> | null = null,
): string {
  const part = (name: string, isIn: boolean, answers: number | undefined) =>
    `${name} ${isIn ? "in" : "out"}${answers === undefined ? "" : ` (${formatCount(answers)})`}`;
  const parts = [
    `complete sessions of stage ${stage}`,
    part("people outside quotas", openStratum, counts?.openStratum),
    part("surplus answers", surplus, counts?.surplus),
    part("excluded answers", excluded, counts?.excluded),
    part("models’ answers to other texts", withMismatches, undefined),
  ];
  return `Counted: ${parts.join(", ")}.`;
}
