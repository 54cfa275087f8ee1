import { type StoryKind, storyDocument } from "../story-kind.ts";

/** A story without an error, from which others are made. */
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
  requiredRoles: [],
  requiredTexts: [],
  fileFields: { required: ["genre", "story"], optional: ["source_id"] },
};
