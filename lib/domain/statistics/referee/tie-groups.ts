/**
 * Groups of subjects without significant differences, as a compact letter display: two subjects share a letter exactly
 * if they do not differ significantly. A simple rank would suggest an order that the data do not support.
 *
 * `order` lists the subjects from best to worst. `differs(i, j)` states whether two subjects differ significantly. The
 * result has the letters of each subject, by its number, not its rank. "a" contains the best subject. Uses the
 * insert-and-absorb algorithm (Piepho 2004).
 */
export function assignTieLetters(order: readonly number[], differs: (i: number, j: number) => boolean): string[] {
  let groups: Set<number>[] = [new Set(order.keys())];
  for (let first = 0; first < order.length; first += 1) {
    for (let second = first + 1; second < order.length; second += 1) {
      if (differs(order[first]!, order[second]!)) groups = separateSubjects(groups, first, second);
    }
  }
  const sorted = groups.map((group) => [...group].sort((a, b) => a - b)).sort(byMembers);
  const letters = new Array<string>(order.length).fill("");
  sorted.forEach((places, group) => {
    for (const place of places) letters[order[place]!] += letterOf(group);
  });
  return letters;
}

/** Splits every group that contains both subjects, then drops groups that are subsets of another group. */
function separateSubjects(groups: readonly Set<number>[], first: number, second: number): Set<number>[] {
  const splitGroups = groups.flatMap((group) =>
    group.has(first) && group.has(second) ? [removeAt(group, first), removeAt(group, second)] : [group],
  );
  return splitGroups.filter(
    (group, index) =>
      !splitGroups.some(
        (other, otherIndex) =>
          otherIndex !== index &&
          isInside(group, other) &&
          // Of two equal groups, the first is kept.
          (group.size < other.size || otherIndex < index),
      ),
  );
}

function removeAt(group: Set<number>, subject: number): Set<number> {
  const rest = new Set(group);
  rest.delete(subject);
  return rest;
}

function isInside(group: Set<number>, other: Set<number>): boolean {
  if (group.size > other.size) return false;
  for (const place of group) if (!other.has(place)) return false;
  return true;
}

function byMembers(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    if (left[index] !== right[index]) return left[index]! - right[index]!;
  }
  return left.length - right.length;
}

/** The letters a to z, then (a1) and so on. The brackets keep combined letters readable. */
function letterOf(group: number): string {
  const letter = String.fromCharCode(97 + (group % 26));
  return group < 26 ? letter : `(${letter}${Math.floor(group / 26)})`;
}
