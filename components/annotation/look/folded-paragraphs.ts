/** A part of an unchanged text. `isFolded` is true for whole paragraphs that may be collapsed. */
export interface TextPart {
  start: number;
  end: number;
  isFolded: boolean;
  /** The number of whole paragraphs in it. */
  paragraphs: number;
}

/**
 * Splits the unchanged text between two changes into shown and folded parts. A paragraph is shown if it is next to a
 * change or if `isKept` is true for it. `text` starts at a change unless `isFirst`, and ends at a change unless
 * `isLast`. The parts together are the whole text.
 */
export function foldParagraphs(
  text: string,
  { isFirst, isLast, isKept }: { isFirst: boolean; isLast: boolean; isKept: (start: number, end: number) => boolean },
): TextPart[] {
  const paragraphs = [...text.matchAll(/[^\n](?:(?!\n\s*\n)[\s\S])*(?:\n\s*\n)?|\n+/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const parts: TextPart[] = [];
  for (const [index, { start, end }] of paragraphs.entries()) {
    const touches = (index === 0 && !isFirst) || (index === paragraphs.length - 1 && !isLast);
    const isFolded = !touches && !isKept(start, end) && text.slice(start, end).trim() !== "";
    const last = parts.at(-1);
    if (last !== undefined && last.isFolded === isFolded) {
      last.end = end;
      last.paragraphs += 1;
    } else parts.push({ start, end, isFolded, paragraphs: 1 });
  }
  return parts;
}
