import { wordTexts } from "../../words/words.ts";

const latinWord = /^\p{Script=Latin}{4,}$/u;
const vowels = /[aeiouyæœøı]/g;
const consonants = /[^aeiouyæœøı]+/g;
/** Rows of adjacent keys in common layouts; no word contains such a run. */
const keyRows = ["qwertyuiop", "qwertzuiop", "azertyuiop"];
const lowerRows = ["asdfghjkl", "qsdfghjklm", "zxcvbnm", "yxcvbnm", "wxcvbn"];

/**
 * The share of a text's words that are not pronounceable: words without a vowel, with a very long run of consonants,
 * with the same letter four times in a row, or with a run of adjacent keys. Only words of at least four Latin letters
 * are judged; null if the text has no such words.
 */
export function gibberishShare(text: string): { share: number; words: string[] } | null {
  const latinWords = wordTexts(text).filter((word) => latinWord.test(word));
  if (latinWords.length === 0) return null;
  const words = latinWords.filter(isGibberish);
  return { share: words.length / latinWords.length, words };
}

function isGibberish(word: string): boolean {
  const plain = word.normalize("NFD").replaceAll(/\p{M}/gu, "");
  const vowelCount = plain.match(vowels)?.length ?? 0;
  if (vowelCount === 0) return true;
  const longest = Math.max(0, ...(plain.match(consonants) ?? []).map((run) => run.length));
  if (longest >= 5 && plain.length >= 10 && vowelCount / plain.length < 0.2) return true;
  if (/(.)\1{3}/u.test(plain)) return true;
  return hasRun(plain, keyRows, 5) || hasRun(plain, lowerRows, 4);
}

function hasRun(word: string, rows: readonly string[], length: number): boolean {
  return rows.some((row) => {
    const backwards = [...row].reverse().join("");
    return Array.from({ length: Math.max(0, word.length - length + 1) }, (_, at) => word.slice(at, at + length)).some(
      (part) => row.includes(part) || backwards.includes(part),
    );
  });
}
