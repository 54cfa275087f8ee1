import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import { conditionKey } from "../../items/stimulus.ts";
import type { Correspondence } from "../model/correspondence.ts";

/**
 * Lists the conditions under which a model must be evaluated so that each condition of a study has a counterpart. Each
 * has the levels of people, overridden by the levels of the first applicable pair of the correspondence.
 *
 * @param conditions the study's conditions
 * @param prompts the prompt styles of the item kind; the first is used if the correspondence names none
 * @param wanted prompt styles to use instead of the style of the first pair; empty to use the first pair
 */
export function listModelConditions(
  conditions: readonly ConditionLevels[],
  { pairs }: Correspondence,
  prompts: readonly string[],
  wanted: readonly string[] = [],
): ConditionLevels[] {
  const modelConditions = conditions.flatMap((people) => {
    const applicable = pairs.filter((pair) =>
      Object.entries(pair.people).every(([name, level]) => people[name] === level),
    );
    const wantedPairs = applicable.filter(
      ({ models }) => models.prompt !== undefined && wanted.includes(models.prompt),
    );
    if (wantedPairs.length > 0) return wantedPairs.map(({ models }) => ({ ...people, ...models }));
    const hasFixedPrompt = applicable.some(({ models }) => models.prompt !== undefined);
    const styles = wanted.length > 0 ? (hasFixedPrompt ? [] : wanted) : prompts.slice(0, 1);
    return styles.map((prompt) => ({ ...people, prompt, ...applicable[0]?.models }));
  });
  return [...new Map(modelConditions.map((levels) => [conditionKey(levels), levels])).values()];
}
