import { itemKinds } from "../../items/kinds/registry.ts";

/**
 * The meaning of the levels in some conditions' labels, one line each, for labels that are not self-explanatory:
 * "no-story: the story is not repeated on the question screen". Empty if all labels are self-explanatory.
 */
export function explainConditions(labels: readonly string[]): string[] {
  const usedLabels = new Set(labels.flatMap((label) => label.split(" · ")));
  const levels = Object.values(itemKinds).flatMap(({ factors }) => factors.flatMap((factor) => factor.levels));
  return [
    ...new Set(levels.flatMap(({ label, hint }) => (hint && usedLabels.has(label) ? [`${label}: ${hint}`] : []))),
  ];
}
