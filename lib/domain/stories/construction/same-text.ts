import { wordsOf } from "../../words/words.ts";

/** Whether a retelling is its source again, word for word; spaces, capitals and marks aside. */
export function isSameText(source: string, retelling: string): boolean {
  const words = (text: string) => wordsOf(text).map(({ text: word }) => word.toLowerCase());
  const [left, right] = [words(source), words(retelling)];
  return left.length === right.length && left.every((word, index) => word === right[index]);
}
