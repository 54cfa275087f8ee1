"use client";

import { type ComponentProps, useContext, useEffect, useMemo, useRef, useState } from "react";
import { ItemComments } from "@/components/comments/item-comments.tsx";
import { isSameDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { ReviewPayload, SubmissionView } from "@/lib/domain/annotation/review.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { findFieldDifferences } from "../../../lib/domain/annotation/workspace/document-differences.ts";
import { runWorkspaceChecks, type WorkspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import {
  fieldText,
  type WorkspaceState,
  workspaceStateFrom,
} from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import { DiffView, focusChange, showChange } from "../look/diff-view.tsx";
import { KnowledgeLine } from "../look/knowledge-line.tsx";
import { Pane, PaneSwitch } from "../look/pane.tsx";
import { Rail } from "../look/rail.tsx";
import { MarkedText } from "../story/marked-text.tsx";
import { buildChangeLayers, buildStoryLayers, mapLayersToOlder } from "../workspace/workspace-layers.ts";
import { ReviewEditor } from "./review-editor.tsx";
import { SubmissionFacts } from "./submission-facts.tsx";

type View = "changes" | "event" | "story" | "original";

/** One copy under review: the diff, then the whole text, and an editor for the reviewer's changes. */
export function SubmissionReview({
  api,
  review,
  submission,
  isChanging,
  say,
  ...editing
}: Pick<ComponentProps<typeof ReviewEditor>, "personId" | "begin" | "keepOnServer" | "onStopChanging" | "onChange"> & {
  api: string;
  review: ReviewPayload;
  submission: SubmissionView;
  isChanging: boolean;
  say: (text: string) => void;
}) {
  const { document } = submission;
  const item = useMemo(
    () => ({
      kind: document.kind,
      original: review.original,
      givenDocument: review.importedDocument,
      siblings: [],
    }),
    [document.kind, review],
  );
  const submittedState = useMemo(() => workspaceStateFrom(document, null), [document]);
  const checks = useMemo(() => runWorkspaceChecks(submittedState, item), [submittedState, item]);
  const panes = useSubmissionView(submission, review.importedDocument, checks, say);
  return (
    <>
      {storyKinds[document.kind].isAboutKnowledge && (
        <KnowledgeLine
          character={fieldText(submittedState, "character")}
          knowledge={fieldText(submittedState, "implausibleKnowledge")}
        />
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div
          className={isChanging ? "grid min-w-0 items-start gap-5 lg:grid-cols-2" : "grid min-w-0 items-start gap-5"}
        >
          <SubmissionPane
            {...{ given: submittedState, checks, reading: panes }}
            original={review.original?.document.story ?? ""}
            className={isChanging ? "" : "max-w-[56rem]"}
          />
          {isChanging && <ReviewEditor {...editing} {...{ submission, item, say }} stored={review.draft} />}
          {!isChanging && storyKinds[document.kind].hasQuestion && (
            <QuestionPane kind={document.kind} given={submittedState} />
          )}
        </div>
        <Rail>
          <SubmissionFacts
            review={review}
            submission={submission}
            comparison={checks.againstGiven}
            onShowChanges={() => panes.setView("changes")}
          />
          <ItemComments address={`${api}/items/${review.item.id}/comments`} />
        </Rail>
      </div>
    </>
  );
}

/** The shown view of a copy, the change on which keyboard shortcuts act, and these shortcuts. */
function useSubmissionView(
  submission: SubmissionView,
  imported: KsteDocument,
  checks: WorkspaceChecks,
  say: (text: string) => void,
) {
  const { keymap, isMac } = useContext(KeysContext);
  const { againstOriginal, againstGiven } = checks;
  const [view, setView] = useState<View>(
    againstGiven.diff.hunks.length > 0 || againstOriginal === null ? "changes" : "event",
  );
  const [change, setChange] = useState<number | null>(0);
  const pane = useRef<HTMLElement>(null);
  // The review starts with the first change, so the pane is scrolled to it.
  useEffect(() => {
    // Runs in the next frame, after the page has scrolled to the top.
    const frame = requestAnimationFrame(() => showChange(pane.current, 0));
    return () => cancelAnimationFrame(frame);
  }, []);
  const comparison = view === "event" && againstOriginal ? againstOriginal : againstGiven;
  const unchanged =
    comparison === againstGiven ? explainUnchanged(submission, imported) : "The story is identical to the original.";

  function goToChange(step: 1 | -1) {
    const count = comparison.diff.hunks.length;
    if (view !== "changes" && view !== "event") setView("changes");
    if (count === 0) return say(unchanged);
    const at = change === null ? (step === 1 ? 0 : count - 1) : (change + step + count) % count;
    setChange(at);
    requestAnimationFrame(() => focusChange(pane.current, at));
  }

  useShortcuts(keymap, isMac, {
    "next-change": () => goToChange(1),
    "previous-change": () => goToChange(-1),
    changes: () => setView(view === "changes" ? "story" : "changes"),
  });
  return { view, setView, change, setChange, pane, comparison, unchanged };
}

/** The text of a copy: its changes or the whole story. */
function SubmissionPane({
  given,
  checks,
  original,
  reading: { view, setView, change, setChange, pane, comparison, unchanged },
  className,
}: {
  given: WorkspaceState;
  checks: WorkspaceChecks;
  /** The original of an erroneous story; an empty string for other kinds. */
  original: string;
  reading: ReturnType<typeof useSubmissionView>;
  className: string;
}) {
  const { againstOriginal } = checks;
  const layers = useMemo(() => buildStoryLayers(given, checks.story, checks), [given, checks]);
  const views: { view: View; label: string }[] = [
    { view: "changes", label: "Changes" },
    ...(againstOriginal ? [{ view: "event" as const, label: "Compared with the original" }] : []),
    { view: "story", label: "As submitted" },
    ...(againstOriginal ? [{ view: "original" as const, label: "Original" }] : []),
  ];
  return (
    <Pane
      ref={pane}
      title="The submission"
      isTitleHidden
      className={className}
      aside={
        <PaneSwitch
          label="View"
          views={views}
          current={view}
          onChange={(next) => {
            setView(next);
            setChange(null);
          }}
        />
      }
    >
      {(view === "changes" || view === "event") && comparison.diff.hunks.length === 0 && (
        <p className="px-4 pt-4 text-sm text-ink-soft">{unchanged}</p>
      )}
      {(view === "changes" || view === "event") && (
        <DiffView
          before={comparison.before}
          hunks={comparison.diff.hunks}
          layers={layers}
          isFolded
          current={change}
          onChoose={(hunk) => setChange(hunk.index)}
        />
      )}
      {view === "story" && (
        <div className="workspace-text">
          <MarkedText text={fieldText(given, "story")} layers={layers} />
        </div>
      )}
      {view === "original" && (
        <div className="workspace-text">
          <MarkedText
            text={original}
            layers={
              againstOriginal
                ? [...mapLayersToOlder(againstOriginal, layers), ...buildChangeLayers(againstOriginal)]
                : []
            }
          />
        </div>
      )}
    </Pane>
  );
}

/** The question about a story and its options, as submitted. */
function QuestionPane({ kind, given }: { kind: KsteDocument["kind"]; given: WorkspaceState }) {
  return (
    <Pane title="Question and options" className="max-w-[56rem]">
      <dl className="grid gap-3 p-4">
        {storyKinds[kind].fields
          .filter(({ isFolded }) => !isFolded)
          .map(({ name, label }) => (
            <div key={name} className="grid gap-0.5">
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="font-serif text-lg">{fieldText(given, name)}</dd>
            </div>
          ))}
      </dl>
    </Pane>
  );
}

/** Explains why the diff of the story shows no changes. Other changes are listed with the verdict. */
function explainUnchanged({ document, verdict }: SubmissionView, imported: KsteDocument): string {
  if (findFieldDifferences(imported, document).length > 0)
    return "The story was not changed. Other changes are listed with the verdict.";
  if (!isSameDocument(document, imported)) return "The text is unchanged; a mark was moved.";
  if (verdict === "irreparable") return "Nothing was changed: the annotator marked the item as unusable.";
  return "Nothing was changed in this copy.";
}
