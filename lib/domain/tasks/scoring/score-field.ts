import { normaliseAnswer } from "../../words/normalise-answer.ts";
import { wordTexts } from "../../words/words.ts";
import { relationsOf, spansOf } from "../answers/check-spans.ts";
import {
  fieldAnswerSchema,
  preferenceSchema,
  quantitySchema,
  type TaskAnswer,
  type TaskSpan,
} from "../answers/task-answer.ts";
import { isGiven } from "../answers/visible-fields.ts";
import type { AnswerField, FieldOfType } from "../schema/answer-field.ts";
import { goldSchemas } from "./field-gold.ts";
import { type Overlap, overlapOfCounts, overlapOfSets, positionsOf } from "./overlap.ts";

/** The score of a field. `correct` is null if the scoring is not decisive; `score` is a share from 0 to 1. */
export interface FieldScore {
  correct: boolean | null;
  score: number;
}

interface AnswerWithKeys {
  answer: TaskAnswer;
  keys: Readonly<Record<string, unknown>>;
}

/** Scores the answer to a field; null if the field is not scored or the key is invalid. */
export function scoreField(
  field: Exclude<AnswerField, { type: "group" }>,
  { answer, keys }: AnswerWithKeys,
): FieldScore | null {
  const given = answer[field.name];
  const key = keys[field.name];
  const { scoring } = field;
  switch (scoring.by) {
    case "none":
      return null;
    case "distribution": {
      const shares = goldSchemas.shares.safeParse(key);
      if (!shares.success) return null;
      return { correct: null, score: isGiven(given) ? (shares.data[categoryOf(given)] ?? 0) : 0 };
    }
    case "range": {
      const range = goldSchemas.range.safeParse(key);
      const value = numberOf(field, given);
      return range.success
        ? toFieldScore(value !== null && value >= range.data.minimum && value <= range.data.maximum)
        : null;
    }
    case "tolerance": {
      const expected = numberOf(field, fieldAnswerSchema.safeParse(key).data);
      const value = numberOf(field, given);
      if (expected === null) return null;
      const allowedDifference = Math.max(scoring.absolute, scoring.relative * Math.abs(expected));
      // Because of binary rounding, 0.3 must also be accepted for 0.2 with a tolerance of 0.1.
      return toFieldScore(
        value !== null && Math.abs(value - expected) <= allowedDifference + 1e-9 * Math.max(1, Math.abs(expected)),
      );
    }
    case "key":
      return scoreExactly(field, { answer, keys });
    case "overlap": {
      const overlap = overlapOf(field, { answer, keys });
      if (!overlap) return null;
      const score = overlap[scoring.measure];
      return { correct: score >= scoring.threshold - 1e-9, score };
    }
  }
}

function toFieldScore(isCorrect: boolean): FieldScore {
  return { correct: isCorrect, score: Number(isCorrect) };
}

/** Whether the answer equals the key. Lists are compared as sets, rankings in order, texts in normal form. */
function scoreExactly(field: Exclude<AnswerField, { type: "group" }>, scored: AnswerWithKeys): FieldScore | null {
  const given = scored.answer[field.name];
  const key = scored.keys[field.name];
  switch (field.type) {
    case "choice": {
      const values = goldSchemas.values.safeParse(key);
      return values.success ? toFieldScore(typeof given === "string" && values.data.includes(given)) : null;
    }
    case "text":
    case "edit": {
      const texts = goldSchemas.texts.safeParse(key);
      const normalise = field.type === "text" ? normaliseAnswer : (text: string) => text.trim();
      if (!texts.success) return null;
      return toFieldScore(typeof given === "string" && texts.data.some((text) => normalise(text) === normalise(given)));
    }
    case "rating":
    case "number": {
      const expected = numberOf(field, fieldAnswerSchema.safeParse(key).data);
      return expected === null ? null : toFieldScore(numberOf(field, given) === expected);
    }
    case "pairwise": {
      const expected = goldSchemas.preference.safeParse(key);
      const preference = preferenceSchema.safeParse(given);
      return expected.success ? toFieldScore(preference.data?.preferred === expected.data.preferred) : null;
    }
    case "ranking": {
      const expected = goldSchemas.list.safeParse(key);
      return expected.success ? toFieldScore(JSON.stringify(given ?? []) === JSON.stringify(expected.data)) : null;
    }
    default: {
      const overlap = overlapOf(field, scored);
      return overlap ? toFieldScore(overlap.iou === 1) : null;
    }
  }
}

