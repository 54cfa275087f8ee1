import type { Highlight, Wording } from "../item-kind.ts";

/**
 * The display conditions of the paper's ablations (section 5.2): nothing; the faulty event highlighted; also the event
 * that gives the knowledge; both with an instruction to attend to knowledge; only the instruction.
 */
export const displays = ["plain", "event", "event-knowledge", "event-knowledge-attention", "attention"] as const;
export type Display = (typeof displays)[number];

/** The label of a condition for researchers; never shown to a participant. */
export const displayLabels: Readonly<Record<Display, string>> = {
  plain: "plain story",
  event: "event highlighted",
  "event-knowledge": "event and knowledge highlighted",
  "event-knowledge-attention": "both highlighted, told to attend to knowledge",
  attention: "told to attend to knowledge",
};

/** The sentences that display conditions add to the instructions, in Parallax's wording, for people and prompts. */
export const displayWording = {
  displayEvent: "One event is highlighted. Decide whether that event contains a logical error.",
  displayEventKnowledge:
    "Two passages are highlighted: an event, and something told earlier in the story. Decide whether the event contains a logical error, given the other passage.",
  displayAttention:
    "Pay attention to what each character can know at each moment: what they saw, heard or were told, and what they could not have learned.",
} as const;

/** The sentences that a condition adds to the instructions; null if it adds none. */
export function getDisplayInstruction(display: Display, wording: Wording = displayWording): string | null {
  const parts: Readonly<Record<Display, readonly (keyof typeof displayWording)[]>> = {
    plain: [],
    event: ["displayEvent"],
    "event-knowledge": ["displayEventKnowledge"],
    "event-knowledge-attention": ["displayEventKnowledge", "displayAttention"],
    attention: ["displayAttention"],
  };
  const displaySentences = parts[display].map((part) => wording[part] ?? displayWording[part]);
  return displaySentences.filter((sentence) => sentence !== "").join(" ") || null;
}

/** The marks that a condition shows. Errors are never shown, because they are the key. */
export function listShownMarks(display: Display): readonly Highlight["mark"][] {
  switch (display) {
    case "plain":
    case "attention":
      return [];
    case "event":
      return ["event"];
    case "event-knowledge":
    case "event-knowledge-attention":
      return ["event", "knowledge"];
  }
}
