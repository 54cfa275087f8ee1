import type { Item } from "../../items/item.ts";
import type { ConditionLevels, ItemKind } from "../../items/kinds/item-kind.ts";
import { markAttributes } from "../../items/kinds/marks.ts";
import { conditionKey, type Presentation, renderPrompt } from "../../items/stimulus.ts";
import { taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { sentiment } from "../../tasks/templates/classification.ts";

/**
 * The conditions that a model can distinguish, named by the levels that the prompt shows. A level is omitted if another
 * level of its factor gives the same prompt (repeating a story with the question changes a screen but no prompt).
 * Conditions with the same prompt are merged, so that no question is asked twice and no answer has a level that its
 * prompt does not show. The order of the conditions is kept.
 */
export function listDistinctConditions(
  kind: Pick<ItemKind, "name" | "factors">,
  conditions: readonly ConditionLevels[],
  presentation: Presentation = {},
): ConditionLevels[] {
  const item = sampleItem(kind.name);
  const render = (levels: ConditionLevels) => renderPrompt(item, levels, presentation);
  const isShown = (levels: ConditionLevels, name: string): boolean => {
    if (name === "prompt" || name === "shots") return true;
    const prompt = render(levels);
    const factor = kind.factors.find((one) => one.name === name);
    // A factor that exists only in studies, such as asking for confidence, has one level here. It is compared with its
    // absence.
    if (!factor) return render(omitFactor(levels, name)) !== prompt;
    return factor.levels.every(
      ({ value }) => value === levels[name] || render({ ...levels, [name]: value }) !== prompt,
    );
  };
  const shownLevels = conditions.map((levels) =>
    Object.fromEntries(Object.entries(levels).filter(([name]) => isShown(levels, name))),
  );
  return [...new Map(shownLevels.map((levels) => [conditionKey(levels), levels])).values()];
}

/** An item that contains everything that a prompt can show, with a different text in each part. */
function sampleItem(kind: string): Item {
  return {
    kind,
    text: "Statement.",
    options: ["First option.", "Second option."],
    task: { schema: taskSchemaSchema.parse(sentiment.document), fields: { text: "Text." } },
    attributes: { [markAttributes.event]: "0-1", [markAttributes.knowledge]: "2-3" },
    story: { title: "", genre: "", text: "One two three four." },
  };
}

function omitFactor(levels: ConditionLevels, factor: string): ConditionLevels {
  return Object.fromEntries(Object.entries(levels).filter(([name]) => name !== factor));
}
