import { genreLabels, genres } from "../../stories/genres.ts";
import { knowledgeTypeEntries } from "../../stories/knowledge-types.ts";
import type { WorkspaceField } from "./story-kind.ts";

// Fields of several kinds.

export const characterField: WorkspaceField = {
  name: "character",
  label: "Character",
  hint: "The name as used in the story. Sentences about this character are checked for hints at the answer.",
  isFolded: true,
};
export const knowledgeTextField: WorkspaceField = {
  name: "implausibleKnowledge",
  label: "Knowledge in words",
  hint: "What exactly the character cannot know. The mark is its position in the story.",
  isFolded: true,
};
export const knowledgeExplanationField: WorkspaceField = {
  name: "knowledgeExplanation",
  label: "Why the character cannot know",
  hint: null,
  isFolded: true,
};

export const genreField: WorkspaceField = {
  name: "genre",
  label: "Genre",
  hint: null,
  isFolded: true,
  choices: genres.map((value) => ({ value, label: genreLabels[value] })),
};
export const knowledgeTypeField: WorkspaceField = {
  name: "knowledgeType",
  label: "Type of knowledge",
  hint: "Where the knowledge comes from.",
  isFolded: true,
  choices: [
    { value: "", label: "Not stated" },
    ...knowledgeTypeEntries.map(({ type, label }) => ({ value: type, label })),
  ],
};
