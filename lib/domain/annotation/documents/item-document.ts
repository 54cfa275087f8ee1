import { itemAnchors } from "../../stories/items/item-anchors.ts";
import type { JsonObject, KsteItem } from "../../stories/items/kste-item.ts";
import { withoutErrorTags } from "../../stories/items/marks.ts";
import { knowledgeTypes } from "../../stories/knowledge-types.ts";
import { eventFields, type KnowledgeField, knowledgeField } from "./document-fields.ts";
import { isSameDocument, type KsteDocument } from "./kste-document.ts";

/** The document of an item as it was imported, its marked words turned into anchors. */
export function documentFromItem(item: KsteItem): KsteDocument {
  const common = { genre: item.genre, story: withoutErrorTags(item.story), anchors: itemAnchors(item) };
  const stated = item.extra.knowledge_type ?? item.extra.knowledgeType;
  const type = knowledgeTypes.find((one) => one === stated);
  const knowledgeType = type === undefined ? {} : { knowledgeType: type };
  switch (item.kind) {
    case "original":
      return { kind: "original", ...common };
    case "error":
      return {
        kind: "error",
        ...common,
        ...knowledgeType,
        character: item.character,
        implausibleKnowledge: item.implausibleKnowledge,
        originalEvent: item.originalEvent,
        knowledgeExplanation: item.knowledgeExplanation,
        modifiedExplanation: item.modifiedExplanation,
      };
    case "knp":
      return {
        kind: "knp",
        ...common,
        ...knowledgeType,
        character: item.character,
        implausibleKnowledge: item.implausibleKnowledge,
        question: item.question,
        answerWithKnowledge: item.answerWithKnowledge,
        answerWithoutKnowledge: item.answerWithoutKnowledge,
        knowledgeExplanation: item.knowledgeExplanation,
        explanation: item.explanation,
      };
  }
}

/**
 * The item that a document says, in the fields of the released format. What no one touched comes out byte for byte, field by
 * field; `before` is the document as it was imported, where it is at hand. Event, error and knowledge that were worked on
 * are written from the anchors, so that they stand in the story word for word (`document-fields.ts`); knowledge told in
 * other words than the story's is kept beside it as `knowledge_in_words`. A span that is not sound leaves the imported text.
 */
export function itemFromDocument(
  document: KsteDocument,
  imported: KsteItem,
  before: KsteDocument = documentFromItem(imported),
): KsteItem {
  if (isSameDocument(document, before)) return imported;
  const { anchors: _, knowledgeType: __, ...texts } = { knowledgeType: null, ...document };
  const base = {
    id: imported.id,
    sourceId: imported.sourceId,
    provenance: imported.provenance,
    story: document.story === before.story ? imported.story : document.story,
  };
  if (document.kind === "original" || texts.kind === "original" || before.kind === "original")
    return { ...texts, ...base, extra: imported.extra } as KsteItem;
  const knowledge = knowledgeField(document, before);
  const extra = withKnowledgeInWords(imported.extra, knowledge, document, before);
  const list = "knowledgeList" in imported ? { knowledgeList: imported.knowledgeList } : {};
  const common = { ...base, ...list, implausibleKnowledge: knowledge.implausibleKnowledge, extra };
  if (document.kind === "error" && before.kind === "error" && imported.kind === "error")
    return { ...texts, ...common, ...eventFields(document, before, imported) } as KsteItem;
  return { ...texts, ...common } as KsteItem;
}

/** Words that were kept at an earlier work stay, unless the knowledge was worked on again. */
function withKnowledgeInWords(
  extra: JsonObject,
  knowledge: KnowledgeField,
  document: { implausibleKnowledge: string },
  before: { implausibleKnowledge: string },
): JsonObject {
  const isKept = knowledge.inWords === null && knowledge.implausibleKnowledge === before.implausibleKnowledge;
  if (isKept && document.implausibleKnowledge === before.implausibleKnowledge) return extra;
  const { knowledge_in_words: _, ...others } = extra;
  return knowledge.inWords === null ? others : { ...others, knowledge_in_words: knowledge.inWords };
}
