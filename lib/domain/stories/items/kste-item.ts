/** Fields that all items of the data set have in addition to the text. */
interface CommonFields {
  id: string;
  /** One of `genres` in valid data; other values are kept unchanged. */
  genre: string;
  story: string;
  /** The original from which this item was made; null if the file does not state it. */
  sourceId: string | null;
  /** The item's source and processing history: plain JSON, kept unchanged. */
  provenance: JsonObject | null;
  /** Unknown fields of a row; kept so that an export is complete. */
  extra: JsonObject;
}

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/**
 * The field `implausible_knowledge` as in its file, if it was a JSON array instead of a text (`knowledge-list.ts`).
 */
export type KnowledgeList = Json[];

/** A story without an error (IKD). */
export interface OriginalStory extends CommonFields {
  kind: "original";
}

/** A story in which a character uses knowledge that the character cannot have (IKD). */
export interface ErroneousStory extends CommonFields {
  kind: "error";
  character: string;
  implausibleKnowledge: string;
  knowledgeList?: KnowledgeList;
  /** The faulty words as stored by the authors: all marked parts joined without separator, trimmed. */
  error: string;
  /** The rewritten event with the faulty words between `<error>` and `</error>`. */
  erroneousEvent: string;
  /** The event before it was rewritten; null if not available. */
  originalEvent: string | null;
  /** Why the character cannot know; null if not available. */
  knowledgeExplanation: string | null;
  /** How the knowledge changes the character's action; null if not available. */
  modifiedExplanation: string | null;
}

/** A question about what a character does next (KNP). The correct option is the option without the knowledge. */
export interface NextActionItem extends CommonFields {
  kind: "knp";
  character: string;
  implausibleKnowledge: string;
  knowledgeList?: KnowledgeList;
  question: string;
  /** The distractor. */
  answerWithKnowledge: string;
  /** The correct option. */
  answerWithoutKnowledge: string;
  /** Why the character cannot know at the time of the question; null if not available. */
  knowledgeExplanation: string | null;
  /** Why one action is more plausible than the other; null if not available. */
  explanation: string | null;
}

export type KsteItem = OriginalStory | ErroneousStory | NextActionItem;
export type KsteKind = KsteItem["kind"];
