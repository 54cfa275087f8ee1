import type { Highlight } from "../item-kind.ts";

/**
 * The display conditions of the paper's ablations (section 5.2): nothing; the faulty event highlighted; the event that
 * gives the knowledge highlighted too; both, and told to attend to knowledge; only told.
 */
export const displays = ["plain", "event", "event-knowledge", "event-knowledge-attention", "attention"] as const;
export type Display = (typeof displays)[number];

/** What a condition is called on a researcher's screen; never shown to a participant. */
export const displayLabels: Readonly<Record<Display, string>> = {
  plain: "plain story",
  event: "event highlighted",
  "event-knowledge": "event and knowledge highlighted",
  "event-knowledge-attention": "both highlighted, told to attend to knowledge",
  attention: "told to attend to knowledge",
};

/** The sentence a condition adds to the instructions, for people and prompts alike; null for none. Own wording. */
export function displayInstruction(display: Display): string | null {
  const highlighted: Readonly<Record<Display, string | null>> = {
    plain: null,
    event: "One event is highlighted. Decide whether that event contains a logical error.",
    "event-knowledge":
      "Two passages are highlighted: an event, and something told earlier in the story. Decide whether the event contains a logical error, given the other passage.",
    "event-knowledge-attention":
      "Two passages are highlighted: an event, and something told earlier in the story. Decide whether the event contains a logical error, given the other passage.",
    attention: null,
  };
  const attends = display === "attention" || display === "event-knowledge-attention";
  const attention =
    "Pay attention to what each character can know at each moment: what they saw, heard or were told, and what they could not have learned.";
  return [highlighted[display], attends ? attention : null].filter((part) => part !== null).join(" ") || null;
}

/** Which marks a condition shows. Errors are never among them: they are the key. */
export function shownMarks(display: Display): readonly Highlight["mark"][] {
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
