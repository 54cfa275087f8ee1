import { spanOfName, toComparableAnswer } from "../../tasks/answers/comparable-answer.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { comparedUnits, labelsGiven, monthOf } from "./answer-agreement.ts";
import type { AnsweredField, AnsweredItem, AnsweredUnit } from "./answered-item.ts";

/** Who answered, whose answers are compared, and whether they are different: what agreement counts of an item. */
interface GivenBehind {
  /** People by user id or code. */
  by: string[];
  compared: string[];
  differs: boolean;
}

/** What an item adds to the figures of one question. */
interface FieldBehind extends GivenBehind {
  /** The month of the last compared answer, as 2026-11. */
  month: string;
  /** The labels that anyone gave; empty for a field without labels. */
  labels: string[];
  /** The labels on which compared answers differ. */
  differing: string[];
  /** The accepted and the given answers as comparable texts, for a question with a table of both. */
  decided: { accepted: string; given: string[] }[];
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
  const by = given.map(({ by: person }) => person);
  return { id, by, compared: by.length > 1 ? by : [], differs: new Set(texts).size > 1, fields: {}, gold: [] };
}

/** Whether given answers to a field are compared with accepted ones in a table. */
export function hasConfusion({ type }: AnswerField): boolean {
  return type === "choice" || type === "pairwise" || type === "rating";
}

/** What an item with answers to a question adds to the figures of the question. */
export function fieldBehind(field: AnswerField, item: AnsweredField): FieldBehind {
  const { units } = item;
  const compared = comparedUnits(item);
  return {
    by: distinct(units.flatMap(peopleOf)),
    compared: distinct(compared.flatMap(peopleOf)),
    differs: compared.some(({ texts }) => new Set(texts.map(({ text }) => text)).size > 1),
    month: monthOf({ ...item, units: compared }),
    labels: distinct(units.flatMap(({ texts }) => texts.flatMap((text) => labelsGiven(field, text)))),
    differing: distinct(compared.flatMap((unit) => differingLabels(field, unit))),
    decided: hasConfusion(field)
      ? units.flatMap(({ accepted, texts }) =>
          accepted === null ? [] : [{ accepted, given: distinct(texts.map(({ text }) => text)) }],
        )
      : [],
  };
}

function peopleOf({ texts }: AnsweredUnit): string[] {
  return texts.map(({ by }) => by);
}

/** The labels that the answers do not give equally: for spans and relations, to the same words. */
function differingLabels(field: AnswerField, { texts }: AnsweredUnit): string[] {
  if (field.type !== "spans" && field.type !== "relations") {
    const given = texts.map((text) => labelsGiven(field, text));
    return distinct(given.flat()).filter((label) => given.some((own) => !own.includes(label)));
  }
  const members = texts.map(({ text }) => (JSON.parse(text) as unknown[]).map((one) => JSON.stringify(one)));
  return distinct(members.flat())
    .filter((member) => members.some((own) => !own.includes(member)))
    .map((member) => labelOfMember(JSON.parse(member) as string | string[]));
}

/** The label of a span's name or of a relation. */
function labelOfMember(member: string | string[]): string {
  return typeof member === "string" ? (spanOfName(member, "").label ?? "") : (member[1] ?? "");
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
