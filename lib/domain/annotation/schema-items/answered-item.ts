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

/** An answered item, with the answers to one field as comparable texts. */
export interface AnsweredField extends AnsweredItem {
  texts: { by: string; at: string; text: string; answer: TaskAnswer }[];
}

/** The answers to one question about one item that are compared: the answers of all people, or of two people. */
export type ComparedAnswers = Pick<AnsweredField, "fields" | "texts">;
