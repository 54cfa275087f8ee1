/** What the import linter can find; the first four and `schema` mean that the item cannot be used as it is. */
export const lintProblems = [
  "event-not-in-story",
  "span-not-found",
  "empty-error",
  "malformed-tag",
  "unpaired",
  "siblings",
  "mixed-quotes",
  "explicit-hint",
  "knowledge-not-in-story",
  "options-identical",
  "schema",
] as const;
export type LintProblem = (typeof lintProblems)[number];

/** One thing wrong with one field of one item. */
export interface Finding {
  item: string;
  field: string;
  problem: LintProblem;
  message: string;
}

const BLOCKING: ReadonlySet<LintProblem> = new Set([
  "event-not-in-story",
  "span-not-found",
  "empty-error",
  "malformed-tag",
  "schema",
]);

/** Whether a finding must be repaired before the item is used; the others are for a person to look at. */
export function isBlocking(finding: Finding): boolean {
  return BLOCKING.has(finding.problem);
}

/** How many findings there are of each problem, those with none left out. */
export function countByProblem(
  findings: readonly Finding[],
): { problem: LintProblem; findings: number; items: number }[] {
  return lintProblems
    .map((problem) => {
      const those = findings.filter((finding) => finding.problem === problem);
      return { problem, findings: those.length, items: new Set(those.map((finding) => finding.item)).size };
    })
    .filter(({ findings: count }) => count > 0);
}
