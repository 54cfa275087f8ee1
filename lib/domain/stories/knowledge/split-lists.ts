/** What begins an item of a list: a dash, star or bullet, or a number or letter with a full stop or bracket. */
const BULLET = /^[ \t]*(?:[-–—*•·‣▪]+|\(?(?:\d{1,2}|[a-z])[.)])[ \t]+/iu;

/**
 * The items of a list inside a range of a text, their bullets left off, as half-open ranges. Lines without a bullet belong
 * to the item above. In a text without bullets each line is an item, unless a quotation runs over the end of a line.
 */
export function splitLists(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number }[] {
  const lines = linesOf(text, start, end);
  const hasBullets = lines.some((line) => BULLET.test(text.slice(line.start, line.end)));
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
