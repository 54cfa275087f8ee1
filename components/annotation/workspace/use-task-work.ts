"use client";

import { type Dispatch, useDeferredValue, useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from "react";
import { isSameDocument, storyOf } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { TaskSession, TaskSessionView } from "../../../lib/client/journal/task-session.ts";
import {
  type CheckedItem,
  type WorkspaceChecks,
  workspaceChecks,
} from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import {
  documentFrom,
  packedState,
  type WorkspaceState,
  type WorkspaceStep,
  workspaceStateFrom,
  workspaceStep,
} from "../../../lib/domain/annotation/workspace/workspace-state.ts";

export interface TaskWork {
  view: TaskSessionView;
  state: WorkspaceState;
  dispatch: Dispatch<WorkspaceStep>;
  document: KsteDocument;
  /** The displayed checks, which follow typing with a short delay. */
  checks: WorkspaceChecks;
  /** The checks of the current state, for actions that must not act on an older text. */
  checksNow: () => WorkspaceChecks;
}

/** Connects the displayed work with its session: every change is saved, and a resumed draft is shown. */
export function useTaskWork(session: TaskSession, payload: TaskPayload): TaskWork {
  const view = useSyncExternalStore(
    session.subscribe,
    () => session.view,
    () => session.view,
  );
  const [state, dispatch] = useReducer(workspaceStep, null, () =>
    workspaceStateFrom(storyOf(session.work.document), session.work.undo, payload.codes),
  );
  const document = useMemo(() => documentFrom(state, payload.document), [state, payload.document]);

  const shown = useRef(session.view.version);
  const kept = useRef({ state, document });
  useEffect(() => {
    if (view.version === shown.current) return;
    shown.current = view.version;
    const replaced = workspaceStateFrom(storyOf(view.work.document), view.work.undo, payload.codes);
    kept.current = { state: replaced, document: storyOf(view.work.document) };
    dispatch({ does: "replace", state: replaced });
  }, [view, payload.codes]);

  useEffect(() => {
    if (state === kept.current.state || view.tabLock !== "writer") return;
    const isChanged = !isSameDocument(document, kept.current.document);
    kept.current = { state, document };
    session.keep({ document, undo: packedState(state) }, isChanged);
  }, [session, state, document, view.tabLock]);

  const late = useDeferredValue(state);
  const item = useMemo((): CheckedItem => ({ ...payload, kind: payload.task.kind }), [payload]);
  const checks = useMemo(() => workspaceChecks(late, item), [late, item]);
  return {
    view,
    state,
    dispatch,
    document,
    checks,
    checksNow: () => (late === state ? checks : workspaceChecks(state, item)),
  };
}
