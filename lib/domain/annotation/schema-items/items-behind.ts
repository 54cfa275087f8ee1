import { toComparableAnswer, toComparableAnswers } from "../../tasks/answers/comparable-answer.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { labelsGiven, monthOf } from "./answer-agreement.ts";
import type { AnsweredField, AnsweredItem } from "./answered-item.ts";

/** Who answered, and whether the answers are different: what agreement counts of an item. */
interface GivenBehind {
  /** People by user id or code. */
  by: string[];
  differs: boolean;
}

/** What an item adds to the figures of one field. */
interface FieldBehind extends GivenBehind {
  /** The month of the last answer, as 2026-11. */
  month: string;
  /** The labels that anyone gave; empty for a field without labels. */
  labels: string[];
  /** The accepted and the given answers as comparable texts, for a field with a table of both; null without. */
  decided: { accepted: string; given: string[] } | null;
}

/** What an item adds to the figures of a report, so that a figure can be opened to its items. */
export interface ItemBehind extends GivenBehind {
  id: string;
  fields: Record<string, FieldBehind>;
  /** The people whose answers were compared with the expected ones of a gold item. */
  gold: string[];
}

/** An item before its fields are added. */
export function itemBehind(schema: TaskSchema, { id, given }: AnsweredItem): ItemBehind {
  const texts = given.map(({ answer }) => toComparableAnswer(schema, answer));
  return { id, by: given.map(({ by }) => by), differs: new Set(texts).size > 1, fields: {}, gold: [] };
}

/** Whether given answers to a field are compared with accepted ones in a table. */
export function hasConfusion({ type }: AnswerField): boolean {
  return type === "choice" || type === "pairwise" || type === "rating";
}

/** The accepted answer to a field as a comparable text; null if there is none. */
export function acceptedText(schema: TaskSchema, { name }: AnswerField, { accepted }: AnsweredItem): string | null {
  return (accepted && toComparableAnswers(schema, accepted)[name]) ?? null;
}

/** What an item with answers to a field adds to the figures of the field. */
export function fieldBehind(schema: TaskSchema, field: AnswerField, item: AnsweredField): FieldBehind {
  const given = [...new Set(item.texts.map(({ text }) => text))];
  const accepted = hasConfusion(field) ? acceptedText(schema, field, item) : null;
  return {
    by: item.texts.map(({ by }) => by),
    differs: given.length > 1,
    month: monthOf(item),
    labels: [...new Set(item.texts.flatMap((text) => labelsGiven(field, text)))],
    decided: accepted === null ? null : { accepted, given },
  };
}
