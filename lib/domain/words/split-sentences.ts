/** A sentence of a text: its half-open range of UTF-16 units, and its text. */
export interface TextSentence {
  start: number;
  end: number;
  text: string;
}

/** Parameters of the splitting that depend on the type of text. */
export interface SentenceStyle {
  /** Whether a line end is a boundary. It is in replies and lists, but not in stories, whose lines are wrapped. */
  linesDivide?: boolean;
  /** Whether a sentence may begin with a lower-case letter, as it does in informal replies. */
  startsSmall?: boolean;
  /** Whether full stops after titles and initials are boundaries, for generated texts that contain neither. */
  stopsAlwaysDivide?: boolean;
  /** Additional boundaries: the end of each match. */
  alsoAfter?: RegExp;
  /**
   * Decides, from the text since the last boundary and the text after a full stop, whether the full stop is no
   * boundary.
   */
  isKept?: (before: string, after: string) => boolean;
}

/** Marks that always end a sentence, because their scripts have no space after them. */
const FREE_MARK = /[。．｡！？।॥۔؟։።]/u;
const END = /[.!?…。．｡！？।॥۔؟։።]+(?:["'”’»›」』）)\]}]|[ \u00a0\u202f]»(?=\s|$))*/gu;
/** Scripts that have no spaces between sentences. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『]/u;

/** Titles and abbreviations before a name or a word. A capital letter after them does not begin a sentence. */
const BEFORE_NAME = new Set(
  (
    "mr mrs ms mx messrs mme mlle mm dr prof st sr sra srta dra fr frl hr dhr mevr mw sig dott ing capt lt col gen sgt cpl maj " +
    "rev hon adm cmdr gov pres rep sen supt mt ft vs cf e.g i.e viz bzw ca z.b d.h u.a v.a vgl inkl geb evtl p.ej p.ex bijv np tzw ul т.е г ул"
  ).split(" "),
);
/** Abbreviations before a number. */
const BEFORE_NUMBER = new Set("no nos nr nº n p pp pg fig figs vol art ch sec approx eq ref".split(" "));
/** Abbreviations that end a sentence only if the next word typically begins one. */
const AMBIGUOUS = new Set("jr inc ltd co corp bros etc a.m p.m ph.d m.d b.a m.a b.c a.d usw ecc dept est".split(" "));

const STARTER =
  /^["'“‘«(]*(?:he|she|it|they|we|you|i|the|a|an|this|that|these|those|there|then|but|and|so|when|while|after|before|later|his|her|its|their|my|our|your|no|nobody|everyone|someone|in|on|at|as|if|now|what|why|how|where|who|er|sie|es|wir|der|die|das|il|elle|ils|elles|le|la|les|el|ella|los|las|ellos)(?![\p{L}\p{N}.'’-])/iu;

const SPEECH =
  /^(?:[\p{Lu}][\p{L}'’.-]*\s+|the\s+\p{L}+\s+){1,3}(?:said|says|asked|asks|cried|whispered|shouted|replied|answered|added|called|murmured|muttered|yelled|laughed|sighed|began|continued|demanded|exclaimed|gasped|insisted|snapped|thought|told|wondered)\b/u;

/**
 * Splits a text into sentences, in order; white space alone is not a sentence. Uses rules because `Intl.Segmenter`
 * splits after "Ms." and before "he said", and differs between browsers and server. Both must number sentences
 * identically.
 */
export function splitSentences(text: string, style: SentenceStyle = {}): TextSentence[] {
  const sentences: TextSentence[] = [];
  let start = 0;
  for (const end of [...findSentenceEnds(text, style), text.length]) {
    if (end <= start) continue;
    const part = text.slice(start, end);
    if (part.trim() !== "") sentences.push({ start, end, text: part });
    start = end;
  }
  return sentences;
}

/** The positions at which sentences end, including closing marks, in order, without the end of the text. */
export function findSentenceEnds(text: string, style: SentenceStyle = {}): number[] {
  const ends: number[] = [];
  let start = 0;
  for (const { at, mark, after } of findDividers(text, style)) {
    if (mark !== null && !endsSentence(text, { start, at, mark, after }, style)) continue;
    ends.push(after);
    start = after;
  }
  return ends;
}

interface Divider {
  at: number;
  /** The closing punctuation; null for a boundary that needs no check. */
  mark: string | null;
  after: number;
}

function findDividers(text: string, { linesDivide, alsoAfter }: SentenceStyle): Divider[] {
  const found: Divider[] = [...text.matchAll(END)].map(({ 0: mark, index: at }) => ({
    at,
    mark,
    after: at + mark.length,
  }));
  for (const divider of [...(linesDivide ? [/\n+/gu] : []), ...(alsoAfter ? [alsoAfter] : [])])
    for (const { 0: matched, index: at } of text.matchAll(divider))
      found.push({ at, mark: null, after: at + matched.length });
  return found.sort((one, other) => one.at - other.at);
}

function endsSentence(
  text: string,
  { start, at, mark, after }: { start: number; at: number; mark: string; after: number },
  style: SentenceStyle,
): boolean {
  const next = text.slice(after, after + 60);
  if (FREE_MARK.test(mark)) return true;
  if (next === "") return !style.isKept?.(text.slice(start, at), "");
  if (UNSPACED.test(next)) return UNSPACED.test(text.charAt(at - 1)) || !mark.includes(".");
  if (!/^\s/u.test(next)) return false;
  if (style.isKept?.(text.slice(start, at), text.slice(at + 1, at + 400)) === true) return false;
  if (style.stopsAlwaysDivide) return true;
  if (mark.startsWith(".") && isAbbreviated(text, { start, at, mark, next: next.trimStart() }, style)) return false;
  if (style.startsSmall) return true;
  const nextBeginning = /^\s+(["'“‘«„»([—–-]*\s?)(\S)/u.exec(next);
  if (nextBeginning === null) return true;
  const [, opening = "", letter = ""] = nextBeginning;
  if (!/[\p{Lu}\p{Lt}\p{N}¿¡]/u.test(letter)) {
    // In scripts without capital letters, any letter begins a sentence.
    if (!/\p{Lo}/u.test(letter) && opening === "") return false;
    if (opening !== "" && !/["'“‘«„]/u.test(opening)) return false;
  }
  return !(/["'”’»]$/u.test(mark) && SPEECH.test(next.trimStart()));
}

/**
 * Whether the full stop at `at` belongs to a title, an initial or another abbreviation and does not end the sentence.
 */
function isAbbreviated(
  text: string,
  { start, at, mark, next }: { start: number; at: number; mark: string; next: string },
  { startsSmall }: SentenceStyle,
): boolean {
  if (mark !== "." && mark !== ".)") return false;
  const word = /[\p{L}º][\p{L}º.]*$/u.exec(text.slice(Math.max(start, at - 12), at))?.[0] ?? "";
  if (word === "") return false;
  const folded = word.toLowerCase();
  if (BEFORE_NUMBER.has(folded) && /^\p{N}/u.test(next)) return true;
  if (BEFORE_NAME.has(folded)) return true;
  // "z. B.", "d. h.", "p. ej.": the parts of an abbreviation may be separated by spaces.
  if (/(?:^|[\s(])(?:z\. ?B|d\. ?h|u\. ?a|p\. ?ej|p\. ?ex|т\. ?е)$/u.test(text.slice(Math.max(start, at - 8), at)))
    return true;
  const startsNext = STARTER.test(next);
  if (word.length === 1) {
    // A single letter in a reply is an option.
    if (startsSmall) return false;
    if (/\p{Lu}/u.test(word)) return !startsNext && word !== "I";
    // The first half of "z. B.".
    return /^[\p{L}]{1,2}\./u.test(next) && !startsNext;
  }
  if (AMBIGUOUS.has(folded) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return !startsNext && !/^["“«]/u.test(next);
  return false;
}
