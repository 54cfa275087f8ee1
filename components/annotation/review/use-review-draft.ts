"use client";

import { type Dispatch, useEffect, useMemo, useReducer, useRef } from "react";
import { isSameDocument, storyOf } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { ReviewWorkRequest } from "@/lib/domain/annotation/requests.ts";
import type { ReviewPayload, SubmissionView } from "@/lib/domain/annotation/review.ts";
import { createIndexedDbStore } from "../../../lib/client/journal/indexed-db-store.ts";
import type { JournalRecord } from "../../../lib/client/journal/journal-record.ts";
import {
  applyWorkspaceStep,
  documentFrom,
  packWorkspaceState,
  type WorkspaceState,
  type WorkspaceStep,
  workspaceStateFrom,
} from "../../../lib/domain/annotation/workspace/workspace-state.ts";

/**
 * The reviewer's version of a submission. Every change is saved on this device, so that a reload loses nothing. After a
 * pause it is also saved on the server, so that the reviewer can continue on another device. `stored` is the draft on
 * the server. `begin` is a text to start from instead, for example one that was combined from two copies.
 */
export function useReviewDraft({
  personId,
  submission,
  stored,
  begin,
  keepOnServer,
}: {
  personId: string;
  submission: SubmissionView;
  stored: ReviewPayload["draft"];
  begin: KsteDocument | null;
  keepOnServer: (draft: ReviewWorkRequest["draft"]) => void;
}): {
  state: WorkspaceState;
  dispatch: Dispatch<WorkspaceStep>;
  document: KsteDocument;
  isChanged: boolean;
  forget: () => void;
} {
  const store = useMemo(() => createIndexedDbStore(personId), [personId]);
  const isStoredDraftCurrent = stored?.taskId === submission.taskId && stored.revisionId === submission.revisionId;
  const [state, dispatch] = useReducer(applyWorkspaceStep, null, () => {
    if (begin !== null) return workspaceStateFrom(begin, null);
    return isStoredDraftCurrent
      ? workspaceStateFrom(stored.document, stored.undo)
      : workspaceStateFrom(submission.document, null);
  });
  const document = useMemo(() => documentFrom(state, submission.document), [state, submission.document]);
  const loadedState = useRef(state);
  const key = `review-${submission.taskId}-${submission.revisionId ?? "imported"}`;

  useEffect(() => {
    let isCancelled = false;
    void store
      .read(key)
      .catch(() => null)
      .then((kept) => {
        if (isCancelled || kept === null || begin !== null) return;
        const replaced = workspaceStateFrom(storyOf(kept.work.document), kept.work.undo);
        loadedState.current = replaced;
        dispatch({ does: "replace", state: replaced });
      });
    return () => {
      isCancelled = true;
    };
  }, [store, key, begin]);

  useEffect(() => {
    if (state === loadedState.current) return;
    const work = { document, undo: packWorkspaceState(state) };
    void store.write({ ...emptyRecord, taskId: key, work, touchedAt: Date.now() }).catch(() => undefined);
    keepOnServer({ revisionId: submission.revisionId, ...work });
  }, [store, key, state, document, submission.revisionId, keepOnServer]);

  return {
    state,
    dispatch,
    document,
    isChanged: !isSameDocument(document, submission.document),
    forget: () => void store.remove(key).catch(() => undefined),
  };
}

const emptyRecord: Omit<JournalRecord, "taskId" | "work"> = {
  label: "",
  isUnsent: false,
  base: null,
  sending: null,
  closing: null,
  conflict: null,
  isReopening: false,
  touchedAt: 0,
};
