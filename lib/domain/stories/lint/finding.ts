/**
 * The findings of the import linter; the first four and `schema` mean that the item is unusable in its current form.
 */
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

/** One problem in one field of one item. */
export interface LintFinding {
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

/** Whether a finding must be resolved before the item is used; a person reviews the others. */
export function isBlocking(finding: LintFinding): boolean {
  return BLOCKING.has(finding.problem);
}

/** Number of findings of each problem, without zeros. */
export function countByProblem(
  findings: readonly LintFinding[],
): { problem: LintProblem; findings: number; items: number }[] {
  return lintProblems
    .map((problem) => {
      const findingsOfProblem = findings.filter((finding) => finding.problem === problem);
      return {
        problem,
        findings: findingsOfProblem.length,
        items: new Set(findingsOfProblem.map((finding) => finding.item)).size,
      };
    })
    .filter(({ findings: count }) => count > 0);
}
