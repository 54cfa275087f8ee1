/** The marker of a list item: a dash, star or bullet, or a number or letter with a full stop or bracket. */
const BULLET = /^[ \t]*(?:[-–—*•·‣▪]+|\(?(?:\d{1,2}|[a-z])[.)])[ \t]+/iu;

/**
 * List numbers inside a line: "(1) … (2) …", "1. … 2. …", "a) … b) …". A number that ends a sentence is recognised by
 * its neighbours.
 */
const INLINE = /(?<=^|[\s"'”’»,;:])\(?(\d{1,2}|[a-z])[.)](?=\s|["'“‘«])[ \t]*/giu;

/**
 * The items of a list inside a range of a text, without their bullets, as half-open ranges. A line without a bullet
 * belongs to the previous item. In a text without bullets each line is an item, unless a quotation continues on the
 * next line. A numbered list may be within one line; the text before its first number is also an item.
 */
export function splitLists(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number }[] {
  const lines = linesOf(text, start, end);
  const hasBullets = lines.some((line) => BULLET.test(text.slice(line.start, line.end)));
  const numberedItems = lines.length === 1 ? inlineItems(text, lines[0] as { start: number; end: number }) : null;
  if (numberedItems !== null) return numberedItems;
  if (!hasBullets)
    return lines.every((line) => isBalanced(text.slice(line.start, line.end))) ? lines : [{ start, end }];
  const items: { start: number; end: number }[] = [];
  for (const line of lines) {
    const bullet = BULLET.exec(text.slice(line.start, line.end));
    const last = items.at(-1);
    if (bullet !== null) items.push({ start: line.start + bullet[0].length, end: line.end });
    else if (last === undefined) items.push(line);
    else last.end = line.end;
  }
  return items.filter((item) => item.start < item.end);
}

/** The items of a list that is numbered within its line, consecutively from 1 or a; null if it is not such a list. */
function inlineItems(text: string, { start, end }: { start: number; end: number }) {
  const numbers: { start: number; end: number }[] = [];
  for (const match of text.slice(start, end).matchAll(INLINE)) {
    const mark = (match[1] as string).toLowerCase();
    const number = /\d/u.test(mark) ? Number(mark) : mark.charCodeAt(0) - 96;
    if (number !== numbers.length + 1) continue;
    numbers.push({ start: start + match.index, end: start + match.index + match[0].length });
  }
  if (numbers.length < 2) return null;
  const starts = [start, ...numbers.map((number) => number.end)];
  const ends = [...numbers.map((number) => number.start), end];
  return starts
    .map((from, index) => ({ start: from, end: ends[index] as number }))
    .filter((item) => text.slice(item.start, item.end).trim() !== "");
}

function linesOf(text: string, start: number, end: number): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  let from = start;
  for (const match of text.slice(start, end).matchAll(/[\r\n\u2028\u2029]/gu)) {
    lines.push({ start: from, end: start + match.index });
    from = start + match.index + 1;
  }
  lines.push({ start: from, end });
  return lines.filter((line) => text.slice(line.start, line.end).trim() !== "");
}

function isBalanced(line: string): boolean {
  const count = (marks: RegExp) => line.match(marks)?.length ?? 0;
  return count(/"/gu) % 2 === 0 && count(/[“„]/gu) === count(/”/gu);
}
