import { genreLabels, genres } from "@/lib/domain/stories/genres.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { knowledgeTypeEntries } from "@/lib/domain/stories/knowledge-types.ts";

/** The editable texts of an item, by the field names of the item format. */
export type FieldName =
  | "story"
  | "character"
  | "implausibleKnowledge"
  | "question"
  | "answerWithoutKnowledge"
  | "answerWithKnowledge"
  | "originalEvent"
  | "knowledgeExplanation"
  | "modifiedExplanation"
  | "explanation"
  | "genre"
  | "knowledgeType";

export interface WorkspaceField {
  name: FieldName;
  label: string;
  /** One sentence about the content of the field; null if the label is sufficient. */
  hint: string | null;
  /** Rarely needed: collapsed below the other fields. */
  isFolded: boolean;
  /** The options of a field that only accepts a choice. */
  choices?: readonly { value: string; label: string }[];
}

const character: WorkspaceField = {
  name: "character",
  label: "Character",
  hint: "The name as used in the story. Sentences about this character are checked for hints at the answer.",
  isFolded: true,
};
const knowledge: WorkspaceField = {
  name: "implausibleKnowledge",
  label: "The knowledge in words",
  hint: "What exactly the character cannot know. The mark is its position in the story.",
  isFolded: true,
};
const knowledgeExplanation: WorkspaceField = {
  name: "knowledgeExplanation",
  label: "Why the character cannot know",
  hint: null,
  isFolded: true,
};

const genre: WorkspaceField = {
  name: "genre",
  label: "Genre",
  hint: null,
  isFolded: true,
  choices: genres.map((value) => ({ value, label: genreLabels[value] })),
};
const knowledgeType: WorkspaceField = {
  name: "knowledgeType",
  label: "Type of knowledge",
  hint: "Where the knowledge comes from.",
  isFolded: true,
  choices: [
    { value: "", label: "Not stated" },
    ...knowledgeTypeEntries.map(({ type, label }) => ({ value: type, label })),
  ],
};

/** The texts of each kind other than the story, in the order of the workspace. */
export const workspaceFields: Readonly<Record<KsteKind, readonly WorkspaceField[]>> = {
  original: [genre],
  error: [
    character,
    knowledge,
    knowledgeExplanation,
    {
      name: "modifiedExplanation",
      label: "How the knowledge changes the character’s action",
      hint: null,
      isFolded: true,
    },
    { name: "originalEvent", label: "The original event", hint: null, isFolded: true },
    knowledgeType,
    genre,
  ],
  knp: [
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
    character,
    knowledge,
    knowledgeExplanation,
    { name: "explanation", label: "Why one option is more plausible", hint: null, isFolded: true },
    knowledgeType,
    genre,
  ],
};
