import { cannotKnow, knowledgeInStory, noHint, noMagic } from "../knowledge-rules.ts";
import type { ValidityRule } from "../story-kind.ts";

/** The checklist of an erroneous story, with the rules for a minimal edit of its original. */
export const erroneousStoryRules: readonly ValidityRule[] = [
  knowledgeInStory,
  cannotKnow,
  noMagic,
  {
    id: "no-pretending",
    rule: "The character is not lying, bluffing or guessing.",
    fault: "The character is lying, bluffing or guessing.",
    why: "Someone who pretends to know does not know, and there is no error.",
    keeps: "She goes straight to the right drawer, alone, with nobody to impress.",
    breaks: "“I know where you hid it,” says the detective, hoping that the clerk will glance at the drawer.",
    measuredBy: null,
  },
  {
    id: "uses-knowledge",
    rule: "What the character says or does makes sense only with the knowledge.",
    fault: "What the character does makes sense without the knowledge.",
    why: "If a good guess or a habit explains it, a careful reader will not call it an error.",
    keeps: "Out of forty lockers he opens number 27 at once.",
    breaks: "He looks into the only cupboard of the room.",
    measuredBy: null,
  },
  noHint,
  {
    id: "minimal-edit",
    rule: "Only the event was rewritten, with as few words as it takes; later events changed only where they must.",
    fault: "More than the event was rewritten.",
    why: "Length, style or stray changes elsewhere give the erroneous version away.",
    keeps: "One sentence of the event is new, and a later “empty-handed” became “with the letter”.",
    breaks: "The opening was polished too, and the story is sixty words longer.",
    measuredBy: "diff",
  },
  {
    id: "continuity",
    rule: "Apart from the error the story still holds together and reads well.",
    fault: "Apart from the error the story does not hold together.",
    why: "A second, accidental error makes it impossible to say whether a reader found the right one.",
    keeps: "Having taken the letter, the visitor no longer asks for it at supper.",
    breaks: "The visitor takes the letter at noon and finds it in the clock again at night.",
    measuredBy: null,
  },
];
