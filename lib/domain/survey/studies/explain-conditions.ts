import { itemKinds } from "../../items/kinds/registry.ts";

/**
 * What the levels in some conditions' labels mean, a line each, where the label alone does not say it: "no-story: the
 * story is not repeated on the question screen". Empty when all of them speak for themselves.
 */
export function explainConditions(labels: readonly string[]): string[] {
  const used = new Set(labels.flatMap((label) => label.split(" · ")));
  const levels = Object.values(itemKinds).flatMap(({ factors }) => factors.flatMap((factor) => factor.levels));
  return [...new Set(levels.flatMap(({ label, hint }) => (hint && used.has(label) ? [`${label}: ${hint}`] : [])))];
}
