/**
 * One replacement: the characters `start` (included) to `end` (not included) become `text`. UTF-16 units, as in a text
 * field.
 */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The text after an edit. Throws RangeError for a range outside the text. */
export function applyEdit(text: string, edit: Edit): string {
  if (!(edit.start >= 0 && edit.start <= edit.end && edit.end <= text.length))
    throw new RangeError(`an edit of ${edit.start} to ${edit.end} lies outside a text of ${text.length} characters`);
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/** The inverse of an edit; `text` is the text before it. */
export function invertEdit(text: string, edit: Edit): Edit {
  return { start: edit.start, end: edit.start + edit.text.length, text: text.slice(edit.start, edit.end) };
}

/**
 * The one replacement that changes `before` into `after`, or null if they are equal: the part between their common
 * beginning and their common end. If this is ambiguous ("aa" to "aaa"), `caret`, the position of the cursor in `after`,
 * decides, because typing ends at the cursor. No surrogate pair is split.
 */
export function editBetween(before: string, after: string, caret?: number): Edit | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let tail = 0;
  const tailLimit = caret === undefined ? shorter : Math.min(shorter, Math.max(0, after.length - caret));
  let head = 0;
  if (caret === undefined) {
    head = commonHead(before, after, shorter);
    tail = commonTail(before, after, shorter - head);
  } else {
    tail = commonTail(before, after, tailLimit);
    head = commonHead(before, after, shorter - tail);
    // The cursor may be at another position (after a spelling correction); the change is then computed without it.
    if (tail < tailLimit) return editBetween(before, after);
  }
  if (isInsidePair(before, head) || isInsidePair(after, head)) head -= 1;
  if (isInsidePair(before, before.length - tail) || isInsidePair(after, after.length - tail)) tail -= 1;
  return { start: head, end: before.length - tail, text: after.slice(head, after.length - tail) };
}

function commonHead(left: string, right: string, limit: number): number {
  let at = 0;
  while (at < limit && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}

function commonTail(left: string, right: string, limit: number): number {
  let count = 0;
  while (count < limit && left.charCodeAt(left.length - 1 - count) === right.charCodeAt(right.length - 1 - count))
    count += 1;
  return count;
}

/** Whether the position is between the two halves of a surrogate pair. */
function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
