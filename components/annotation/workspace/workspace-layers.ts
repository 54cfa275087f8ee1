import { editBetween } from "@/lib/domain/words/edit.ts";
import { shownRange, type WordedText } from "@/lib/domain/words/words.ts";
import type { VersionComparison, WorkspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import type { WorkspaceState } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { type Layer, moveLayers } from "../story/layers.ts";

/**
 * The marks of the story after the latest keystroke. The edit has moved the anchors; the hints of the last check are
 * moved in the same way.
 */
export function buildStoryLayers(state: WorkspaceState, story: WordedText, checks: WorkspaceChecks): Layer[] {
  const brokenIds = new Set(
    checks.check.anchors.filter((report) => report.state !== "ok").map(({ anchor }) => anchor.id),
  );
  const anchors = (state.drafts.story?.anchors ?? [])
    .filter((anchor) => anchor.damage !== "not-found")
    .map((anchor): Layer => {
      const isBroken = brokenIds.has(anchor.id) || anchor.damage !== null || anchor.start === anchor.end;
      return { id: anchor.id, kind: isBroken ? "broken" : anchor.role, ...shownRange(story, anchor) };
    });
  const hints = checks.hints.map(({ start, end }, index): Layer => ({ id: `hint-${index}`, kind: "hint", start, end }));
  return [...anchors, ...moveLayers(hints, editBetween(checks.story.text, story.text))];
}

/** The marks of the text that was checked last, for views that compare this text. */
export function buildCheckLayers({ check, hints, story }: WorkspaceChecks): Layer[] {
  return [
    ...check.anchors
      .filter(({ anchor }) => anchor.damage !== "not-found")
      .map(({ anchor, state }): Layer => {
        const isBroken = state !== "ok" || anchor.damage !== null || anchor.start === anchor.end;
        return { id: anchor.id, kind: isBroken ? "broken" : anchor.role, ...shownRange(story, anchor) };
      }),
    ...hints.map(({ start, end }, index): Layer => ({ id: `hint-${index}`, kind: "hint", start, end })),
  ];
}

/** The changes between the other version and this text, as layers of this text. */
export function buildChangeLayers({ diff }: VersionComparison): Layer[] {
  return diff.hunks
    .filter((hunk) => hunk.oldText.trim() !== "")
    .map((hunk) => ({ id: `old-${hunk.index}`, kind: "differs", start: hunk.oldStart, end: hunk.oldEnd }));
}

/** Moves the marks of the newer text to their positions in the older text. Marks on changed words are omitted. */
export function mapLayersToOlder({ diff }: VersionComparison, layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) => {
    if (diff.hunks.some((hunk) => hunk.newStart < layer.end && hunk.newEnd > layer.start)) return [];
    const last = diff.hunks.findLast((hunk) => hunk.newEnd <= layer.start);
    const shift = last === undefined ? 0 : last.oldEnd - last.newEnd;
    return [{ ...layer, start: layer.start + shift, end: layer.end + shift }];
  });
}
