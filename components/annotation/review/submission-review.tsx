"use client";

import { type ComponentProps, useContext, useEffect, useMemo, useRef, useState } from "react";
import { isSameDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { ReviewPayload, SubmissionView } from "@/lib/domain/annotation/review.ts";
import { documentFieldsThatDiffer } from "../../../lib/domain/annotation/workspace/document-differences.ts";
import { type WorkspaceChecks, workspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { workspaceFields } from "../../../lib/domain/annotation/workspace/workspace-fields.ts";
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
import { changedLayers, layersInOlder, storyLayers } from "../workspace/workspace-layers.ts";
import { ReviewEditor } from "./review-editor.tsx";
import { SubmissionFacts } from "./submission-facts.tsx";

type View = "changes" | "event" | "story" | "original";

/** One copy under review: the diff first, then the whole text, and an editor for the reviewer's changes. */
export function SubmissionReview({
  review,
  submission,
  isChanging,
  say,
  ...editing
}: Pick<ComponentProps<typeof ReviewEditor>, "personId" | "begin" | "keepOnServer" | "onStopChanging" | "onChange"> & {
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
  const given = useMemo(() => workspaceStateFrom(document, null), [document]);
  const checks = useMemo(() => workspaceChecks(given, item), [given, item]);
  const reading = useReading(submission, review.importedDocument, checks, say);
  return (
    <>
      {document.kind !== "original" && (
        <KnowledgeLine character={fieldText(given, "character")} knowledge={fieldText(given, "implausibleKnowledge")} />
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div
          className={isChanging ? "grid min-w-0 items-start gap-5 lg:grid-cols-2" : "grid min-w-0 items-start gap-5"}
        >
          <SubmissionPane
            {...{ given, checks, reading }}
            original={review.original?.document.story ?? ""}
            className={isChanging ? "" : "max-w-[56rem]"}
          />
          {isChanging && <ReviewEditor {...editing} {...{ submission, item, say }} stored={review.draft} />}
          {!isChanging && document.kind === "knp" && <QuestionPane given={given} />}
        </div>
        <Rail>
          <SubmissionFacts
            review={review}
            submission={submission}
            comparison={checks.againstGiven}
            onShowChanges={() => reading.setView("changes")}
          />
        </Rail>
      </div>
    </>
  );
}

/** The displayed parts of a copy, the change on which keyboard shortcuts act, and these shortcuts. */
function useReading(
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
  // The decision is about the first change: it is scrolled into view initially.
  useEffect(() => {
    // Runs after the page has scrolled to the top.
    const frame = requestAnimationFrame(() => showChange(pane.current, 0));
    return () => cancelAnimationFrame(frame);
  }, []);
  const comparison = view === "event" && againstOriginal ? againstOriginal : againstGiven;
  const unchanged =
    comparison === againstGiven ? sayUnchanged(submission, imported) : "It is identical to the original.";

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

/** The text of a copy, as changes or as a whole. */
function SubmissionPane({
  given,
  checks,
  original,
  reading: { view, setView, change, setChange, pane, comparison, unchanged },
  className,
}: {
  given: WorkspaceState;
  checks: WorkspaceChecks;
  /** The story from which an erroneous story was made; empty if there is none. */
  original: string;
  reading: ReturnType<typeof useReading>;
  className: string;
}) {
  const { againstOriginal } = checks;
  const layers = useMemo(() => storyLayers(given, checks.story, checks), [given, checks]);
  const views: { view: View; label: string }[] = [
    { view: "changes", label: "What was changed" },
    ...(againstOriginal ? [{ view: "event" as const, label: "Against the original" }] : []),
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
          label="What to read"
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
              againstOriginal ? [...layersInOlder(againstOriginal, layers), ...changedLayers(againstOriginal)] : []
            }
          />
        </div>
      )}
    </Pane>
  );
}

/** The question about a story and its options, as submitted. */
function QuestionPane({ given }: { given: WorkspaceState }) {
  return (
    <Pane title="Question and options" className="max-w-[56rem]">
      <dl className="grid gap-3 p-4">
        {workspaceFields.knp
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

/** Why there is no change of the story to show; other changes are listed with the verdict. */
function sayUnchanged({ document, verdict }: SubmissionView, imported: KsteDocument): string {
  if (documentFieldsThatDiffer(imported, document).length > 0)
    return "The story was not changed. Other changes are listed with the verdict.";
  if (!isSameDocument(document, imported)) return "The words are the same; a mark was moved.";
  if (verdict === "irreparable") return "Nothing was changed: the annotator calls the item unusable.";
  return "Nothing was changed in this copy.";
}
