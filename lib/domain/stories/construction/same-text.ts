import { wordsOf } from "../../words/words.ts";

/** Whether a rewritten story is identical to its source, ignoring spaces, case and punctuation. */
export function isSameText(source: string, retelling: string): boolean {
  const words = (text: string) => wordsOf(text).map(({ text: word }) => word.toLowerCase());
  const [left, right] = [words(source), words(retelling)];
  return left.length === right.length && left.every((word, index) => word === right[index]);
}
