import type { KsteKind } from "./items/kste-item.ts";

/**
 * One rule of the annotators' checklist. The rules are those of Yang et al. 2026 (sections 4.2 and A.3) and of the
 * construction prompts (A.2); wording and examples are our own.
 */
export interface ValidityRule {
  id: string;
  /** The kinds of items to which the rule applies. */
  kinds: readonly KsteKind[];
  /** The requirement, as a statement that the annotator ticks. */
  rule: string;
  /** The fault that violates the rule: the reason that an annotator ticks for a change. */
  fault: string;
  /** The purpose of the rule, in one sentence. */
  why: string;
  keeps: string;
  breaks: string;
  /** How the workspace measures this rule automatically; null if only a reader can judge it. */
  measuredBy: "anchors" | "hints" | "diff" | "artefacts" | null;
}

export const validityRules: readonly ValidityRule[] = [
  {
    id: "original-consistent",
    kinds: ["original"],
    rule: "The original story has no logical error of its own.",
    fault: "The original story has a logical error of its own.",
    why: "It is shown as a consistent story, and every error made from it inherits what is wrong with it.",
    keeps: "Omar misses the last ferry and is still on the island in the morning.",
    breaks: "Omar misses the last ferry and has breakfast on the mainland, with no word about how he got there.",
    measuredBy: null,
  },
  {
    id: "knowledge-in-story",
    kinds: ["error", "knp"],
    rule: "The story tells the knowledge before the character acts, and it is marked.",
    fault: "The story does not tell the knowledge before the character acts, or it is not marked.",
    why: "A reader who was never told the fact cannot notice that the character should not know it.",
    keeps: "First the clerk hides the letter in the clock; two paragraphs later the visitor opens the clock.",
    breaks: "The visitor opens the clock, and only the last line reveals that the letter was there.",
    measuredBy: "anchors",
  },
  {
    id: "cannot-know",
    kinds: ["error", "knp"],
    rule: "The character has no plausible way to know it at that moment.",
    fault: "The character could know it.",
    why: "If there is a way, using the knowledge is no error and the other action is no mistake.",
    keeps: "Only the clerk was in the room, and he has left the country.",
    breaks: "The clerk told half the village, where the visitor has been staying for a week.",
    measuredBy: null,
  },
  {
    id: "no-magic",
    kinds: ["error", "knp"],
    rule: "Nothing in the story's world explains the knowledge: no magic, no device, no gift.",
    fault: "Something in the story's world explains the knowledge.",
    why: "In such a world the character may well know, and the story is consistent.",
    keeps: "The witch is powerful, but the story says that she cannot see through walls, and the shepherd is no witch.",
    breaks: "The shepherd wears the ring that whispers other people's thoughts.",
    measuredBy: null,
  },
  {
    id: "no-pretending",
    kinds: ["error"],
    rule: "The character is not lying, bluffing or guessing.",
    fault: "The character is lying, bluffing or guessing.",
    why: "Someone who pretends to know does not know, and there is no error.",
    keeps: "She goes straight to the right drawer, alone, with nobody to impress.",
    breaks: "“I know where you hid it,” says the detective, hoping that the clerk will glance at the drawer.",
    measuredBy: null,
  },
  {
    id: "uses-knowledge",
    kinds: ["error"],
    rule: "What the character says or does makes sense only with the knowledge.",
    fault: "What the character does makes sense without the knowledge.",
    why: "If a good guess or a habit explains it, a careful reader will not call it an error.",
    keeps: "Out of forty lockers he opens number 27 at once.",
    breaks: "He looks into the only cupboard of the room.",
    measuredBy: null,
  },
  {
    id: "no-hint",
    kinds: ["error", "knp"],
    rule: "The story does not say outright that the character does not know.",
    fault: "The story says outright that the character does not know.",
    why: "The test is whether a reader keeps track of who knows what, not whether a reader can find the sentence that says so.",
    keeps: "Mara was in the garden when the parcel came.",
    breaks: "Mara, not knowing that the parcel had come, was in the garden.",
    measuredBy: "hints",
  },
  {
    id: "minimal-edit",
    kinds: ["error"],
    rule: "Only the event was rewritten, with as few words as it takes; later events changed only where they must.",
    fault: "More than the event was rewritten.",
    why: "Length, style or stray changes elsewhere give the erroneous version away.",
    keeps: "One sentence of the event is new, and a later “empty-handed” became “with the letter”.",
    breaks: "The opening was polished too, and the story is sixty words longer.",
    measuredBy: "diff",
  },
  {
    id: "continuity",
    kinds: ["error"],
    rule: "Apart from the error the story still holds together and reads well.",
    fault: "Apart from the error the story does not hold together.",
    why: "A second, accidental error makes it impossible to say whether a reader found the right one.",
    keeps: "Having taken the letter, the visitor no longer asks for it at supper.",
    breaks: "The visitor takes the letter at noon and finds it in the clock again at night.",
    measuredBy: null,
  },
  {
    id: "correct-clear",
    kinds: ["knp"],
    rule: "Without the knowledge, the correct option is clearly what the character would do.",
    fault: "The correct option is not clearly what the character would do.",
    why: "A question that careful readers answer differently measures taste.",
    keeps: "Nina always locks her bicycle at the gate; she will look for it at the gate.",
    breaks: "Nina might walk home or wait for a friend; the story gives no reason for either.",
    measuredBy: null,
  },
  {
    id: "distractor-needs-knowledge",
    kinds: ["knp"],
    rule: "The distractor makes sense only for somebody who has the knowledge.",
    fault: "The distractor makes sense without the knowledge.",
    why: "If the character's nature explains it as well, choosing it is no mistake.",
    keeps: "She walks around the house to the shed, where her brother hid the bicycle.",
    breaks: "He says nothing to her, which shyness alone explains, whatever he knows about her feelings.",
    measuredBy: null,
  },
  {
    id: "question-silent",
    kinds: ["knp"],
    rule: "The question does not mention the knowledge.",
    fault: "The question mentions the knowledge.",
    why: "Naming it tells the reader what to attend to.",
    keeps: "Where will Nina go first?",
    breaks: "Will Nina look behind the shed, where her brother hid the bicycle?",
    measuredBy: null,
  },
  {
    id: "options-even",
    kinds: ["knp"],
    rule: "The options are of about the same length, style and detail.",
    fault: "The options differ in length, style or detail.",
    why: "Otherwise the right option can be guessed without reading the story: it is the shorter one, or the one that shares fewer words with the knowledge.",
    keeps: "“Walk to the gate.” and “Walk to the shed.”",
    breaks: "“Wait.” and “Run behind the shed, move the boards aside and wheel the bicycle out.”",
    measuredBy: "artefacts",
  },
];

/** The checklist of a kind of item, in order. */
export function rulesFor(kind: KsteKind): ValidityRule[] {
  return validityRules.filter((rule) => rule.kinds.includes(kind));
}
