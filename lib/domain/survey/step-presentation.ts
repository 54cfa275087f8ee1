import type { PractisedItem, Presentation } from "../items/stimulus.ts";
import type { Protocol } from "./protocol.ts";
import type { ProtocolStep } from "./protocol-step.ts";
import { stepWording } from "./translate-protocol.ts";

type ItemBlock = Extract<ProtocolStep, { kind: "items" }>;
type PracticeBlock = Extract<ProtocolStep, { kind: "practice" }>;

/**
 * How a protocol presents its items: the input of participants' screens, of prompts and of both fingerprints. It
 * contains everything about a study that surrounds an item.
 */
export function buildPresentation(protocol: Protocol, kind: string, language: string): Presentation {
  const block = protocol.steps.find((step): step is ItemBlock => step.kind === "items");
  if (!block) throw new RangeError("the protocol has no items");
  const titles = showsTitles(block);
  return {
    wording: stepWording(block, kind, language),
    layout: block.layout,
    titles,
    marks: block.marks,
    practice: protocol.steps.flatMap((step) =>
      step.kind === "practice" ? step.items.map((item) => presentPracticeItem(step, item, language)) : [],
    ),
  };
}

/** How a practice step presents one of its items: its levels, wording and layout. */
export function presentPracticeItem(step: PracticeBlock, item: PractisedItem["item"], language: string): PractisedItem {
  // The practice texts of the first edition are in English unless the study has its own texts.
  const wording = step.wordsEdition ? stepWording(step, item.kind, language) : step.wording;
  return { item, levels: step.levels, wording, layout: step.layout };
}

/**
 * Whether a block shows the titles of its stories. Before this setting was added, a story on a separate screen had its
 * title.
 */
export function showsTitles({ titles, layout }: Pick<ItemBlock, "titles" | "layout">): boolean {
  return titles === undefined ? layout === "story-then-question" : titles === "shown";
}
