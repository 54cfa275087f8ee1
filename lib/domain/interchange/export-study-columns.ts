import type { ItemKind } from "../items/kinds/item-kind.ts";
import { notAsked } from "../survey/branching/not-asked.ts";
import type { ConsentBox } from "../survey/protocol.ts";
import { confidenceKey, notKnown, type Question } from "../survey/questions/question.ts";
import type { ExportColumn } from "./export-table.ts";

// The columns of the tables in a study's export: first the columns that several tables share, then one builder per
// record type.

/**
 * How much an export reveals about people.
 * - `anonymous`: no free text and no times of day; participants are numbered in an order that reveals nothing.
 * - `coded` (the default): everything except recruiters' IDs; each participant has a random code.
 * - `identified`: like `coded`, with a separate file of the recruiters' IDs.
 */
export const exportLevels = ["anonymous", "coded", "identified"] as const;
export type ExportLevel = (typeof exportLevels)[number];

/** The properties of a study that determine the columns of its export. */
export interface ExportShape {
  level: ExportLevel;
  /** The factors of the study's conditions, in the order of the plan. */
  factors: readonly string[];
  /** Names of item attributes, sorted. */
  attributes: readonly string[];
  /** The questions of all versions of the protocol, in order of appearance. */
  questions: readonly Question[];
  /** The keys of the questions that an earlier answer can skip. */
  conditional: readonly string[];
  /** The checkboxes of the consent form and the steps with checks, from all versions of the protocol. */
  boxes: readonly ConsentBox[];
  checks: readonly { key: string; title: string }[];
  /** Whether any version of the protocol limits the time for an item. */
  hasTimeLimit?: boolean;
  kinds: readonly ItemKind[];
  /** The names of the items, and whether each has a key, in the order of the item file. */
  items: readonly { id: string; hasKey: boolean }[];
}

/** The result of a check. */
export const verdictMeanings = { passed: "right", missed: "not right" };

/** How a session ended. */
export const outcomeMeanings = {
  complete: "completed the session",
  "screened-out": "did not pass the screener",
  "over-quota": "no slot was free",
  "no-consent": "did not agree to take part",
  quality: "missed a check of attention, understanding or practice that ends the session",
  withdrawn: "withdrew",
};

/** In every table, so that a copy of the file can be identified. */
export const canary = textColumn(
  "canary",
  "marks the file as test data that must not be used to train models; in its first record",
);

/** The participant of a record, in the form that the privacy level allows. */
export function participantColumn({ level }: ExportShape): ExportColumn {
  return textColumn(
    "participant",
    level === "anonymous" ? "number of the participant, in random order" : "random code of the participant",
  );
}

/** The level of one factor of the condition, with the item kinds' labels of levels. */
export function factorColumn(shape: ExportShape, name: string): ExportColumn {
  const factor = shape.kinds.flatMap((kind) => kind.factors).find((candidate) => candidate.name === name);
  const levels = factor?.levels.map(({ value, label, hint }) => [value, hint ? `${label}: ${hint}` : label]);
  return textColumn(
    `condition_${name}`,
    factor?.label ?? `factor "${name}" of the condition`,
    levels && Object.fromEntries(levels),
  );
}

/**
 * The answer to a question, and the stated confidence if it was requested.
 *
 * @param isConditional whether an earlier answer can skip the question
 */
export function questionColumns(question: Question, isConditional: boolean): ExportColumn[] {
  const { key, label } = question;
  const dontKnowValues = {
    ...(question.dontKnow ? { [notKnown]: "I do not know" } : {}),
    ...(isConditional
      ? {
          [notAsked]:
            "not asked: an earlier answer skipped the question; an empty field is a question without an answer",
        }
      : {}),
  };
  const choices =
    "choices" in question ? question.choices.map(({ value, label: choiceLabel }) => [value, choiceLabel]) : [];
  const values = { ...Object.fromEntries(choices), ...dontKnowValues };
  const listNote = question.type === "several" ? " (a JSON list of the answers chosen)" : "";
  const answer = textColumn(
    `answer_${key}`,
    `${label}${listNote}`,
    Object.keys(values).length > 0 ? values : undefined,
  );
  if (!question.confidence) return [answer];
  return [answer, textColumn(`answer_${confidenceKey(question)}`, `how sure the answer to "${label}" is, in percent`)];
}

/** The meanings of a column's values from the codebook of an item kind. */
export function codebookValues(kind: ItemKind, name: string): Record<string, string> {
  return kind.codebook.find((entry) => entry.name === name)?.values ?? {};
}

export function textColumn(name: string, description: string, values?: Record<string, string>): ExportColumn {
  return { name, description, type: "text", ...(values && Object.keys(values).length > 0 ? { values } : {}) };
}

export function flagColumn(name: string, description: string): ExportColumn {
  return { name, description, type: "boolean" };
}

export function integerColumn(name: string, description: string): ExportColumn {
  return { name, description, type: "integer" };
}

export function decimalColumn(name: string, description: string): ExportColumn {
  return { name, description, type: "number" };
}

export function millisecondsColumn(name: string, description: string): ExportColumn {
  return { name, description, type: "integer", unit: "milliseconds" };
}

export function timeColumn(name: string, description: string): ExportColumn {
  return { name, description: `${description} (ISO 8601, UTC)`, type: "time" };
}

export function jsonColumn(name: string, description: string): ExportColumn {
  return { name, description: `${description} (JSON)`, type: "json" };
}

export function listColumn(name: string, description: string): ExportColumn {
  return { name, description: `${description} (JSON list)`, type: "json" };
}
