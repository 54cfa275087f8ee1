"use client";

import { type Dispatch, useDeferredValue, useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from "react";
import { isSameDocument, type KsteDocument } from "@/lib/domain/annotation/kste-document.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { SessionView, TaskSession } from "../journal/task-session.ts";
import { type CheckedItem, type DeskChecks, deskChecks } from "./desk-checks.ts";
import { type DeskState, type DeskStep, deskStateFrom, deskStep, documentFrom, packedState } from "./desk-state.ts";

export interface TaskWork {
  view: SessionView;
  state: DeskState;
  dispatch: Dispatch<DeskStep>;
  document: KsteDocument;
  /** The checks as the screen shows them; they follow typing a moment later. */
  checks: DeskChecks;
  /** The checks of exactly this state, for deeds that must not act on an older text. */
  checksNow: () => DeskChecks;
}

/** Joins the work on the screen with its session: every change is kept, and what the session resumes is shown. */
export function useTaskWork(session: TaskSession, payload: TaskPayload): TaskWork {
  const view = useSyncExternalStore(
    session.subscribe,
    () => session.view,
    () => session.view,
  );
  const [state, dispatch] = useReducer(deskStep, null, () => deskStateFrom(session.work.document, session.work.undo));
  const document = useMemo(() => documentFrom(state, payload.document), [state, payload.document]);

  const shown = useRef(session.view.version);
  const kept = useRef({ state, document });
  useEffect(() => {
    if (view.version === shown.current) return;
    shown.current = view.version;
    const replaced = deskStateFrom(view.work.document, view.work.undo);
    kept.current = { state: replaced, document: view.work.document };
    dispatch({ does: "replace", state: replaced });
  }, [view]);

  useEffect(() => {
    if (state === kept.current.state || view.seat !== "writer") return;
    const isChanged = !isSameDocument(document, kept.current.document);
    kept.current = { state, document };
    session.keep({ document, undo: packedState(state) }, isChanged);
  }, [session, state, document, view.seat]);

  const late = useDeferredValue(state);
  const item = useMemo((): CheckedItem => ({ ...payload, kind: payload.task.kind }), [payload]);
  const checks = useMemo(() => deskChecks(late, item), [late, item]);
  return {
    view,
    state,
    dispatch,
    document,
    checks,
    checksNow: () => (late === state ? checks : deskChecks(state, item)),
  };
}
