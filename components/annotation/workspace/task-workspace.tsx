"use client";

import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { isSameDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { AnnotationVerdict } from "@/lib/domain/annotation/requests.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { ItemArtefacts } from "@/lib/domain/stories/artefacts/item-artefacts.ts";
import type { SessionHub } from "../../../lib/client/journal/session-hub.ts";
import type { TaskSession } from "../../../lib/client/journal/task-session.ts";
import type { WorkspaceHint } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { fieldText } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { useItemShown } from "../keyboard/use-item-shown.ts";
import { isTypingIn, useShortcuts } from "../keyboard/use-shortcuts.ts";
import { KnowledgeLine } from "../look/knowledge-line.tsx";
import type { StoryEditorHandle } from "../story/story-editor.tsx";
import { CandidateTray } from "./candidate-tray.tsx";
import { ConflictView } from "./conflict-view.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import type { Asking } from "./dialogs/ask-why.tsx";
import { type TaskDialog, TaskDialogs } from "./dialogs/task-dialogs.tsx";
import { focusById } from "./focus-by-id.ts";
import { ReadingPane, type ReadingView, readingViews } from "./reading-pane.tsx";
import { SaveStatus } from "./save-status.tsx";
import { fieldOf } from "./text-fields.tsx";
import { useActivity } from "./use-activity.ts";
import { useStoryNavigation } from "./use-story-navigation.ts";
import { useTaskWork } from "./use-task-work.ts";
import { useWaitingElsewhere } from "./use-waiting-elsewhere.ts";
import { type Ending, useWorkspaceActions } from "./use-workspace-actions.ts";
import { WorkspaceHeader } from "./workspace-header.tsx";
import { WorkspaceNotices } from "./workspace-notices.tsx";
import { WorkspacePanes } from "./workspace-panes.tsx";
import { WorkspaceRail } from "./workspace-rail.tsx";

export interface TaskWorkspaceProps {
  payload: TaskPayload;
  hub: SessionHub;
  session: TaskSession;
  api: string;
  /** Every KNP item of the set, for the artefact meter; null while it is loading or if there is none. */
  setArtefacts: readonly ItemArtefacts[] | null;
  /** A message about the previous item: its result, and a link back to it. */
  notice: ReactNode;
  /** The next item is loading. */
  isEnded: boolean;
  onEnd: (ending: Ending, verdict: AnnotationVerdict | null) => void;
  /** Continues with another task without finishing this one, because someone else holds it. */
  onNext: () => void;
  onReopenLast: () => void;
  onHiddenAnswers: () => void;
  /** Stories of the same source were changed: a prefetched item may be one of them. */
  onSiblingsCut: () => void;
  /** Requests a replacement from the same source for the previous item, which was unusable. */
  onReplace: () => void;
  onKeys: () => void;
  onGuidelines: () => void;
  /** The version of the guidelines that this person has read; null for none. */
  guidelineVersion: number | null;
  onQueue: () => void;
  onMine: () => void;
  say: (text: string) => void;
}

/** The workspace for one item: read, change, judge. */
export function TaskWorkspace(props: TaskWorkspaceProps) {
  const { payload, session, api, say } = props;
  const work = useTaskWork(session, payload);
  const whenLeased = useCallback(() => session.whenLeased(), [session]);
  const { view, state, dispatch, checks } = work;
  const elsewhere = useWaitingElsewhere(props.hub, payload.task.id);
  const { keymap, isMac } = useContext(KeysContext);
  const [reading, setReading] = useState<ReadingView>(readingViews(payload)[0]?.view ?? "given");
  const [change, setChange] = useState<number | null>(null);
  const [dialog, setDialog] = useState<TaskDialog | null>(null);
  const askWhy = (asking: Asking) => setDialog({ asks: "why", asking });
  const shareCut = (hint: WorkspaceHint | null) => setDialog(hint && { asks: "shared-cut", hint });
  const [isTrayOpen, setTrayOpen] = useState(false);
  const editor = useRef<StoryEditorHandle>(null);
  const readingPane = useRef<HTMLElement>(null);
  const workspace = useRef<HTMLDivElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [markAt, setMarkAt] = useState<string | null>(null);

  // The server receives the completion a moment before the next item is shown.
  const isEnded = props.isEnded || view.save.isClosing;
  const isReadOnly = view.tabLock !== "writer" || isEnded || view.isTaken;
  const isUntouched = isSameDocument(work.document, payload.givenDocument);
  const actions = useWorkspaceActions({
    kind: payload.task.kind,
    ...{ api, session, work, isReadOnly, isUntouched, editor, submitButton, reading, say },
    guidelineVersion: props.guidelineVersion,
    onEnd: props.onEnd,
  });
  useActivity(session);
  useItemShown();

  const isErroneous = payload.task.kind === "error";
  useEffect(() => {
    workspace.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
    // An erroneous story is about one event: it opens there, and earlier text is above.
    if (isErroneous) editor.current?.showMark("event", "auto");
  }, [isErroneous]);

  const { goToProblem, goToMark, goToChange, show, toggleChanges } = useStoryNavigation({
    ...{ payload, work, editor, readingPane, reading, setReading, change, setChange, markAt, setMarkAt, say },
  });

  const always = {
    reopen: props.onReopenLast,
    replace: props.onReplace,
    queue: props.onQueue,
    mine: props.onMine,
    keys: props.onKeys,
    guidelines: props.onGuidelines,
  };
  // A completed item leaves other keys to the next one; an item that this tab may not write to yet handles them then.
  const readiness = isEnded ? "waits" : view.tabLock === "asking" ? "opens" : "takes";
  useShortcuts(
    keymap,
    isMac,
    readiness !== "takes"
      ? always
      : {
          ...always,
          accept: actions.accept,
          submit: actions.submit,
          park: actions.park,
          skip: () => !isReadOnly && askWhy({ about: "skip" }),
          irreparable: () => !isReadOnly && askWhy({ about: "irreparable" }),
          edit: () => editor.current?.focus(),
          leave: () => {
            const active = document.activeElement;
            if (!isTypingIn(active)) return false;
            (active as HTMLElement).blur();
            workspace.current?.focus({ preventScroll: true });
            return true;
          },
          undo: () => !isReadOnly && dispatch({ does: "undo", field: fieldOf(document.activeElement) }),
          redo: () => !isReadOnly && dispatch({ does: "redo", field: fieldOf(document.activeElement) }),
          "cut-hint": () => void actions.cut(),
          "cut-everywhere": () => shareCut(actions.cutToShare()),
          "dismiss-hint": () => {
            const [hint] = work.checksNow().hints;
            if (hint && !isReadOnly) askWhy({ about: "hint", hint });
          },
          "revert-change": () => actions.revert(change),
          save: () => session.flush(),
          "mark-knowledge": () => actions.mark("knowledge"),
          "mark-event": () => actions.mark("event"),
          "mark-error": () => actions.mark("error"),
          "next-mark": () => goToMark(1),
          "previous-mark": () => goToMark(-1),
          "remove-mark": () => actions.removeMark(markAt),
          nearest: () => !isReadOnly && setDialog({ asks: "nearest" }),
          resolve: () => actions.acceptCut(),
          "next-problem": () => goToProblem(1),
          "previous-problem": () => goToProblem(-1),
          "next-change": () => goToChange(1),
          "previous-change": () => goToChange(-1),
          changes: toggleChanges,
          original: () => {
            show(readingViews(payload)[0]?.view ?? "given");
            readingPane.current?.focus();
          },
          checklist: () => focusById("rules"),
          candidates: () => setTrayOpen(!isTrayOpen),
          "hidden-answers": props.onHiddenAnswers,
          "take-over": () => view.tabLock === "reader" && void session.takeOver(),
          "take-next": () => view.isTaken && props.onNext(),
        },
    actions.tick,
    readiness,
  );

  return (
    <div ref={workspace} tabIndex={-1} className="outline-none">
      <p id="workspace-help" className="sr-only">
        Marks and problems are listed after the texts. Escape leaves the text; then the question mark lists the keys.
      </p>
      <WorkspaceHeader payload={payload} isUntouched={isUntouched} />
      {payload.task.kind !== "original" && (
        <KnowledgeLine character={fieldText(state, "character")} knowledge={fieldText(state, "implausibleKnowledge")} />
      )}
      <div className="mb-4 grid gap-3 empty:hidden">
        {props.notice}
        <WorkspaceNotices {...{ payload, view }} onTakeOver={() => void session.takeOver()} onNext={props.onNext} />
      </div>
      {view.save.conflict ? (
        <ConflictView
          conflict={view.save.conflict}
          given={payload.givenDocument}
          api={api}
          taskId={payload.task.id}
          fence={session.fence}
          isTaken={view.isTaken}
          onDecided={(document, revisionId) => {
            session.goOnFrom(revisionId);
            dispatch({ does: "take-document", document });
            say("Decided. The other version is kept in the history.");
          }}
        />
      ) : (
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_21rem]">
          <div className={`grid min-w-0 items-start gap-5 ${payload.task.kind === "original" ? "" : "lg:grid-cols-2"}`}>
            <WorkspacePanes
              ref={editor}
              {...{ payload, work, isReadOnly, isTrayOpen }}
              onTray={() => setTrayOpen(!isTrayOpen)}
              readingPane={
                <ReadingPane
                  ref={readingPane}
                  {...{ payload, checks, change }}
                  view={reading}
                  onView={show}
                  onChange={setChange}
                  onRevert={isReadOnly ? null : actions.revert}
                />
              }
            />
          </div>
          <div className="min-w-0 lg:max-xl:columns-2 lg:max-xl:gap-8 xl:sticky xl:top-[calc(var(--bar,3.5rem)+4.5rem)] xl:max-h-[calc(100dvh-var(--bar,3.5rem)-9.5rem)] xl:overflow-y-auto xl:pr-1.5">
            <WorkspaceRail
              {...{ payload, work, actions, isReadOnly }}
              setArtefacts={props.setArtefacts}
              currentMark={markAt}
              onNearest={(id) => {
                setMarkAt(id);
                setDialog({ asks: "nearest" });
              }}
              onShow={(id) => {
                setMarkAt(id);
                editor.current?.showMark(id);
              }}
              onShowChanges={toggleChanges}
              onCutEverywhere={(hint) => shareCut(actions.cutToShare(hint))}
              onKeepHint={(hint) => askWhy({ about: "hint", hint })}
            />
          </div>
        </div>
      )}
      {isTrayOpen && (
        <CandidateTray
          {...{ api, payload, isReadOnly, whenLeased, dispatch, say }}
          document={work.document}
          onClose={() => setTrayOpen(false)}
        />
      )}
      <DecisionBar
        ref={submitButton}
        label={isUntouched ? "Submit as sound" : "Submit refined"}
        problems={checks.problems.length + (view.save.conflict === null ? 0 : 1)}
        saved={
          view.tabLock !== "reader" && (
            <SaveStatus
              save={view.save}
              elsewhere={elsewhere}
              onRetry={() => session.retry()}
              download={() => JSON.stringify(work.document, null, 2)}
            />
          )
        }
        isReadOnly={isReadOnly}
        onAccept={actions.accept}
        onSubmit={actions.submit}
        onPark={actions.park}
        onSkip={() => askWhy({ about: "skip" })}
        onIrreparable={() => askWhy({ about: "irreparable" })}
        onKeys={props.onKeys}
      />
      <TaskDialogs
        {...{ dialog, payload, work, actions, markAt }}
        onSiblingsCut={props.onSiblingsCut}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}
