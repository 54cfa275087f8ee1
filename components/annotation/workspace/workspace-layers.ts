import { editBetween } from "@/lib/domain/words/edit.ts";
import { shownRange, type WordedText } from "@/lib/domain/words/words.ts";
import type { VersionComparison, WorkspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import type { WorkspaceState } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { type Layer, movedLayers } from "../story/layers.ts";

/**
 * The marks of the story after the current keystroke. The edit moves the anchors, and the results of the last check are
 * moved in the same way.
 */
export function storyLayers(state: WorkspaceState, story: WordedText, checks: WorkspaceChecks): Layer[] {
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
  return [...anchors, ...movedLayers(hints, editBetween(checks.story.text, story.text))];
}

/** The marks of the text that was last checked, for views that are compared with that text. */
export function checkedLayers({ check, hints, story }: WorkspaceChecks): Layer[] {
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

/** The changes of the other version, shown in the text that it changed. */
export function changedLayers({ diff }: VersionComparison): Layer[] {
  return diff.hunks
    .filter((hunk) => hunk.oldText.trim() !== "")
    .map((hunk) => ({ id: `old-${hunk.index}`, kind: "differs", start: hunk.oldStart, end: hunk.oldEnd }));
}

/** Marks of the newer text at their position in the older text; marks on changed words are omitted. */
export function mapLayersToOlder({ diff }: VersionComparison, layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) => {
    if (diff.hunks.some((hunk) => hunk.newStart < layer.end && hunk.newEnd > layer.start)) return [];
    const last = diff.hunks.findLast((hunk) => hunk.newEnd <= layer.start);
    const shift = last === undefined ? 0 : last.oldEnd - last.newEnd;
    return [{ ...layer, start: layer.start + shift, end: layer.end + shift }];
  });
}
