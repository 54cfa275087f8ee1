import type { QueryType } from "../queries.ts";
import type { BeliefAnswerClass } from "./classify.ts";

/**
 * The four answers about one expression, packed into one number: two bits for the class and one bit for a contradiction
 * per answer. A million cells then take two megabytes.
 */
export type AnswerCode = number;

const bitsPerAnswer = 3;
const classes = [null, "memory", "context", "other"] as const satisfies (BeliefAnswerClass | null)[];

/** Identifies one of the four answers: the query, and whether the expression was shown. */
export interface AnswerSlot {
  queryType: QueryType;
  shown: boolean;
}

/** The class of one of the four answers, or null if it is missing. */
export function getAnswerClass(code: AnswerCode, slot: AnswerSlot): BeliefAnswerClass | null {
  return classes[(code >> shiftOf(slot)) & 0b11] ?? null;
}

/** Adds an answer. If it contradicts an earlier one, both become "other", so that the order of rows does not matter. */
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
  return bitsPerAnswer * ((queryType === "prior_yes" ? 0 : 1) + (shown ? 0 : 2));
}

/** A growing list of codes, indexed by register number; 0 if there is none. */
export interface CodeList {
  get(index: number): AnswerCode;
  set(index: number, code: AnswerCode): void;
}

/** An empty list; its capacity doubles when an index is out of range. */
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
