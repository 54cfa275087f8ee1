"use client";

import { useEffect, useRef, useState } from "react";
import { isSameDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { WorkspaceHint } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { editingKeys } from "../story/editing-keys.ts";
import type { StoryEditorHandle } from "../story/story-editor.tsx";
import type { TaskDialog } from "./dialogs/task-dialogs.tsx";
import { focusById } from "./focus-by-id.ts";
import { listReadingViews, type ReadingView } from "./reading-pane.tsx";
import { useStoryNavigation } from "./use-story-navigation.ts";
import { useHeldSession, useTaskKeys, useTaskOnScreen } from "./use-task-on-screen.ts";
import { useTaskWork } from "./use-task-work.ts";
import { useWorkspaceActions } from "./use-workspace-actions.ts";
import type { WorkspaceProps } from "./workspace-props.ts";

export interface StoryWorkspaceProps extends WorkspaceProps {
  payload: TaskPayload;
  onHiddenAnswers: () => void;
  /** Requests a replacement for the previous item, which was unusable, from the same source. */
  onReplace: () => void;
}

/** The state of the workspace for one story item: the text, the shown version, and the actions with their keys. */
export function useStoryWorkspace(props: StoryWorkspaceProps) {
  const { payload, api, say } = props;
  const { kind } = payload.task;
  const session = useHeldSession(props.hub, payload);
  const work = useTaskWork(session, payload);
  const task = useTaskOnScreen(props, session, work.view);
  const { isReadOnly } = task;
  const [reading, setReading] = useState<ReadingView>(listReadingViews(payload)[0]?.view ?? "given");
  const [change, setChange] = useState<number | null>(null);
  const [dialog, setDialog] = useState<TaskDialog | null>(null);
  const [isTrayOpen, setTrayOpen] = useState(false);
  const editor = useRef<StoryEditorHandle>(null);
  const readingPane = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const isUntouched = isSameDocument(work.document, payload.givenDocument);
  const actions = useWorkspaceActions({
    ...{ kind, api, task, work, isUntouched, editor, submitButton, reading, say },
  });
  const navigation = useStoryNavigation({
    ...{ payload, work, editor, readingPane, reading, setReading, change, setChange, say },
  });
  const askWhy = (asking: Extract<TaskDialog, { asks: "why" }>["asking"]) => setDialog({ asks: "why", asking });
  const openSiblingCut = (hint: WorkspaceHint | null) => setDialog(hint && { asks: "shared-cut", hint });
  const toggleTray = () => setTrayOpen(!isTrayOpen);

  // An erroneous story is about one event, so the text is first scrolled to the event.
  const hasEvent = storyKinds[kind].requiredRoles.includes("event");
  useEffect(() => {
    if (hasEvent) editor.current?.showMark("event", "auto");
  }, [hasEvent]);

  useTaskKeys(props, task, {
    askWhy,
    always: { replace: props.onReplace },
    onRule: actions.tick,
    handlers: {
      ...editingKeys({ frame, editor, isReadOnly, dispatch: work.dispatch, marks: actions }),
      accept: actions.accept,
      submit: actions.submit,
      "cut-hint": () => void actions.cut(),
      "cut-everywhere": () => openSiblingCut(actions.cutToShare()),
      "dismiss-hint": () => {
        const [hint] = work.checksNow().hints;
        if (hint && !isReadOnly) askWhy({ about: "hint", hint });
      },
      "revert-change": () => actions.revert(change),
      nearest: () => !isReadOnly && setDialog({ asks: "nearest" }),
      "next-problem": () => navigation.goToProblem(1),
      "previous-problem": () => navigation.goToProblem(-1),
      "next-change": () => navigation.goToChange(1),
      "previous-change": () => navigation.goToChange(-1),
      changes: navigation.toggleChanges,
      original: () => {
        navigation.show(listReadingViews(payload)[0]?.view ?? "given");
        readingPane.current?.focus();
      },
      checklist: () => focusById("rules"),
      candidates: toggleTray,
      "hidden-answers": props.onHiddenAnswers,
    },
  });

  return {
    ...{
      task,
      work,
      actions,
      isUntouched,
      dialog,
      setDialog,
      askWhy,
      shareCut: openSiblingCut,
      isTrayOpen,
      toggleTray,
    },
    ...{ reading, change, setChange, show: navigation.show, toggleChanges: navigation.toggleChanges },
    ...{ editor, readingPane, frame, submitButton },
  };
}

export type StoryWorkspaceState = ReturnType<typeof useStoryWorkspace>;
