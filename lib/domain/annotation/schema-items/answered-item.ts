import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import type { GoldAnswer } from "./gold-answer.ts";

/** An item with the first answers of each person, by user ID or code, and the accepted answers. */
export interface AnsweredItem {
  id: string;
  fields: TaskFields;
  /** `activeMs` is null for coded people, whose time is unknown. */
  given: readonly { by: string; at: string; answer: TaskAnswer; version: number; activeMs?: number | null }[];
  accepted: TaskAnswer | null;
  suggested: TaskAnswer | null;
  isSuggestionShown: boolean;
  /** The keys of a gold item by field; absent or null for an ordinary item. */
  gold?: GoldAnswer | null;
  /** Length of the texts that an annotator reads, in characters. */
  characters?: number;
}

/** The answers to one question about one item, or about one span of an item. */
export interface AnsweredUnit {
  /** The name of the span (`spanName`); null for a question about the item. */
  span: string | null;
  fields: TaskFields;
  /** The answer of each person as comparable text; `answer` has all answers about the item or the span. */
  texts: readonly { by: string; at: string; text: string; answer: TaskAnswer }[];
  /** The accepted answer as comparable text; null if there is none. */
  accepted: string | null;
}

/** An item with the answers to one question. A question of a group has a unit for each span that anyone marked. */
export interface AnsweredField {
  id: string;
  units: readonly AnsweredUnit[];
}

/** The answers that are compared: the answers of all people, or of two people. */
export type ComparedAnswers = Pick<AnsweredUnit, "fields" | "texts">;
