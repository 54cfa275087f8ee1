import type { Worded } from "./words.ts";

/** One sentence: the words it holds (positions, half-open) and the characters it shows as (trimmed, half-open). */
export interface Sentence {
  /** Word positions; every word of the story lies in exactly one sentence. */
  from: number;
  to: number;
  /** UTF-16 units in the story. */
  start: number;
  end: number;
  /** Which paragraph it stands in, counted from 0; paragraphs are parted by blank lines. */
  paragraph: number;
}

const ABBREVIATIONS = new Set(
  "mr mrs ms mx dr prof st sr jr capt lt col gen sgt cpl maj rev hon messrs mme mlle vs cf e.g i.e approx no fig".split(
    " ",
  ),
);

const SPEECH =
  /^(?:[\p{Lu}][\p{L}'’.-]*\s+|the\s+\p{L}+\s+){1,3}(?:said|says|asked|asks|cried|whispered|shouted|replied|answered|added|called|murmured|muttered|yelled|laughed|sighed|began|continued|demanded|exclaimed|gasped|insisted|snapped|thought|told|wondered)\b/u;

/** Full stop, question or exclamation mark or dots, with the closing marks that follow. */
const END = /[.!?…。！？]+["'”’»)\]]*/gu;

/**
 * The sentences of a story in order, by rule (no language model, the same on server and browser): a sentence ends at
 * closing punctuation that is followed by a space and a capital, a digit or an opening quotation mark, or at the end of
 * a paragraph. Titles ("Mr."), initials, dots inside a sentence and "?” Mary asked" do not end one. Pieces without a
 * word (rules, stray marks) belong to no sentence.
 */
export function sentencesOf(story: Worded): Sentence[] {
  const sentences: Sentence[] = [];
  let word = 0;
  paragraphsOf(story.text).forEach((range, paragraph) => {
    for (const end of [...endsIn(story.text, range.start, range.end), range.end]) {
      const from = word;
      while (word < story.words.length && (story.words[word]?.start as number) < end) word += 1;
      if (word === from) {
        // Closing marks left over belong to the sentence before them.
        continue;
      }
      const start =
        from === sentences.at(-1)?.to && sentences.at(-1)?.paragraph === paragraph
          ? (sentences.at(-1)?.end as number)
          : range.start;
      sentences.push({ from, to: word, ...trimmedRange(story.text, start, end), paragraph });
    }
  });
  return sentences;
}

/** The paragraphs of a text: stretches between blank lines, as half-open character ranges. Empty ones are left out. */
export function paragraphsOf(text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let start = 0;
  // White space is looked at run by run: a pattern for the whole gap would try each space of a long run anew.
  for (const gap of text.matchAll(/\s+/gu)) {
    if (gap[0].indexOf("\n") === gap[0].lastIndexOf("\n")) continue;
    if (gap.index > start) ranges.push({ start, end: gap.index });
    start = gap.index + gap[0].length;
  }
  if (text.slice(start).trim() !== "") ranges.push({ start, end: text.length });
  return ranges;
}

function* endsIn(text: string, start: number, end: number): Generator<number> {
  const paragraph = text.slice(start, end);
  for (const match of paragraph.matchAll(END)) {
    const after = match.index + match[0].length;
    if (after < paragraph.length && endsSentence(paragraph, match.index, match[0], after)) yield start + after;
  }
}

function endsSentence(paragraph: string, at: number, mark: string, after: number): boolean {
  if (/[。！？]/u.test(mark)) return true;
  const follows = /^\s+(["'“‘«([—–-]*\s?)(\S)/u.exec(paragraph.slice(after, after + 40));
  if (follows === null) return false;
  if (!/[\p{Lu}\p{Lt}\p{N}]/u.test(follows[2] as string)) {
    // Scripts without capitals: any letter begins a sentence.
    if (!/\p{Lo}/u.test(follows[2] as string) && follows[1] === "") return false;
    if (follows[1] !== "" && !/["'“‘«]/u.test(follows[1] as string)) return false;
  }
  if (mark === "." && isAbbreviated(paragraph, at)) return false;
  if (/["'”’»]$/u.test(mark) && SPEECH.test(paragraph.slice(after).trimStart())) return false;
  return true;
}

/** Whether the full stop at `at` belongs to a title or an initial ("Mr.", "J."), after which a name follows. */
function isAbbreviated(paragraph: string, at: number): boolean {
  const word = /[\p{L}.]+$/u.exec(paragraph.slice(Math.max(0, at - 12), at))?.[0] ?? "";
  if (word.length === 1 && /\p{Lu}/u.test(word) && word !== "I") return true;
  return ABBREVIATIONS.has(word.toLowerCase());
}

function trimmedRange(text: string, start: number, end: number): { start: number; end: number } {
  let first = start;
  let last = end;
  while (first < last && /\s/u.test(text[first] as string)) first += 1;
  while (last > first && /\s/u.test(text[last - 1] as string)) last -= 1;
  return { start: first, end: last };
}
