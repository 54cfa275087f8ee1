import type { TaskTemplate } from "../../tasks/templates/template.ts";
import type { Item } from "../item.ts";

/**
 * A kind of item as a task schema, for annotation and as a template; the kind's other files are its plug-in: conditions,
 * screens and prompts, which the form of a schema does not state. Texts and options of the kind are those of the document.
 */
export interface KindTask extends TaskTemplate {
  /** The values of the stimulus fields of an item. */
  fieldsOf(item: Item): Readonly<Record<string, unknown>>;
  /** The keys of an item's gold answer by field; empty for a gold that the kind cannot read. */
  keysOf(gold: unknown): Readonly<Record<string, unknown>>;
}

/** The story of an item as a field; absent if it is empty. */
export function storyField({ story }: Item): { story?: string } {
  return story.text.trim() === "" ? {} : { story: story.text };
}
