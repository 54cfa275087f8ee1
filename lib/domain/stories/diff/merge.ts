import { diffStories, type Hunk } from "./hunks.ts";

/**
 * The current text with the chosen hunks of the other candidate. `hunks` are those of `diffStories(mine, theirs)`;
 * choosing none gives mine, choosing all gives theirs.
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
 * Compares two branches of one version (a late save and a newer one) and returns every changed position with both
 * texts. Changes that overlap or touch are combined. No conflict is resolved here.
 */
export function branchChanges(base: string, mine: string, theirs: string): BranchChange[] {
  const left = diffStories(base, mine).hunks;
  const right = diffStories(base, theirs).hunks;
  const changed = [...left, ...right]
    .map((hunk) => ({ start: hunk.oldStart, end: hunk.oldEnd }))
    .sort((one, other) => one.start - other.start || one.end - other.end);
  const regions: { start: number; end: number }[] = [];
  for (const place of changed) {
    const last = regions.at(-1);
    if (last !== undefined && place.start <= last.end) last.end = Math.max(last.end, place.end);
    else regions.push({ ...place });
  }
  return regions.map(({ start, end }) => {
    const ofMine = textOfBranch(base, left, start, end);
    const ofTheirs = textOfBranch(base, right, start, end);
    const text = base.slice(start, end);
    const by = ofMine === null ? "theirs" : ofTheirs === null ? "mine" : "both";
    return {
      baseStart: start,
      baseEnd: end,
      base: text,
      mine: ofMine ?? text,
      theirs: ofTheirs ?? text,
      by,
      isConflict: by === "both" && ofMine !== ofTheirs,
    };
  });
}

/**
 * The merged text; `choose` returns the text for each position. It is called for every position but should only decide
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
  const inside = hunks.filter((hunk) => hunk.oldStart >= start && hunk.oldEnd <= end);
  if (inside.length === 0) return null;
  let text = "";
  let done = start;
  for (const hunk of inside) {
    text += base.slice(done, hunk.oldStart) + hunk.newText;
    done = hunk.oldEnd;
  }
  return text + base.slice(done, end);
}