/**
 * The overlap of answer and key: lists by their values; spans by the labelled characters that they cover; relations by
 * ends and label; texts by words; rankings by the pairs that are in the same order.
 */
function overlapOf(field: Exclude<AnswerField, { type: "group" }>, { answer, keys }: AnswerWithKeys): Overlap | null {
  const given = answer[field.name];
  const key = keys[field.name];
  switch (field.type) {
    case "several": {
      const expected = goldSchemas.list.safeParse(key);
      return expected.success ? overlapOfSets(valuesOf(given), expected.data) : null;
    }
    case "ranking": {
      const expected = goldSchemas.list.safeParse(key);
      return expected.success
        ? overlapOfSets(listOrderedPairs(valuesOf(given)), listOrderedPairs(expected.data))
        : null;
    }
    case "spans": {
      const expected = goldSchemas.spans.safeParse(key);
      return expected.success ? overlapOfCounts(positionsOf(spansOf(given)), positionsOf(expected.data)) : null;
    }
    case "relations": {
      const expected = goldSchemas.relations.safeParse(key);
      if (!expected.success) return null;
      const parseSpanKey = (name: string) => fieldAnswerSchema.safeParse(keys[name]).data;
      return overlapOfSets(
        listRelationKeys(field, relationsOf(given), (name) => answer[name]),
        listRelationKeys(field, expected.data, parseSpanKey),
      );
    }
    case "text":
    case "edit": {
      const texts = goldSchemas.texts.safeParse(key);
      if (!texts.success) return null;
      const words = wordTexts(typeof given === "string" ? given : "");
      const overlaps = texts.data.map((text) => overlapOfSets(words, wordTexts(text)));
      return overlaps.reduce<Overlap | null>((best, next) => (best && best.f1 >= next.f1 ? best : next), null);
    }
    default:
      return null;
  }
}

function listRelationKeys(
  field: FieldOfType<"relations">,
  relations: ReturnType<typeof relationsOf>,
  answerTo: (name: string) => TaskAnswer[string] | undefined,
): string[] {
  const spans = new Map(
    field.between.flatMap((name) => spansOf(answerTo(name)).map((span) => [span.id, spanKey(span)])),
  );
  return relations.map(({ from, to, label }) => {
    const ends = [spans.get(from) ?? "", spans.get(to) ?? ""];
    return JSON.stringify([...(field.isDirected ? ends : ends.sort()), label]);
  });
}

/** A span as position and label, so that equal spans of different people have equal keys. */
export function spanKey({ part, start, end, label }: TaskSpan): string {
  return JSON.stringify([part ?? 0, start, end, label ?? ""]);
}

function listOrderedPairs(values: readonly string[]): string[] {
  return values.flatMap((first, index) => values.slice(index + 1).map((second) => JSON.stringify([first, second])));
}

function valuesOf(answer: TaskAnswer[string] | undefined): string[] {
  return Array.isArray(answer) ? answer.flatMap((value) => (typeof value === "string" ? [value] : [])) : [];
}

/** An answer as one category: the option, the point of the scale, or the preferred side. */
export function categoryOf(answer: TaskAnswer[string]): string {
  const preference = preferenceSchema.safeParse(answer);
  return preference.success ? preference.data.preferred : String(answer);
}

/** The number in an answer, converted to the first unit of its field; null if the answer has none. */
export function numberOf(field: AnswerField, answer: TaskAnswer[string] | undefined): number | null {
  if (typeof answer === "number") return answer;
  const quantity = quantitySchema.safeParse(answer);
  if (!quantity.success) return null;
  const { value, unit } = quantity.data;
  const factor = field.type === "number" ? field.units.find(({ name }) => name === unit)?.factor : undefined;
  return value * (factor ?? 1);
}
