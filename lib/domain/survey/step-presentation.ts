import type { PractisedItem, Presentation } from "../items/stimulus.ts";
import type { Protocol } from "./protocol.ts";
import type { Step } from "./protocol-step.ts";
import { stepWording } from "./translate-protocol.ts";

type ItemBlock = Extract<Step, { kind: "items" }>;
type PracticeBlock = Extract<Step, { kind: "practice" }>;

/**
 * How a protocol presents its items: what participants are shown, what a prompt has to say and what both fingerprints are
 * taken of. Everything about a study that stands around an item comes from here.
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
  // Practice of the first edition speaks English wherever the study does not word it.
  const wording = step.wordsEdition ? stepWording(step, item.kind, language) : step.wording;
  return { item, levels: step.levels, wording, layout: step.layout };
}

/** Whether a block shows its stories' titles. Before it said so, a story on a screen of its own had its title. */
export function showsTitles({ titles, layout }: Pick<ItemBlock, "titles" | "layout">): boolean {
  return titles === undefined ? layout === "story-then-question" : titles === "shown";
}
