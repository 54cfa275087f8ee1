"use client";

import { type Dispatch, useDeferredValue, useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from "react";
import { isSameDocument, storyOf } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { TaskSession, TaskSessionView } from "../../../lib/client/journal/task-session.ts";
import {
  type CheckedItem,
  runWorkspaceChecks,
  type WorkspaceChecks,
} from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import {
  applyWorkspaceStep,
  documentFrom,
  packWorkspaceState,
  type WorkspaceState,
  type WorkspaceStep,
  workspaceStateFrom,
} from "../../../lib/domain/annotation/workspace/workspace-state.ts";

export interface TaskWork {
  view: TaskSessionView;
  state: WorkspaceState;
  dispatch: Dispatch<WorkspaceStep>;
  document: KsteDocument;
  /** The checks that are shown. They follow the typing with a short delay. */
  checks: WorkspaceChecks;
  /** Computes the checks of the current state, for actions that must not use an older text. */
  checksNow: () => WorkspaceChecks;
}

/** Connects the shown work with its session: saves every change, and shows a resumed draft. */
export function useTaskWork(session: TaskSession, payload: TaskPayload): TaskWork {
  const view = useSyncExternalStore(
    session.subscribe,
    () => session.view,
    () => session.view,
  );
  const [state, dispatch] = useReducer(applyWorkspaceStep, null, () =>
    workspaceStateFrom(storyOf(session.work.document), session.work.undo, payload.codes),
  );
  const document = useMemo(() => documentFrom(state, payload.document), [state, payload.document]);

  const shownVersion = useRef(session.view.version);
  const savedWork = useRef({ state, document });
  useEffect(() => {
    if (view.version === shownVersion.current) return;
    shownVersion.current = view.version;
    const replaced = workspaceStateFrom(storyOf(view.work.document), view.work.undo, payload.codes);
    savedWork.current = { state: replaced, document: storyOf(view.work.document) };
    dispatch({ does: "replace", state: replaced });
  }, [view, payload.codes]);

  useEffect(() => {
    if (state === savedWork.current.state || view.tabLock !== "writer") return;
    const isChanged = !isSameDocument(document, savedWork.current.document);
    savedWork.current = { state, document };
    session.keep({ document, undo: packWorkspaceState(state) }, isChanged);
  }, [session, state, document, view.tabLock]);

  const deferredState = useDeferredValue(state);
  const item = useMemo((): CheckedItem => ({ ...payload, kind: payload.task.kind }), [payload]);
  const checks = useMemo(() => runWorkspaceChecks(deferredState, item), [deferredState, item]);
  return {
    view,
    state,
    dispatch,
    document,
    checks,
    checksNow: () => (deferredState === state ? checks : runWorkspaceChecks(state, item)),
  };
}
