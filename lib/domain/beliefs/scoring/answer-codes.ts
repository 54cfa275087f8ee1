import type { QueryType } from "../queries.ts";
import type { BeliefAnswerClass } from "./classify.ts";

/**
 * The four answers about one expression as one number. Each answer has two bits for its class and one bit for a
 * contradiction, so a million cells take two megabytes.
 */
export type AnswerCode = number;

const bitsPerSlot = 3;
const classes = [null, "memory", "context", "other"] as const satisfies (BeliefAnswerClass | null)[];

/** Identifies one of the four answers: the query, and whether the expression was shown. */
export interface AnswerSlot {
  queryType: QueryType;
  shown: boolean;
}

/** The class of one of the four answers; null if the answer is missing. */
export function getAnswerClass(code: AnswerCode, slot: AnswerSlot): BeliefAnswerClass | null {
  return classes[(code >> shiftOf(slot)) & 0b11] ?? null;
}

/**
 * Adds an answer. If it contradicts an earlier answer, the slot becomes "other", so that the order of rows does not
 * matter.
 */
export function addAnswer(
  code: AnswerCode,
  slot: AnswerSlot,
  given: BeliefAnswerClass,
): { code: AnswerCode; isRepeat: boolean; isNewContradiction: boolean } {
  const shift = shiftOf(slot);
  const previousClass = getAnswerClass(code, slot);
  const wasContradicted = ((code >> shift) & 0b100) !== 0;
  if (previousClass === null) {
    return { code: code | (classes.indexOf(given) << shift), isRepeat: false, isNewContradiction: false };
  }
  if (previousClass === given || wasContradicted) return { code, isRepeat: true, isNewContradiction: false };
  return { code: code | (0b111 << shift), isRepeat: true, isNewContradiction: true };
}

function shiftOf({ queryType, shown }: AnswerSlot): number {
  return bitsPerSlot * ((queryType === "prior_yes" ? 0 : 1) + (shown ? 0 : 2));
}

/** A growing list of codes by register index; an index without a code returns 0. */
export interface CodeList {
  get(index: number): AnswerCode;
  set(index: number, code: AnswerCode): void;
}

/** Creates an empty list. Its capacity doubles when an index is out of range. */
export function createCodeList(): CodeList {
  let codes = new Uint16Array(1024);
  return {
    get: (index) => codes[index] ?? 0,
    set(index, code) {
      if (index >= codes.length) {
        const larger = new Uint16Array(Math.max(index + 1, 2 * codes.length));
        larger.set(codes);
        codes = larger;
      }
      codes[index] = code;
    },
  };
}
