import { formatCount } from "../../format/figures.ts";
import type { CountChoice } from "../../survey/counted-response.ts";
import type { SwitchCounts } from "../model/study-results.ts";

/**
 * One line on every page with results: whose answers count. With `standings` also the number affected by each switch.
 *
 * @param withMismatches whether models' answers to texts that differ from people's are included (`countsOtherTexts`)
 */
export function describeCountedAnswers(
  { stage, openStratum, surplus, excluded, withMismatches }: CountChoice & { withMismatches: boolean },
  standings: Pick<SwitchCounts, "openStratum" | "surplus" | "excluded"> | null = null,
): string {
  const part = (name: string, isIn: boolean, answers: number | undefined) =>
    `${name} ${isIn ? "in" : "out"}${answers === undefined ? "" : ` (${formatCount(answers)})`}`;
  const parts = [
    `complete sessions of stage ${stage}`,
    part("people outside quotas", openStratum, standings?.openStratum),
    part("surplus answers", surplus, standings?.surplus),
    part("excluded answers", excluded, standings?.excluded),
    part("models’ answers to other texts", withMismatches, undefined),
  ];
  return `Counted: ${parts.join(", ")}.`;
}
