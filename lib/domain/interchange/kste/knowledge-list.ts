import type { Json, KnowledgeList, KsteItem } from "../../stories/items/kste-item.ts";

/**
 * The text of a field `implausible_knowledge` that is a JSON array in the file: the entry itself if there is only one,
 * otherwise one line with a dash for each entry, as in the released lists. Entries other than texts are written as
 * JSON.
 */
export function textOfKnowledgeList(list: KnowledgeList): string {
  const entries = list.filter((entry) => entry !== null).map(entryText);
  return entries.length === 1 ? (entries[0] as string) : entries.map((entry) => `- ${entry}`).join("\n");
}

/** Returns the original array for writing, unless someone changed its text; undefined if the field was a text. */
export function restoreKnowledgeList(item: KsteItem): { implausible_knowledge?: KnowledgeList } {
  if (item.kind === "original" || item.knowledgeList === undefined) return {};
  const isUnchanged = textOfKnowledgeList(item.knowledgeList) === item.implausibleKnowledge;
  return isUnchanged ? { implausible_knowledge: item.knowledgeList } : {};
}

function entryText(entry: Json): string {
  return (typeof entry === "string" ? entry : JSON.stringify(entry)).replace(/\s+/gu, " ").trim();
}
