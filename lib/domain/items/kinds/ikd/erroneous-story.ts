import {
  characterField,
  genreField,
  knowledgeExplanationField,
  knowledgeTextField,
  knowledgeTypeField,
} from "../story-fields.ts";
import { type StoryKind, storyDocument } from "../story-kind.ts";
import { erroneousStoryRules } from "./rules.ts";

const roles = ["knowledge", "event", "error"] as const;

/** A story in which a character uses knowledge that they cannot have (IKD). */
export const error: StoryKind = {
  name: "error",
  label: "Erroneous story",
  task: {
    id: "erroneous-story",
    label: "Erroneous story",
    purpose: "check a story in which a character knows too much, and mark the error",
    document: storyDocument("Erroneous story", {
      roles,
      texts: [{ name: "character", label: "Character" }],
    }),
    example: {
      fields: { story: "Ana hid the code. Ben never saw it. He typed the code at once.", character: "Ben" },
      gold: {
        verdict: "sound",
        knowledge: [{ id: "s1", start: 0, end: 16 }],
        event: [{ id: "s2", start: 36, end: 61 }],
        error: [{ id: "s3", start: 39, end: 53 }],
      },
    },
  },
  itemKind: "consistency",
  isAboutKnowledge: true,
  constructionStep: "erroneous-story",
  isMadeFromOriginal: true,
  hasQuestion: false,
  requiredRoles: roles,
  requiredTexts: ["character"],
  fields: [
    characterField,
    knowledgeTextField,
    knowledgeExplanationField,
    {
      name: "modifiedExplanation",
      label: "How the knowledge changes the character’s action",
      hint: null,
      isFolded: true,
    },
    { name: "originalEvent", label: "The original event", hint: null, isFolded: true },
    knowledgeTypeField,
    genreField,
  ],
  itemFields: [
    ["genre", "Genre"],
    ["character", "Character"],
    ["implausibleKnowledge", "Implausible knowledge"],
    ["knowledgeExplanation", "Why the character cannot know it"],
    ["error", "Error"],
    ["erroneousEvent", "Erroneous event"],
    ["originalEvent", "Event before the change"],
    ["modifiedExplanation", "Effect of the knowledge"],
  ],
  rules: erroneousStoryRules,
  fileFields: {
    required: ["genre", "character", "implausible_knowledge", "error", "erroneous_event", "story"],
    optional: ["original_event", "knowledge_explanation", "modified_explanation", "source_id"],
  },
};
