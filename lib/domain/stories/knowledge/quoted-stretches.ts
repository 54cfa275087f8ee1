/** A half-open range, and whether it is inside quotation marks. */
export interface Stretch {
  start: number;
  end: number;
  isQuoted: boolean;
}

/**
 * Splits a text range into the parts inside quotation marks, without the marks, and the parts between quotations:
 * half-open ranges, in order. Double marks of any kind are quotation marks; a curly quotation may contain another.
 * Single marks count only if there is no double mark, and never inside a word. An unclosed quotation extends to the
 * end. A range without quotation marks is one part.
 */
export function splitAtQuotations(text: string, { start, end }: { start: number; end: number }): Stretch[] {
  const part = text.slice(start, end);
  const quotations = /["“”„‟«»]/u.test(part) ? doubleQuotations(part) : singleQuotations(part);
  const stretches: Stretch[] = [];
  let done = 0;
  for (const quotation of quotations) {
    stretches.push(
      { start: done, end: quotation.open, isQuoted: false },
      { start: quotation.open + 1, end: quotation.close, isQuoted: true },
    );
    done = quotation.close + 1;
  }
  stretches.push({ start: done, end: part.length, isQuoted: false });
  return stretches
    .filter((stretch) => part.slice(stretch.start, stretch.end).trim() !== "")
    .map((stretch) => ({ ...stretch, start: start + stretch.start, end: start + stretch.end }));
}

interface Quotation {
  /** The positions of the opening and the closing mark; the length of the text if the closing mark is missing. */
  open: number;
  close: number;
}

function doubleQuotations(part: string): Quotation[] {
  const quotations: Quotation[] = [];
  for (let at = 0; at < part.length; at += 1) {
    const mark = part[at] as string;
    if (!/["“„‟«]/u.test(mark)) continue;
    const close = mark === '"' ? part.indexOf('"', at + 1) : closingOf(part, at);
    const end = close < 0 ? part.length : close;
    quotations.push({ open: at, close: end });
    at = end;
  }
  return quotations;
}

/** The mark that closes a curly or pointed quotation, skipping nested quotations; -1 if there is none. */
function closingOf(part: string, open: number): number {
  // A low mark is closed by a high one of either direction.
  const high = part[open] === "„" ? part.slice(open + 1).search(/[“”"]/u) : -1;
  if (high >= 0) return open + 1 + high;
  let depth = 0;
  for (let at = open; at < part.length; at += 1) {
    const mark = part[at] as string;
    if (/[“„‟«]/u.test(mark)) depth += 1;
    else if (/[”»]/u.test(mark)) depth -= 1;
    if (depth === 0) return at;
  }
  // It may be closed with a straight mark.
  return part.indexOf('"', open + 1);
}

const SINGLE = /(?<![\p{L}\p{N}])['‘‚](?=\S)[^\n]*?['’](?![\p{L}\p{N}])/gu;

function singleQuotations(part: string): Quotation[] {
  return [...part.matchAll(SINGLE)].map((match) => ({ open: match.index, close: match.index + match[0].length - 1 }));
}
