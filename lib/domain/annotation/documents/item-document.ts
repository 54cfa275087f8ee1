import { itemAnchors } from "../../stories/items/item-anchors.ts";
import type { JsonObject, KsteItem } from "../../stories/items/kste-item.ts";
import { removeErrorTags } from "../../stories/items/marks.ts";
import { knowledgeTypes } from "../../stories/knowledge-types.ts";
import { isSameDocument } from "./copy-document.ts";
import { computeEventFields, computeKnowledgeField, type KnowledgeField } from "./document-fields.ts";
import type { KsteDocument } from "./kste-document.ts";

/** The document of an item as imported; its marked words become anchors. */
export function documentFromItem(item: KsteItem): KsteDocument {
  const common = { genre: item.genre, story: removeErrorTags(item.story), anchors: itemAnchors(item) };
  const statedType = item.extra.knowledge_type ?? item.extra.knowledgeType;
  const type = knowledgeTypes.find((knowledgeTypeOption) => knowledgeTypeOption === statedType);
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
 * Converts a document back to the fields of the released format. `before` is the imported document, if available;
 * unchanged fields have its bytes. Edited event, error and knowledge are generated from the anchors, so that the story
 * contains them verbatim (`document-fields.ts`). A wording of the knowledge that is not in the story is kept as
 * `knowledge_in_words`. A broken span keeps the imported text.
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
  const knowledge = computeKnowledgeField(document, before);
  const extra = keepKnowledgeWording(imported.extra, knowledge, document, before);
  const list = "knowledgeList" in imported ? { knowledgeList: imported.knowledgeList } : {};
  const common = { ...base, ...list, implausibleKnowledge: knowledge.implausibleKnowledge, extra };
  if (document.kind === "error" && before.kind === "error" && imported.kind === "error")
    return { ...texts, ...common, ...computeEventFields(document, before, imported) } as KsteItem;
  return { ...texts, ...common } as KsteItem;
}

/** Keeps the stored `knowledge_in_words` unless the knowledge was edited again. */
function keepKnowledgeWording(
  extra: JsonObject,
  knowledge: KnowledgeField,
  document: { implausibleKnowledge: string },
  before: { implausibleKnowledge: string },
): JsonObject {
  const isFieldUnchanged = knowledge.inWords === null && knowledge.implausibleKnowledge === before.implausibleKnowledge;
  if (isFieldUnchanged && document.implausibleKnowledge === before.implausibleKnowledge) return extra;
  const { knowledge_in_words: _, ...others } = extra;
  return knowledge.inWords === null ? others : { ...others, knowledge_in_words: knowledge.inWords };
}
