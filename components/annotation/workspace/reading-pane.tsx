"use client";

import type { ReactNode, Ref } from "react";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { Hunk } from "@/lib/domain/stories/diff/hunks.ts";
import type { VersionComparison, WorkspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { storyMarks } from "../collections/items/story-marks.ts";
import { DiffView } from "../look/diff-view.tsx";
import { Pane, PaneSwitch } from "../look/pane.tsx";
import { MarkedText } from "../story/marked-text.tsx";
import { buildChangeLayers, buildCheckLayers, mapLayersToOlder } from "./workspace-layers.ts";

/**
 * The views next to the editor: the original story, its changes in the erroneous story, the imported text, or the
 * annotator's changes.
 */
export type ReadingView = "original" | "changes" | "given" | "mine";

/** The views that an item has; the first is the default. */
export function listReadingViews(payload: TaskPayload): { view: ReadingView; label: string }[] {
  const ownChangesView = { view: "mine", label: "Your changes" } as const;
  const importedView = { view: "given", label: "As imported" } as const;
  const { isMadeFromOriginal } = storyKinds[payload.task.kind];
  if (isMadeFromOriginal && payload.original !== null)
    return [
      { view: "original", label: "Original" },
      { view: "changes", label: "Changes to the original" },
      ownChangesView,
    ];
  // Without an original, an erroneous story is compared with the imported text; the views would otherwise show equal
  // texts.
  return isMadeFromOriginal ? [importedView, ownChangesView] : [ownChangesView, importedView];
}

export function ReadingPane({
  ref,
  payload,
  checks,
  view,
  onView,
  change,
  onChange,
  onRevert,
}: {
  ref: Ref<HTMLElement>;
  payload: TaskPayload;
  checks: WorkspaceChecks;
  view: ReadingView;
  onView: (view: ReadingView) => void;
  /** The change on which keyboard shortcuts act. */
  change: number | null;
  onChange: (index: number) => void;
  /** Null if the text is read-only. */
  onRevert: ((index: number) => void) | null;
}) {
  const views = listReadingViews(payload);
  // The marks of the item are also shown in the text that it is compared with.
  const layers = buildCheckLayers(checks);
  const renderDiff = (comparison: VersionComparison) =>
    comparison.diff.hunks.length === 0 ? (
      <p className="px-4 py-6 text-sm text-ink-soft">No differences.</p>
    ) : (
      <DiffView
        before={comparison.before}
        hunks={comparison.diff.hunks}
        layers={layers}
        isFolded
        current={change}
        onChoose={(hunk) => onChange(hunk.index)}
        control={onRevert ? (hunk) => <RevertButton hunk={hunk} onRevert={onRevert} /> : undefined}
      />
    );
  return (
    <Pane
      ref={ref}
      title={titles[view]}
      isTitleHidden
      aside={<PaneSwitch label="Text shown in this pane" views={views} current={view} onChange={onView} />}
    >
      {show(view)}
    </Pane>
  );

  function show(shown: ReadingView): ReactNode {
    switch (shown) {
      case "original":
        return (
          <div className="workspace-text">
            <MarkedText
              text={payload.original?.document.story ?? ""}
              layers={
                checks.againstOriginal === null
                  ? []
                  : [...mapLayersToOlder(checks.againstOriginal, layers), ...buildChangeLayers(checks.againstOriginal)]
              }
            />
          </div>
        );
      case "changes":
        return renderDiff(checks.againstOriginal ?? checks.againstGiven);
      case "given":
        return (
          <div className="workspace-text">
            <MarkedText text={payload.givenDocument.story} layers={storyMarks(payload.givenDocument)} />
          </div>
        );
      case "mine":
        return renderDiff(checks.againstGiven);
    }
  }
}

const titles: Readonly<Record<ReadingView, string>> = {
  original: "Original story",
  changes: "Changes to the original story",
  given: "Imported text",
  mine: "Your changes in the text",
};

function RevertButton({ hunk, onRevert }: { hunk: Hunk; onRevert: (index: number) => void }) {
  return (
    <button
      type="button"
      onClick={() => onRevert(hunk.index)}
      title="Undo this change"
      aria-label={`Undo change ${hunk.index + 1}`}
      className="grid size-6 place-items-center rounded-sm border border-rule bg-surface text-sm leading-none text-ink-soft hover:border-edge hover:text-ink pointer-coarse:size-9"
    >
      ↶
    </button>
  );
}
