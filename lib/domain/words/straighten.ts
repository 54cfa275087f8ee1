import { composeFolds, type FoldedText, foldCompatibly, replaceWithOffsets } from "./fold.ts";

const oddCharacters =
  /[\u2018\u2019\u201a\u201b\u2032\u02bc`\u00b4]|[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]|[-\u2010-\u2015\u2212]+|[\u00ad\u200b-\u200d\u2060\ufeff]|\s+/gu;

/**
 * Normalises a text for comparison: straightens quotation marks and dashes, collapses and trims white space, removes
 * invisible characters. Case and all other characters are kept. The source position of each character is recorded.
 */
export function straightenWithOffsets(source: string): FoldedText {
  const folded = foldCompatibly(source);
  const withStraightMarks = composeFolds(folded, replaceWithOffsets(folded.text, oddCharacters, replaceOdd));
  // The removal of an invisible character can leave two adjacent spaces.
  const singleSpaced = composeFolds(
    withStraightMarks,
    replaceWithOffsets(withStraightMarks.text, / {2,}/g, () => " "),
  );
  return trimFolded(singleSpaced);
}

/** The text of `straightenWithOffsets`, without source positions. */
export function straightenText(source: string): string {
  return straightenWithOffsets(source).text;
}

function replaceOdd(match: string): string {
  const first = match[0] as string;
  if (/[\s]/u.test(first) && first !== "\ufeff") return " ";
  if (/[\u2018\u2019\u201a\u201b\u2032\u02bc`\u00b4]/u.test(first)) return "'";
  if (/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/u.test(first)) return '"';
  if (/[-\u2010-\u2015\u2212]/u.test(first)) return "-";
  return "";
}

function trimFolded(folded: FoldedText): FoldedText {
  const { text } = folded;
  const start = text.startsWith(" ") ? 1 : 0;
  const end = text.endsWith(" ") && text.length > start ? text.length - 1 : text.length;
  if (start === 0 && end === text.length) return folded;
  const offsets = folded.offsets ?? Int32Array.from({ length: text.length + 1 }, (_, at) => at);
  return { text: text.slice(start, end), offsets: offsets.slice(start, end + 1) };
}
