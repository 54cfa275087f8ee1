import { diffStories, type Hunk } from "./hunks.ts";

/**
 * Returns `mine` with the chosen hunks of the other candidate. `hunks` are the hunks of `diffStories(mine, theirs)`.
 * Without chosen hunks the result is `mine`, with all hunks it is `theirs`.
 */
export function mergeByHunk(mine: string, hunks: readonly Hunk[], takesTheirs: (hunk: Hunk) => boolean): string {
  let text = "";
  let done = 0;
  for (const hunk of hunks) {
    text += mine.slice(done, hunk.oldStart) + (takesTheirs(hunk) ? hunk.newText : hunk.oldText);
    done = hunk.oldEnd;
  }
  return text + mine.slice(done);
}

/** A position at which at least one of two branches differs from their common version. */
export interface BranchChange {
  baseStart: number;
  baseEnd: number;
  base: string;
  mine: string;
  theirs: string;
  /** Which branch changed it; `both` with different words is a conflict that a person resolves. */
  by: "mine" | "theirs" | "both";
  isConflict: boolean;
}

/**
 * Compares two branches of one version (a late save and a newer save) and returns every changed position with both
 * texts. Changes that overlap or touch are combined. No conflict is resolved here.
 */
export function branchChanges(base: string, mine: string, theirs: string): BranchChange[] {
  const mineHunks = diffStories(base, mine).hunks;
  const theirHunks = diffStories(base, theirs).hunks;
  const changedRanges = [...mineHunks, ...theirHunks]
    .map((hunk) => ({ start: hunk.oldStart, end: hunk.oldEnd }))
    .sort((one, other) => one.start - other.start || one.end - other.end);
  const regions: { start: number; end: number }[] = [];
  for (const place of changedRanges) {
    const last = regions.at(-1);
    if (last !== undefined && place.start <= last.end) last.end = Math.max(last.end, place.end);
    else regions.push({ ...place });
  }
  return regions.map(({ start, end }) => {
    const mineText = textOfBranch(base, mineHunks, start, end);
    const theirsText = textOfBranch(base, theirHunks, start, end);
    const text = base.slice(start, end);
    const by = mineText === null ? "theirs" : theirsText === null ? "mine" : "both";
    return {
      baseStart: start,
      baseEnd: end,
      base: text,
      mine: mineText ?? text,
      theirs: theirsText ?? text,
      by,
      isConflict: by === "both" && mineText !== theirsText,
    };
  });
}

/**
 * The merged text. `choose` returns the text for each position; it is called for every position but should only decide
 * conflicts.
 */
export function mergeBranches(
  base: string,
  changes: readonly BranchChange[],
  choose: (change: BranchChange) => "base" | "mine" | "theirs",
): string {
  let text = "";
  let done = 0;
  for (const change of changes) {
    text += base.slice(done, change.baseStart) + change[choose(change)];
    done = change.baseEnd;
  }
  return text + base.slice(done);
}

function textOfBranch(base: string, hunks: readonly Hunk[], start: number, end: number): string | null {
  const hunksInside = hunks.filter((hunk) => hunk.oldStart >= start && hunk.oldEnd <= end);
  if (hunksInside.length === 0) return null;
  let text = "";
  let done = start;
  for (const hunk of hunksInside) {
    text += base.slice(done, hunk.oldStart) + hunk.newText;
    done = hunk.oldEnd;
  }
  return text + base.slice(done, end);
}
