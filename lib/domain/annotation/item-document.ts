import { itemAnchors, markedFields } from "../stories/items/item-anchors.ts";
import type { JsonObject, KsteItem } from "../stories/items/kste-item.ts";
import { withoutErrorTags } from "../stories/items/marks.ts";
import { straight } from "../words/straighten.ts";
import { worded } from "../words/words.ts";
import { isSameDocument, type KsteDocument } from "./kste-document.ts";

/** The document of an item as it was imported, its marked words turned into anchors. */
export function documentFromItem(item: KsteItem): KsteDocument {
  const common = { genre: item.genre, story: withoutErrorTags(item.story), anchors: itemAnchors(item) };
  switch (item.kind) {
    case "original":
      return { kind: "original", ...common };
    case "error":
      return {
        kind: "error",
        ...common,
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
 * The item that a document says, in the fields of the released format. An untouched document gives the imported item
 * back, byte for byte. Otherwise event, error and knowledge are written from the anchors, so that they stand in the
 * story word for word; knowledge told in other words than the story's is kept beside it as `knowledge_in_words`. A span
 * that is not sound leaves the imported text.
 */
export function itemFromDocument(document: KsteDocument, imported: KsteItem): KsteItem {
  if (isSameDocument(document, documentFromItem(imported))) return imported;
  const { anchors, ...texts } = document;
  const base = { id: imported.id, sourceId: imported.sourceId, provenance: imported.provenance };
  const marked = markedFields(worded(document.story), anchors);
  switch (texts.kind) {
    case "original":
      return { ...texts, ...base, extra: imported.extra };
    case "error":
      return {
        ...texts,
        ...base,
        ...knowledge(texts.implausibleKnowledge, marked.implausibleKnowledge, imported.extra),
        error: marked.error ?? (imported.kind === "error" ? imported.error : ""),
        erroneousEvent: marked.erroneousEvent ?? (imported.kind === "error" ? imported.erroneousEvent : ""),
      };
    case "knp":
      return {
        ...texts,
        ...base,
        ...knowledge(texts.implausibleKnowledge, marked.implausibleKnowledge, imported.extra),
      };
  }
}

function knowledge(inWords: string, quoted: string | null, extra: JsonObject) {
  const { knowledge_in_words: _, ...others } = extra;
  if (quoted === null) return { implausibleKnowledge: inWords, extra };
  const isQuotation = straight(inWords).includes(straight(quoted)) && inWords.length < quoted.length + 8;
  return {
    implausibleKnowledge: quoted,
    extra: isQuotation || inWords.trim() === "" ? others : { ...others, knowledge_in_words: inWords },
  };
}
