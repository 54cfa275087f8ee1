import type { TaskTemplate } from "../../tasks/templates/template.ts";
import type { Item } from "../item.ts";

/**
 * An item kind as a task schema, for annotation and as a template. The texts and options of the kind come from this
 * document. The kind's other files state what a schema cannot: conditions, screens and prompts.
 */
export interface KindTask extends TaskTemplate {
  /** The values of the stimulus fields of an item. */
  fieldsOf(item: Item): Readonly<Record<string, unknown>>;
  /** The keys of an item's gold answer by field; empty if the kind cannot read the gold answer. */
  keysOf(gold: unknown): Readonly<Record<string, unknown>>;
}

/** The story of an item as a field; absent if the story is empty. */
export function toStoryField({ story }: Item): { story?: string } {
  return story.text.trim() === "" ? {} : { story: story.text };
}
