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
export function presentationOf(protocol: Protocol, kind: string, language: string): Presentation {
  const block = protocol.steps.find((step): step is ItemBlock => step.kind === "items");
  if (!block) throw new RangeError("the protocol has no items");
  const titles = showsTitles(block);
  return {
    wording: stepWording(block, kind, language),
    layout: block.layout,
    titles,
    marks: block.marks,
    practice: protocol.steps.flatMap((step) =>
      step.kind === "practice" ? step.items.map((item) => practisedOf(step, item, language)) : [],
    ),
  };
}

/** How a practice step presents one of its items. */
export function practisedOf(step: PracticeBlock, item: PractisedItem["item"], language: string): PractisedItem {
  // Practice of the first edition is in English unless the study has its own texts.
  const wording = step.wordsEdition ? stepWording(step, item.kind, language) : step.wording;
  return { item, levels: step.levels, wording, layout: step.layout };
}

/** Whether a block shows its stories' titles. Before this was a setting, a story on its own screen had its title. */
export function showsTitles({ titles, layout }: Pick<ItemBlock, "titles" | "layout">): boolean {
  return titles === undefined ? layout === "story-then-question" : titles === "shown";
}
