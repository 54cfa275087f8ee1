/** Sources of implausible knowledge (Yang et al. 2026, appendix A.1). Definitions and examples are our own. */
export const knowledgeTypes = ["private-thoughts", "distant-events", "future-events", "inaccessible-secrets"] as const;
export type KnowledgeType = (typeof knowledgeTypes)[number];

/** A type of knowledge for screens and prompts. */
export interface KnowledgeTypeEntry {
  type: KnowledgeType;
  label: string;
  definition: string;
  /** A piece of knowledge of this type, and an action that only makes sense with it. */
  example: { knowledge: string; giveaway: string };
}

export const knowledgeTypeEntries: readonly KnowledgeTypeEntry[] = [
  {
    type: "private-thoughts",
    label: "Private thoughts",
    definition: "What somebody thinks, feels or intends and has neither said nor shown to anyone.",
    example: {
      knowledge: "On the bus Lina decided, without a word to anyone, to give up the violin.",
      giveaway: "Her teacher has already rented the violin to another pupil.",
    },
  },
  {
    type: "distant-events",
    label: "Distant events",
    definition: "What happened somewhere else, or while the character was away, and has not been told since.",
    example: {
      knowledge: "While Amir was at sea, the bakery on his street burned down.",
      giveaway: "Stepping off the boat, Amir orders his bread from the next village.",
    },
  },
  {
    type: "future-events",
    label: "Future events",
    definition: "What has not happened yet and cannot be foreseen from what the character has seen.",
    example: {
      knowledge: "At four o'clock the old elevator will stop between two floors.",
      giveaway: "At ten to four Greta takes the stairs with her heavy cases and smiles at the elevator.",
    },
  },
  {
    type: "inaccessible-secrets",
    label: "Inaccessible secrets",
    definition:
      "A fact that the character has no ordinary way of finding out: a stranger's past, a hidden place, a password.",
    example: {
      knowledge: "The will lies behind the third brick of the chimney, where the grandmother alone put it.",
      giveaway: "On his first visit the new lodger loosens the third brick.",
    },
  },
];
