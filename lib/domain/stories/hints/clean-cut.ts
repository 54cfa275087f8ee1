import type { Edit } from "../../words/edit.ts";
import { wordTexts } from "../../words/words.ts";
import type { HintForm } from "./phrases.ts";
import { nameParts } from "./scope.ts";

/** A suggested cut of the clause with the explicit hint. */
export interface CleanCut {
  /** The edit of the story; half-open character range. */
  edit: Edit;
  /** The sentence after the cut; empty if the whole sentence is removed. */
  sentence: string;
}

interface PhraseInSentence {
  /** The whole story. */
  text: string;
  /** The positions of the sentence and of the phrase; half-open character ranges of the story. */
  sentence: { start: number; end: number };
  phrase: { start: number; end: number };
  form: HintForm;
  character: string;
}

const CONJUNCTION = /^(?:and|but|so|yet|or|for|while|as|when|who|which|because|since|until|before|after)\b/iu;
const SUBORDINATE = "because|since|as|though|although|while|for|but|and|so|yet|who";
const COPULA =
  /(?:^|\s)(?:was|were|is|are|be|been|remained|remains|stayed|seemed)\s+(?:(?:still|quite|completely|entirely|wholly|blissfully|totally|utterly|happily)\s+)*$/iu;
const MODIFIERS =
  /(?:(?:^|\s)(?:still|quite|completely|entirely|wholly|blissfully|totally|utterly|happily|though|although|while|but|being|as\s+yet))+\s*$/iu;
const PAST =
  /^(?:\p{Ll}+ed|went|came|ran|took|left|sat|stood|began|made|gave|found|said|told|set|put|got|held|kept|led|met|let|fell|threw|drew|drove|rode|rose|spoke|wrote|read|sang|slept|sent|shut|thought|turned|caught|brought|bought|built|chose|flew|hid|hung|laid|lay|lit|lost|paid|sold|shook|swam|tore|woke|wore|won)$/u;
