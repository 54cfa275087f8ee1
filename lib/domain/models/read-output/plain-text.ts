/** The part of a reply that can contain the answer. */
export interface AnsweringPart {
  text: string;
  /** Whether a thinking block was removed. */
  hadThinking: boolean;
  /** Whether a thinking block has no end. */
  isThinkingUnclosed: boolean;
  /** Whether the text after the beginning of an invented next item was removed. */
  wasCut: boolean;
}

const thinkTag = "(?:think|thinking|reasoning)";
const opening = new RegExp(`<\\s*${thinkTag}(?:\\s[^<>]{0,200})?>`, "iu");
const closing = new RegExp(`<\\s*/\\s*${thinkTag}\\s*>`, "iu");
const newItem = /^[^\p{L}\p{N}\n]{0,12}(?:story|statement|premise|question|q|human|user)[*_\s]*:/iu;

/**
 * Returns the part of a reply that can contain the answer: without thinking blocks, and without the text from the first
 * line that begins an invented next item, as base models write. Characters are normalised first: full-width letters,
 * line ends and no-break spaces are replaced by their plain forms; zero-width characters are removed.
 */
export function findAnsweringPart(reply: string): AnsweringPart {
  const foldedReply = foldCharacters(reply);
  const { text, hadThinking, isThinkingUnclosed } = removeThinking(foldedReply);
  const trimmed = text.trim();
  const lines = trimmed.split("\n");
  const end = lines.findIndex((line, index) => index > 0 && newItem.test(line));
  const answerText = end < 0 ? trimmed : lines.slice(0, end).join("\n").trim();
  return { text: answerText, hadThinking, isThinkingUnclosed, wasCut: end >= 0 };
}

/** Normalises full-width forms, line ends, special spaces and invisible characters. */
export function foldCharacters(text: string): string {
  return text
    .replace(/\r\n?/gu, "\n")
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]|\ufe0e|\ufe0f/gu, "")
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\t\v\f]/gu, " ")
    .replace(/[\u2028\u2029\u0085]/gu, "\n")
    .replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/** Nested blocks leave a closing tag without an opening tag. Everything before such a tag is removed. */
function removeThinking(text: string): Omit<AnsweringPart, "wasCut"> {
  let rest = text;
  let hadThinking = false;
  for (let end = closing.exec(rest); end !== null; end = closing.exec(rest)) {
    const start = opening.exec(rest);
    const before = start !== null && start.index < end.index ? rest.slice(0, start.index) : "";
    rest = `${before}\n${rest.slice(end.index + end[0].length)}`;
    hadThinking = true;
  }
  const openTag = opening.exec(rest);
  if (openTag === null) return { text: rest, hadThinking, isThinkingUnclosed: false };
  return { text: rest.slice(0, openTag.index), hadThinking: true, isThinkingUnclosed: true };
}

/** An apostrophe or single quotation mark in typographic form. */
export const curlyApostrophe = /[\u2018\u2019\u02bc]/gu;

/** Normalises a text for comparison: lower case, single spaces, no formatting marks or final punctuation. */
export function simplifyText(text: string): string {
  return foldCharacters(text)
    .toLowerCase()
    .replace(curlyApostrophe, "'")
    .replace(/["\u201c\u201d\u00ab\u00bb*_`()[\]{}]/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/^[\s']+|[\s.!,;:']+$/gu, "");
}
