import { cannotKnow, knowledgeInStory, noHint, noMagic } from "../knowledge-rules.ts";
import type { ValidityRule } from "../story-kind.ts";

/** The checklist of a question about the next action. */
export const nextActionRules: readonly ValidityRule[] = [
  knowledgeInStory,
  cannotKnow,
  noMagic,
  noHint,
  {
    id: "correct-clear",
    rule: "Without the knowledge, the correct option is clearly what the character would do.",
    fault: "The correct option is not clearly what the character would do.",
    why: "A question that careful readers answer differently measures taste.",
    keeps: "Nina always locks her bicycle at the gate; she will look for it at the gate.",
    breaks: "Nina might walk home or wait for a friend; the story gives no reason for either.",
    measuredBy: null,
  },
  {
    id: "distractor-needs-knowledge",
    rule: "The distractor makes sense only for someone who has the knowledge.",
    fault: "The distractor makes sense without the knowledge.",
    why: "If the character's nature explains it as well, choosing it is no mistake.",
    keeps: "She walks around the house to the shed, where her brother hid the bicycle.",
    breaks: "He says nothing to her, which shyness alone explains, whatever he knows about her feelings.",
    measuredBy: null,
  },
  {
    id: "question-silent",
    rule: "The question does not mention the knowledge.",
    fault: "The question mentions the knowledge.",
    why: "Naming it tells the reader what to attend to.",
    keeps: "Where will Nina go first?",
    breaks: "Will Nina look behind the shed, where her brother hid the bicycle?",
    measuredBy: null,
  },
  {
    id: "options-even",
    rule: "The options are of about the same length, style and detail.",
    fault: "The options differ in length, style or detail.",
    why: "Otherwise the right option can be guessed without reading the story: it is the shorter one, or the one that shares fewer words with the knowledge.",
    keeps: "“Walk to the gate.” and “Walk to the shed.”",
    breaks: "“Wait.” and “Run behind the shed, move the boards aside and wheel the bicycle out.”",
    measuredBy: "artefacts",
  },
];
