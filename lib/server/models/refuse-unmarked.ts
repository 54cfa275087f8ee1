import type { Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { isUnmarked } from "@/lib/domain/items/kinds/marks.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { formatCount } from "../../domain/format/figures.ts";
import { AppError } from "../platform/errors/app-error.ts";

/**
 * Refuses conditions that mark what some of the items that models are asked do not have. Their prompts would speak of a
 * mark that is not there, and where only stories with an error have one, the mark would be the key.
 *
 * @param field what the sentence is about, in the form that was sent
 */
export async function refuseUnmarked(
  conditions: readonly ConditionLevels[],
  items: AsyncIterable<Item>,
  field: string,
): Promise<void> {
  const marking = conditions.filter((levels) =>
    Object.values(itemKinds).some((kind) => (kind.marks?.(levels) ?? []).length > 0),
  );
  if (marking.length === 0) return;
  let asked = 0;
  const without = marking.map((levels) => ({ levels, label: "", count: 0 }));
  for await (const item of items) {
    asked += 1;
    const kind = itemKinds[item.kind];
    for (const one of without) {
      if (!kind || !isUnmarked(kind, one.levels, item)) continue;
      one.label = conditionLabel(kind, one.levels);
      one.count += 1;
    }
  }
  const found = without.find(({ count }) => count > 0);
  if (!found) return;
  throw new AppError(
    "invalid",
    `Under "${found.label}", ${formatCount(found.count)} of ${formatCount(asked)} items have nothing to highlight, so the mark would give the others away. Leave the condition out, or ask items that all have the mark.`,
    field,
  );
}
