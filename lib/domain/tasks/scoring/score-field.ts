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
import { goldForms } from "./field-gold.ts";
import { type Overlap, overlapOfCounts, overlapOfSets, positionsOf } from "./overlap.ts";

/** `correct` is null if the scoring is not decisive; `score` is a share from 0 to 1. */
export interface FieldScore {
  correct: boolean | null;
  score: number;
}

interface AnswerWithKeys {
  answer: TaskAnswer;
  keys: Readonly<Record<string, unknown>>;
}

/** Scores the answer to one field; null if the field is not scored or its key has another form. */
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
      const shares = goldForms.shares.safeParse(key);
      if (!shares.success) return null;
      return { correct: null, score: isGiven(given) ? (shares.data[categoryOf(given)] ?? 0) : 0 };
    }
    case "range": {
      const range = goldForms.range.safeParse(key);
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
      // Binary rounding must not reject 0.3 for 0.2 with a tolerance of 0.1.
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

/** Whether the answer is the key. Lists are compared as sets, rankings in order, texts in their normal form. */
function scoreExactly(field: Exclude<AnswerField, { type: "group" }>, scored: AnswerWithKeys): FieldScore | null {
  const given = scored.answer[field.name];
  const key = scored.keys[field.name];
  switch (field.type) {
    case "choice": {
      const values = goldForms.values.safeParse(key);
      return values.success ? toFieldScore(typeof given === "string" && values.data.includes(given)) : null;
    }
    case "text":
    case "edit": {
      const texts = goldForms.texts.safeParse(key);
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
      const expected = goldForms.preference.safeParse(key);
      const preference = preferenceSchema.safeParse(given);
      return expected.success ? toFieldScore(preference.data?.preferred === expected.data.preferred) : null;
    }
    case "ranking": {
      const expected = goldForms.list.safeParse(key);
      return expected.success ? toFieldScore(JSON.stringify(given ?? []) === JSON.stringify(expected.data)) : null;
    }
    default: {
      const overlap = overlapOf(field, scored);
      return overlap ? toFieldScore(overlap.iou === 1) : null;
    }
  }
}

/**
 * Lists by their values; spans by the labelled characters that they cover; relations by their ends and label; texts by
 * their words; rankings by the pairs in the same order.
 */
function overlapOf(field: Exclude<AnswerField, { type: "group" }>, { answer, keys }: AnswerWithKeys): Overlap | null {
  const given = answer[field.name];
  const key = keys[field.name];
  switch (field.type) {
    case "several": {
      const expected = goldForms.list.safeParse(key);
      return expected.success ? overlapOfSets(valuesOf(given), expected.data) : null;
    }
    case "ranking": {
      const expected = goldForms.list.safeParse(key);
      return expected.success ? overlapOfSets(orderedPairs(valuesOf(given)), orderedPairs(expected.data)) : null;
    }
    case "spans": {
      const expected = goldForms.spans.safeParse(key);
      return expected.success ? overlapOfCounts(positionsOf(spansOf(given)), positionsOf(expected.data)) : null;
    }
    case "relations": {
      const expected = goldForms.relations.safeParse(key);
      if (!expected.success) return null;
      const parseSpanKey = (name: string) => fieldAnswerSchema.safeParse(keys[name]).data;
      return overlapOfSets(
        relationKeys(field, relationsOf(given), (name) => answer[name]),
        relationKeys(field, expected.data, parseSpanKey),
      );
    }
    case "text":
    case "edit": {
      const texts = goldForms.texts.safeParse(key);
      if (!texts.success) return null;
      const words = wordTexts(typeof given === "string" ? given : "");
      const overlaps = texts.data.map((text) => overlapOfSets(words, wordTexts(text)));
      return overlaps.reduce<Overlap | null>((best, next) => (best && best.f1 >= next.f1 ? best : next), null);
    }
    default:
      return null;
  }
}

function relationKeys(
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

/** A span by position and label: equal for two spans of different people. */
export function spanKey({ part, start, end, label }: TaskSpan): string {
  return JSON.stringify([part ?? 0, start, end, label ?? ""]);
}

function orderedPairs(values: readonly string[]): string[] {
  return values.flatMap((first, index) => values.slice(index + 1).map((second) => JSON.stringify([first, second])));
}

function valuesOf(answer: TaskAnswer[string] | undefined): string[] {
  return Array.isArray(answer) ? answer.flatMap((value) => (typeof value === "string" ? [value] : [])) : [];
}

/** An answer as a category: the option, the point of the scale, or the preferred side. */
export function categoryOf(answer: TaskAnswer[string]): string {
  const preference = preferenceSchema.safeParse(answer);
  return preference.success ? preference.data.preferred : String(answer);
}

/** The number of an answer, in the first unit of its field; null if it has none. */
export function numberOf(field: AnswerField, answer: TaskAnswer[string] | undefined): number | null {
  if (typeof answer === "number") return answer;
  const quantity = quantitySchema.safeParse(answer);
  if (!quantity.success) return null;
  const { value, unit } = quantity.data;
  const factor = field.type === "number" ? field.units.find(({ name }) => name === unit)?.factor : undefined;
  return value * (factor ?? 1);
}