const SUBJECT =
  /^(?:he|she|they|it|we|you|I|the|a|an|his|her|their|its|this|that|these|those|everyone|nobody|somebody|\p{Lu}[\p{L}’'-]*)$/u;

/**
 * Suggests how to remove the clause around a phrase so that the sentence stays grammatical. The cut is the clause
 * between two commas, at the beginning or at the end, one side of "and" or "but", one adverb, or the whole sentence if
 * it has no other content. Null if a cut requires understanding the sentence (speech, deeper nesting); a person must
 * then cut.
 */
export function suggestCut(phraseContext: PhraseInSentence): CleanCut | null {
  const { text, sentence, phrase } = phraseContext;
  if (isInSpeech(text.slice(sentence.start, sentence.end), phrase.start - sentence.start)) return null;
  const range = phraseContext.form === "adverb" ? adverbRange(phraseContext) : clauseRange(phraseContext);
  return range === null ? null : toCleanCut(phraseContext, range);
}

/** Whether a position in a sentence is inside quotation marks. */
export function isInSpeech(sentence: string, at: number): boolean {
  const textBefore = sentence.slice(0, at);
  const openedCount = textBefore.match(/“/gu)?.length ?? 0;
  const closedCount = textBefore.match(/”/gu)?.length ?? 0;
  return openedCount > closedCount || (textBefore.match(/"/gu)?.length ?? 0) % 2 === 1;
}

/** If more words than this precede a statement, they are not only its subject, and their role is unknown. */
const LEAD_WORDS = 7;

interface Range {
  start: number;
  end: number;
}

function adverbRange({ text, sentence, phrase }: PhraseInSentence): Range {
  let { start, end } = phrase;
  const hasCommaAfter = text[end] === ",";
  const hasCommaBefore = /,\s$/u.test(text.slice(Math.max(sentence.start, start - 2), start));
  if (hasCommaAfter && (hasCommaBefore || start === sentence.start)) end += 1;
  if (hasCommaAfter && hasCommaBefore) start -= 2;
  if (text[end] === " " && (start === sentence.start || text[start - 1] === " ")) end += 1;
  else if (text[start - 1] === " ") start -= 1;
  return { start, end };
}

function clauseRange(phraseContext: PhraseInSentence): Range | null {
  const { text, sentence, phrase } = phraseContext;
  const bracketedRange = bracketRange(phraseContext);
  if (bracketedRange !== null) return bracketedRange;
  if (phraseContext.form !== "attached") return statementRange(phraseContext);
  const copula = COPULA.exec(text.slice(sentence.start, phrase.start));
  if (copula === null) return attachedRange(phraseContext);
  // "was unaware" is a statement that begins with its verb.
  const verb = sentence.start + copula.index + spacesAt(copula[0], 0);
  return statementRange({ ...phraseContext, phrase: { start: verb, end: phrase.end } });
}

/** The part in dashes or round brackets, if the phrase is near its beginning. */
function bracketRange({ text, sentence, phrase }: PhraseInSentence): Range | null {
  const textBefore = text.slice(sentence.start, phrase.start);
  const open = /(\s*(?:—|–|\s-\s|--)\s*|\s*\()(?:(?!—|–|\s-\s|--|[(),;:])[^.])*$/u.exec(textBefore);
  if (open === null || open.index === 0) return null;
  const start = sentence.start + open.index;
  if (textBefore.length - open.index > 40) return null;
  const textAfter = text.slice(phrase.end, sentence.end);
  const isRound = (open[1] as string).includes("(");
  const close = (isRound ? /\)/u : /\s*(?:—|–|\s-\s|--)\s*/u).exec(textAfter);
  if (close !== null) return { start, end: phrase.end + close.index + close[0].length };
  return isRound ? null : { start, end: phrase.end + endOfStatement(textAfter) };
}

function attachedRange({ text, sentence, phrase, character }: PhraseInSentence): Range | null {
  const textBefore = text.slice(sentence.start, phrase.start);
  const modifiers = MODIFIERS.exec(textBefore);
  const lead = (modifiers === null ? textBefore : textBefore.slice(0, modifiers.index)).trimEnd();
  const textAfter = text.slice(phrase.end, sentence.end);
  if (/^["“'‘]*$/u.test(lead)) {
    const comma = commaBeforeSubject(textAfter, character);
    if (comma < 0) return { start: sentence.start + lead.length, end: sentence.end };
    return { start: sentence.start + lead.length, end: phrase.end + comma + 1 + spacesAt(textAfter, comma + 1) };
  }
  if (/[,;]$/u.test(lead)) {
    const start = sentence.start + lead.length - 1;
    const comma = textAfter.search(/[,;]/u);
    if (comma < 0) return { start, end: phrase.end + endOfStatement(textAfter) };
    const next = textAfter.slice(comma + 1).trimStart();
    if (CONJUNCTION.test(next)) return { start, end: phrase.end + comma };
    return { start, end: phrase.end + comma + 1 };
  }
  // No punctuation before the phrase: "walked on without knowing ...", "tired and unaware ...".
  const joined = /\s+and$/iu.exec(lead);
  const start = sentence.start + (joined === null ? lead.length : joined.index);
  const stop = textAfter.search(/[,;]/u);
  return { start, end: phrase.end + (stop < 0 ? endOfStatement(textAfter) : stop) };
}

function statementRange({ text, sentence, phrase, character }: PhraseInSentence): Range | null {
  const textBefore = text.slice(sentence.start, phrase.start);
  const textAfter = text.slice(phrase.end, sentence.end);
  const opening = new RegExp(
    `(?:^|[,;:]?\\s+|[;:]\\s*)(${SUBORDINATE})\\s+(?:(?!\\b(?:${SUBORDINATE})\\b)[^,;:])*$`,
    "iu",
  ).exec(textBefore);
  const semicolon = Math.max(textBefore.lastIndexOf(";"), textBefore.lastIndexOf(":"));
  const right = rightSide(textAfter, character);
  if (opening !== null && opening.index > semicolon && wordCount(textBefore.slice(opening.index)) <= LEAD_WORDS) {
    const conjunction = (opening[1] as string).toLowerCase();
    if (/^[\s"“]*$/u.test(textBefore.slice(0, opening.index)) && opening.index === 0) {
      // "Because she did not know the code, she waited." A sentence that begins with "But" is handled like any other.
      if (/^(?:but|and|so|yet|for)$/u.test(conjunction)) return cutWholeOrSide(sentence, phrase, right, textBefore);
      const comma = commaBeforeSubject(textAfter, character);
      return comma < 0 ? null : { start: sentence.start, end: phrase.end + comma + 1 + spacesAt(textAfter, comma + 1) };
    }
    const start = sentence.start + opening.index;
    const isRelative = conjunction === "who";
    const comma = textAfter.search(/[,;]/u);
    if (comma < 0) return { start, end: phrase.end + endOfStatement(textAfter) };
    const keepsComma = !isRelative && CONJUNCTION.test(textAfter.slice(comma + 1).trimStart());
    return { start, end: phrase.end + comma + (isRelative && !keepsComma ? 1 : 0) };
  }
  if (semicolon >= 0) {
    const stop = textAfter.search(/[;]/u);
    return { start: sentence.start + semicolon, end: phrase.end + (stop < 0 ? endOfStatement(textAfter) : stop) };
  }
  return cutWholeOrSide(sentence, phrase, right, textBefore);
}

/**
 * Cuts a statement at the beginning of its sentence: the part after "and" is kept, with the subject if that part has
 * none.
 */
function cutWholeOrSide(
  sentence: Range,
  phrase: Range,
  right: { at: number; hasSubject: boolean } | null,
  before: string,
): Range | null {
  if (wordCount(before) > LEAD_WORDS) return null;
  if (right === null) return { start: sentence.start, end: sentence.end };
  const end = phrase.end + right.at;
  return right.hasSubject ? { start: sentence.start, end } : { start: phrase.start, end };
}

/** The position after the statement at which a part begins that can form its own sentence; null if there is none. */
function rightSide(after: string, character: string): { at: number; hasSubject: boolean } | null {
  for (const match of after.matchAll(/(?:[,;]\s*|\s)(?:and|but|so|yet)\s+(?:then\s+|so\s+)?|;\s*/giu)) {
    const at = match.index + match[0].length;
    const next = /^["“]*([\p{L}’'-]+)/u.exec(after.slice(at))?.[1] ?? "";
    const isMarked = /^[,;]/u.test(match[0]);
    if (isMarked && isSubject(next, character)) return { at, hasSubject: true };
    if (PAST.test(next)) return { at, hasSubject: false };
  }
  const comma = /^,\s+/u.exec(after);
  return comma === null ? null : { at: comma[0].length, hasSubject: true };
}

/**
 * The position of the comma after an opening clause: the first comma followed by a subject, otherwise the first comma;
 * -1 if there is none.
 */
function commaBeforeSubject(after: string, character: string): number {
  let first = -1;
  for (const match of after.matchAll(/,\s+/gu)) {
    if (first < 0) first = match.index;
    const next = /^["“]*([\p{L}’'-]+)/u.exec(after.slice(match.index + match[0].length))?.[1] ?? "";
    if (isSubject(next, character)) return match.index;
  }
  return first;
}

function isSubject(word: string, character: string): boolean {
  return SUBJECT.test(word) || nameParts(character).includes(word);
}

function wordCount(text: string): number {
  return wordTexts(text).length;
}

/** The end of a statement: the closing punctuation of its sentence. */
function endOfStatement(after: string): number {
  return /[.!?…]*["'”’)\]]*$/u.exec(after)?.index ?? after.length;
}

function spacesAt(text: string, at: number): number {
  return /^\s*/u.exec(text.slice(at))?.[0].length ?? 0;
}

/** Converts a range to an edit that also corrects spaces, the capital letter and the full stop. */
function toCleanCut({ text, sentence }: PhraseInSentence, range: Range): CleanCut | null {
  const head = text.slice(sentence.start, range.start);
  const tail = text.slice(range.end, sentence.end);
  const rest = head + tail;
  if (!/[\p{L}\p{N}]/u.test(rest)) return wholeSentence(text, sentence);
  let { start, end } = range;
  let replacement = "";
  const startsSentence = /^[\s"“'‘(]*$/u.test(head);
  if (startsSentence) {
    end += spacesAt(text, end);
    const letter = /^["“'‘(]*\p{Ll}/u.exec(text.slice(end, sentence.end));
    if (letter !== null) {
      replacement = letter[0].toUpperCase();
      end += letter[0].length;
    }
  } else {
    while (start > sentence.start && /\s/u.test(text[start - 1] as string)) start -= 1;
    end += spacesAt(text.slice(0, sentence.end), end);
    // Two punctuation marks become adjacent if a clause between commas was at the end.
    if (/[,;:]/u.test(text[start - 1] as string) && /^[.!?…,;:]/u.test(text.slice(end))) start -= 1;
    if (end < sentence.end && !/^[.!?…,;:)”’\]]/u.test(text.slice(end))) replacement = " ";
  }
  const sentenceAfter = text.slice(sentence.start, start) + replacement + text.slice(end, sentence.end);
  if (wordCount(sentenceAfter) < 2) return null;
  return { edit: { start, end, text: replacement }, sentence: sentenceAfter };
}

/**
 * Removes a sentence with the space after it, or before it at the end of a paragraph; an empty paragraph is removed
 * too.
 */
function wholeSentence(text: string, sentence: Range): CleanCut {
  let { start, end } = sentence;
  const spaceAfter = /^\s*/u.exec(text.slice(end))?.[0] ?? "";
  const spaceBefore = /\s*$/u.exec(text.slice(0, start))?.[0] ?? "";
  const endsParagraph = spaceAfter.includes("\n") || end + spaceAfter.length === text.length;
  const startsParagraph = spaceBefore.includes("\n") || start === spaceBefore.length;
  if (!endsParagraph || (startsParagraph && end + spaceAfter.length < text.length)) end += spaceAfter.length;
  else start -= spaceBefore.length;
  return { edit: { start, end, text: "" }, sentence: "" };
}
