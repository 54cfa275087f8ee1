/**
 * A replacement: the characters from `start` (included) to `end` (excluded) become `text`. Positions are UTF-16 units,
 * as in a text field.
 */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Applies an edit to a text. Throws RangeError if the range is outside the text. */
export function applyEdit(text: string, edit: Edit): string {
  if (!(edit.start >= 0 && edit.start <= edit.end && edit.end <= text.length))
    throw new RangeError(`an edit of ${edit.start} to ${edit.end} lies outside a text of ${text.length} characters`);
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/** Returns the inverse of an edit. `text` is the text before the edit. */
export function invertEdit(text: string, edit: Edit): Edit {
  return { start: edit.start, end: edit.start + edit.text.length, text: text.slice(edit.start, edit.end) };
}

/**
 * Finds the replacement that changes `before` into `after`: the part between their common beginning and their common
 * end. Null if the texts are equal. If the replacement is ambiguous ("aa" to "aaa"), it ends at `caret`, the position
 * of the cursor in `after`, because typing ends at the cursor. Surrogate pairs are not split.
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
    // After a spelling correction, the cursor may be elsewhere. The replacement is then computed without it.
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

/** Whether a position is inside a surrogate pair. */
function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
