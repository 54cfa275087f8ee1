"use client";

import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { isSameDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { ReviewWorkRequest } from "@/lib/domain/annotation/requests.ts";
import type { ReviewPayload, SubmissionView } from "@/lib/domain/annotation/review.ts";
import { documentFieldsThatDiffer } from "../../../lib/domain/annotation/workspace/document-differences.ts";
import { workspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { workspaceFields } from "../../../lib/domain/annotation/workspace/workspace-fields.ts";
import { fieldText, workspaceStateFrom } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useShortcuts } from "../keyboard/use-shortcuts.ts";
import { DiffView, focusChange, showChange } from "../look/diff-view.tsx";
import { KnowledgeLine } from "../look/knowledge-line.tsx";
import { Pane, PaneSwitch } from "../look/pane.tsx";
import { MarkedText } from "../story/marked-text.tsx";
import { changedLayers, layersInOlder, storyLayers } from "../workspace/workspace-layers.ts";
import { ReviewEditor } from "./review-editor.tsx";
import { SubmissionFacts } from "./submission-facts.tsx";

type View = "changes" | "event" | "story" | "original";

/** One copy under review: the diff first, then the whole text, and an editor for the reviewer's changes. */
export function SubmissionReview({
  personId,
  review,
  submission,
  begin,
  keepOnServer,
  isChanging,
  onStopChanging,
  onChange,
  say,
}: {
  personId: string;
  review: ReviewPayload;
  submission: SubmissionView;
  begin: KsteDocument | null;
  keepOnServer: (draft: ReviewWorkRequest["draft"]) => void;
  isChanging: boolean;
  onStopChanging: () => void;
  onChange: (document: KsteDocument, reason: string, codes: string[]) => Promise<boolean>;
  say: (text: string) => void;
}) {
  const { keymap, isMac } = useContext(KeysContext);
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
  const hasOriginal = checks.againstOriginal !== null;
  const [view, setView] = useState<View>(
    checks.againstGiven.diff.hunks.length > 0 || !hasOriginal ? "changes" : "event",
  );
  const layers = useMemo(() => storyLayers(given, checks.story, checks), [given, checks]);
  const [change, setChange] = useState<number | null>(0);
  const pane = useRef<HTMLElement>(null);
  // The decision is about the first change: it is scrolled into view initially.
  useEffect(() => {
    // After the page has scrolled to the top.
    const frame = requestAnimationFrame(() => showChange(pane.current, 0));
    return () => cancelAnimationFrame(frame);
  }, []);
  const comparison = view === "event" && checks.againstOriginal ? checks.againstOriginal : checks.againstGiven;
  const unchanged =
    comparison === checks.againstGiven
      ? sayUnchanged(submission, review.importedDocument)
      : "It is identical to the original.";

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

  const views: { view: View; label: string }[] = [
    { view: "changes", label: "What was changed" },
    ...(hasOriginal ? [{ view: "event" as const, label: "Against the original" }] : []),
    { view: "story", label: "As submitted" },
    ...(hasOriginal ? [{ view: "original" as const, label: "Original" }] : []),
  ];
  return (
    <>
      {document.kind !== "original" && (
        <KnowledgeLine character={fieldText(given, "character")} knowledge={fieldText(given, "implausibleKnowledge")} />
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div
          className={isChanging ? "grid min-w-0 items-start gap-5 lg:grid-cols-2" : "grid min-w-0 items-start gap-5"}
        >
          <Pane
            ref={pane}
            title="The submission"
            isTitleHidden
            className={isChanging ? "" : "max-w-[56rem]"}
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
                <MarkedText text={document.story} layers={layers} />
              </div>
            )}
            {view === "original" && (
              <div className="workspace-text">
                <MarkedText
                  text={review.original?.document.story ?? ""}
                  layers={
                    checks.againstOriginal
                      ? [...layersInOlder(checks.againstOriginal, layers), ...changedLayers(checks.againstOriginal)]
                      : []
                  }
                />
              </div>
            )}
          </Pane>
          {isChanging && (
            <ReviewEditor
              {...{ personId, submission, begin, keepOnServer, item, onStopChanging, onChange, say }}
              stored={review.draft}
            />
          )}
          {!isChanging && document.kind === "knp" && (
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
          )}
        </div>
        <div className="min-w-0 lg:max-xl:columns-2 lg:max-xl:gap-8 xl:sticky xl:top-[calc(var(--bar,3.5rem)+4.5rem)] xl:max-h-[calc(100dvh-var(--bar,3.5rem)-9.5rem)] xl:overflow-y-auto xl:pr-1.5">
          <SubmissionFacts
            review={review}
            submission={submission}
            comparison={checks.againstGiven}
            onShowChanges={() => setView("changes")}
          />
        </div>
      </div>
    </>
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
