import type { ItemRow } from "../../items/item.ts";
import { consistencyQuestion } from "../../items/kinds/ikd/consistency.ts";
import { markAttributes } from "../../items/kinds/marks.ts";
import { storyKinds } from "../../items/kinds/story-kinds.ts";
import type { Anchor, AnchorRole } from "../../stories/anchors/anchor.ts";
import type { KsteDocument } from "./kste-document.ts";

/** The source information stored with a benchmark item. */
export interface ItemOrigin {
  externalId: string;
  groupKey: string;
  knowledgeType: string | null;
}

/**
 * Converts an accepted document into a row of an item file. Original and erroneous stories become `consistency`;
 * questions become `two-choice` with the correct option first (the order on screen is a study condition). The word
 * positions of event and knowledge are included for conditions that display them.
 */
export function toBenchmarkRow(document: KsteDocument, origin: ItemOrigin): ItemRow {
  const story = { id: origin.externalId, title: "", genre: document.genre, text: document.story };
  const attributes: ItemRow["attributes"] = {
    genre: document.genre,
    kste_kind: document.kind,
    group: origin.groupKey,
    ...(origin.knowledgeType === null ? {} : { knowledge_type: origin.knowledgeType }),
  };
  const base = { id: origin.externalId, story, kind: storyKinds[document.kind].itemKind };
  if (document.kind === "original") {
    const gold = { consistent: true, spans: [] };
    return { ...base, text: consistencyQuestion, options: [], gold, attributes };
  }
  const marks = {
    character: document.character.slice(0, 500),
    ...markAttribute(markAttributes.knowledge, document.anchors, "knowledge"),
  };
  if (document.kind === "knp") {
    return {
      ...base,
      text: document.question,
      options: [document.answerWithoutKnowledge, document.answerWithKnowledge],
      gold: 0,
      attributes: { ...attributes, ...marks },
    };
  }
  return {
    ...base,
    text: consistencyQuestion,
    options: [],
    gold: { consistent: false, spans: listIntactRanges(document.anchors, "error") },
    attributes: { ...attributes, ...marks, ...markAttribute(markAttributes.event, document.anchors, "event") },
  };
}

function markAttribute(name: string, anchors: readonly Anchor[], role: AnchorRole): Record<string, string> {
  const rangesOfMarks = listIntactRanges(anchors, role);
  return rangesOfMarks.length === 0 ? {} : { [name]: rangesOfMarks.map(([start, end]) => `${start}-${end}`).join(" ") };
}

function listIntactRanges(anchors: readonly Anchor[], role: AnchorRole): [number, number][] {
  return anchors
    .filter((anchor) => anchor.role === role && anchor.damage === null && anchor.start < anchor.end)
    .map((anchor): [number, number] => [anchor.start, anchor.end])
    .sort((left, right) => left[0] - right[0]);
}
