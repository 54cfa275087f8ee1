import {
  characterField,
  genreField,
  knowledgeExplanationField,
  knowledgeTextField,
  knowledgeTypeField,
} from "../story-fields.ts";
import { type StoryKind, storyDocument } from "../story-kind.ts";
import { nextActionRules } from "./rules.ts";

/** A question about what a character does next (KNP). */
export const knp: StoryKind = {
  name: "knp",
  label: "Next-action question",
  task: {
    id: "next-action-question",
    label: "Next-action question",
    purpose: "check a story with a question about what a character does next",
    document: storyDocument("Next-action question", {
      roles: ["knowledge"],
      texts: [
        { name: "character", label: "Character" },
        { name: "question", label: "Question" },
        { name: "answerWithoutKnowledge", label: "Answer without the knowledge" },
        { name: "answerWithKnowledge", label: "Answer with the knowledge" },
      ],
    }),
    example: {
      fields: {
        story: "Ana hid the key under the mat while Ben was away.",
        character: "Ben",
        question: "Ben wants to open the door. What does he do?",
        answerWithoutKnowledge: "He looks in the drawer.",
        answerWithKnowledge: "He lifts the mat.",
      },
      gold: { verdict: "sound", knowledge: [{ id: "s1", start: 0, end: 29 }] },
    },
  },
  itemKind: "two-choice",
  isAboutKnowledge: true,
  constructionStep: "next-action",
  isMadeFromOriginal: false,
  hasQuestion: true,
  requiredRoles: ["knowledge"],
  requiredTexts: ["question", "answerWithoutKnowledge", "answerWithKnowledge", "character"],
  fields: [
    { name: "question", label: "Question", hint: "It must not mention the knowledge.", isFolded: false },
    {
      name: "answerWithoutKnowledge",
      label: "Correct option",
      hint: "What the character does without the knowledge.",
      isFolded: false,
    },
    {
      name: "answerWithKnowledge",
      label: "Distractor",
      hint: "An option that makes sense only if the character has the knowledge.",
      isFolded: false,
    },
    characterField,
    knowledgeTextField,
    knowledgeExplanationField,
    { name: "explanation", label: "Why one option is more plausible", hint: null, isFolded: true },
    knowledgeTypeField,
    genreField,
  ],
  itemFields: [
    ["genre", "Genre"],
    ["character", "Character"],
    ["question", "Question"],
    ["answerWithoutKnowledge", "Answer without the knowledge (right)"],
    ["answerWithKnowledge", "Answer with the knowledge"],
    ["implausibleKnowledge", "Implausible knowledge"],
    ["knowledgeExplanation", "Why the character cannot know it"],
    ["explanation", "Why one action is expected"],
  ],
  rules: nextActionRules,
  fileFields: {
    required: [
      "genre",
      "story",
      "character",
      "implausible_knowledge",
      "question",
      "answer_with_knowledge",
      "answer_without_knowledge",
    ],
    optional: ["knowledge_explanation", "explanation", "source_id"],
  },
};
