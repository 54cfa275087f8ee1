import type { ConditionLevels } from "./item-kind.ts";

/**
 * The level of `story` in which the statement is shown without any story. Not the paper's "no-story", whose readers do
 * read the story.
 */
export const contextFree = "context-free";

/** Whether the condition of an item never shows its story. Other factors may have a level with the same name. */
export function isContextFree(levels: ConditionLevels): boolean {
  return levels.story === contextFree;
}

/** Whether a study's factors include a condition without any story. */
export function hasContextFree(factors: readonly { name: string; levels: readonly string[] }[]): boolean {
  return factors.some(({ name, levels }) => levels.some((level) => isContextFree({ [name]: level })));
}
