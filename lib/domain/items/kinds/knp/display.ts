import { displayWording } from "../ikd/display.ts";
import type { Highlight, Wording } from "../item-kind.ts";

/**
 * The display conditions of Yang et al. 2026 for the next action: nothing; an instruction to attend to knowledge; the
 * knowledge highlighted.
 */
export const choiceDisplays = ["plain", "attention", "knowledge"] as const;
export type ChoiceDisplay = (typeof choiceDisplays)[number];

/** The label of a condition for researchers; never shown to a participant. */
export const choiceDisplayLabels: Readonly<Record<ChoiceDisplay, string>> = {
  plain: "plain story",
  attention: "told to attend to knowledge",
  knowledge: "knowledge highlighted",
};

/** The sentences that display conditions add to the instructions, in Parallax's wording, for people and prompts. */
export const choiceDisplayWording = {
  displayKnowledge: "One passage of the story is highlighted.",
  displayAttention: displayWording.displayAttention,
} as const;

/** The sentence that a condition adds to the instructions; empty if it adds none. */
export function getChoiceDisplayInstruction(display: ChoiceDisplay, wording: Wording): string {
  const wordingKeys = { plain: null, attention: "displayAttention", knowledge: "displayKnowledge" } as const;
  const part = wordingKeys[display];
  return part === null ? "" : (wording[part] ?? choiceDisplayWording[part]);
}

/** The marks that a condition shows. */
export function listChoiceMarks(display: ChoiceDisplay): readonly Highlight["mark"][] {
  return display === "knowledge" ? ["knowledge"] : [];
}
