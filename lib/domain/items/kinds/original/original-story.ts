import { genreField } from "../story-fields.ts";
import { type StoryKind, storyDocument } from "../story-kind.ts";

/** A story without an error, from which other items are made. */
export const original: StoryKind = {
  name: "original",
  label: "Original story",
  task: {
    id: "original-story",
    label: "Original story",
    purpose: "check a story and repair it",
    document: storyDocument("Original story", { roles: [], texts: [] }),
    example: { fields: { story: "Ana locked the hut and took the key." }, gold: { verdict: "sound" } },
  },
  itemKind: "consistency",
  isAboutKnowledge: false,
  constructionStep: null,
  isMadeFromOriginal: false,
  hasQuestion: false,
  requiredRoles: [],
  requiredTexts: [],
  fields: [genreField],
  itemFields: [["genre", "Genre"]],
  rules: [
    {
      id: "original-consistent",
      rule: "The original story has no logical error of its own.",
      fault: "The original story has a logical error of its own.",
      why: "It is shown as a consistent story, and every error made from it inherits what is wrong with it.",
      keeps: "Omar misses the last ferry and is still on the island in the morning.",
      breaks: "Omar misses the last ferry and has breakfast on the mainland, with no word about how he got there.",
      measuredBy: null,
    },
  ],
  fileFields: { required: ["genre", "story"], optional: ["source_id"] },
};
