"use client";

import { type Dispatch, useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from "react";
import { type AnswerDocument, isSameDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import {
  type AnswerState,
  type AnswerStep,
  answerStateFrom,
  applyAnswerStep,
  packAnswerHistory,
} from "@/lib/domain/annotation/schema-items/answer-state.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { Work } from "../../../lib/client/journal/journal-record.ts";
import type { TaskSession, TaskSessionView } from "../../../lib/client/journal/task-session.ts";

export interface AnswerWork {
  view: TaskSessionView;
  state: AnswerState;
  dispatch: Dispatch<AnswerStep>;
  document: AnswerDocument;
}

/** Connects the shown answers with the session: saves every change, and shows a resumed draft. */
export function useAnswerWork(session: TaskSession, payload: TaskPayload<AnswerDocument>): AnswerWork {
  const view = useSyncExternalStore(
    session.subscribe,
    () => session.view,
    () => session.view,
  );
  const [state, dispatch] = useReducer(applyAnswerStep, null, () => toAnswerState(session.work));
  const version = payload.schema?.version ?? payload.document.version;
  const document = useMemo(
    (): AnswerDocument => ({ kind: "schema", version, answer: state.answer }),
    [version, state.answer],
  );

  const shownVersion = useRef(session.view.version);
  // Answers under an earlier version of the schema are saved under the newest version when they are shown.
  const savedWork = useRef({ state, document: payload.document.version === version ? document : payload.document });
  useEffect(() => {
    if (view.version === shownVersion.current) return;
    shownVersion.current = view.version;
    const replaced = toAnswerState(view.work);
    savedWork.current = { state: replaced, document: { kind: "schema", version, answer: replaced.answer } };
    dispatch({ does: "replace", state: replaced });
  }, [view, version]);

  useEffect(() => {
    if (
      view.tabLock !== "writer" ||
      (state === savedWork.current.state && savedWork.current.document.version === version)
    )
      return;
    const isChanged = !isSameDocument(document, savedWork.current.document);
    savedWork.current = { state, document };
    session.keep({ document, undo: packAnswerHistory(state) }, isChanged);
  }, [session, state, document, view.tabLock, version]);

  return { view, state, dispatch, document };
}

function toAnswerState({ document, undo }: Work): AnswerState {
  return answerStateFrom(document.kind === "schema" ? document.answer : {}, undo);
}
