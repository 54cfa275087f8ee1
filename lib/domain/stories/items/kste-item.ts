/** What every story of the family carries besides its text. */
interface Common {
  id: string;
  /** One of `genres` in sound data; kept as it came otherwise. */
  genre: string;
  story: string;
  /** The original this item was made from; null when the file does not say. */
  sourceId: string | null;
  /** Where the item comes from and what was done to it: plain JSON, kept as it is. */
  provenance: JsonObject | null;
  /** Fields of a row that this program does not know; kept so that nothing is lost on the way through. */
  extra: JsonObject;
}

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The field `implausible_knowledge` as its file had it, where that was a JSON array and not a text (`knowledge-list.ts`). */
export type KnowledgeList = Json[];

/** A story without an error (IKD). */
export interface OriginalStory extends Common {
  kind: "original";
}

/** A story in which a character uses knowledge that the character cannot have (IKD). */
export interface ErroneousStory extends Common {
  kind: "error";
  character: string;
  implausibleKnowledge: string;
  knowledgeList?: KnowledgeList;
  /** The faulty words as the authors store them: all marked pieces joined with nothing between, trimmed. */
  error: string;
  /** The rewritten event with the faulty words between `<error>` and `</error>`. */
  erroneousEvent: string;
  /** The event before it was rewritten; null when not kept. */
  originalEvent: string | null;
  /** Why the character cannot know; null when not kept. */
  knowledgeExplanation: string | null;
  /** How knowing changes what the character does; null when not kept. */
  modifiedExplanation: string | null;
}

/** A question about what a character does next (KNP). The correct option is the one without the knowledge. */
export interface NextActionItem extends Common {
  kind: "knp";
  character: string;
  implausibleKnowledge: string;
  knowledgeList?: KnowledgeList;
  question: string;
  /** The distractor. */
  answerWithKnowledge: string;
  /** The correct option. */
  answerWithoutKnowledge: string;
  /** Why the character cannot know at the time of the question; null when not kept. */
  knowledgeExplanation: string | null;
  /** Why one action is more plausible than the other; null when not kept. */
  explanation: string | null;
}

export type KsteItem = OriginalStory | ErroneousStory | NextActionItem;
export type KsteKind = KsteItem["kind"];

/** The text fields of each kind as files name them, in the order of the released files; all are required. */
export const requiredFields = {
  original: ["genre", "story"],
  error: ["genre", "character", "implausible_knowledge", "error", "erroneous_event", "story"],
  knp: [
    "genre",
    "story",
    "character",
    "implausible_knowledge",
    "question",
    "answer_with_knowledge",
    "answer_without_knowledge",
  ],
} as const;

/** The fields that only the construction prompts and our own exports have. */
export const optionalFields = {
  original: ["source_id"],
  error: ["original_event", "knowledge_explanation", "modified_explanation", "source_id"],
  knp: ["knowledge_explanation", "explanation", "source_id"],
} as const;
