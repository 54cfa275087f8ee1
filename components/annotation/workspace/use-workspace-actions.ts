"use client";

import type { RefObject } from "react";
import { listReasonCodes } from "@/lib/domain/annotation/reason-codes.ts";
import { revertHunk } from "@/lib/domain/stories/diff/hunks.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { submitGuard } from "../../../lib/client/keyboard/submit-guard.ts";
import { dismissalsFor } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import type { StoryEditorHandle } from "../story/story-editor.tsx";
import { useMarkActions } from "../story/use-mark-actions.ts";
import { focusById, focusProblem } from "./focus-by-id.ts";
import { createHintActions } from "./hint-actions.ts";
import type { ReadingView } from "./reading-pane.tsx";
import type { TaskOnScreen } from "./use-task-on-screen.ts";
import type { TaskWork } from "./use-task-work.ts";

/**
 * The actions of the workspace's keys and buttons. Each action uses the current text and never outdated checks,
 * announces its result to screen readers, and does nothing if the text is read-only.
 */
export function useWorkspaceActions({
  kind,
  api,
  task,
  work,
  isUntouched,
  editor,
  submitButton,
  reading,
  say,
}: {
  kind: KsteKind;
  api: string;
  task: TaskOnScreen;
  work: TaskWork;
  isUntouched: boolean;
  editor: RefObject<StoryEditorHandle | null>;
  submitButton: RefObject<HTMLButtonElement | null>;
  reading: ReadingView;
  say: (text: string) => void;
}) {
  const { state, dispatch, checksNow } = work;
  const { session, isReadOnly } = task;
  const reasons = listReasonCodes(kind);
  const marks = useMarkActions({ kind, isReadOnly, state, dispatch, checksNow, editor, say });

  return {
    ...marks,
    ...createHintActions({ api, session, work, isReadOnly, say }),
    /** `pressedAt` is the time of the key press on the clock of `performance.now()`. */
    submit(pressedAt: number) {
      if (isReadOnly) return;
      if (submitGuard.isSecond(pressedAt)) return;
      if (work.view.save.conflict !== null) {
        say("Not possible yet. There are two versions of this item; decide between them first.");
        focusById("conflict");
        return;
      }
      const currentChecks = checksNow();
      if (currentChecks.problems.length > 0) {
        say(`Not possible yet. ${currentChecks.problems.map(({ title }) => title).join(". ")}.`);
        const [first] = currentChecks.problems;
        if (first !== undefined) focusProblem(first, kind, (id) => editor.current?.showMark(id));
        return;
      }
      task.handIn(pressedAt, isUntouched ? "sound" : "refined", {
        codes: isUntouched ? [] : [...state.codes],
        dismissals: dismissalsFor(currentChecks),
      });
    },
    accept() {
      if (isReadOnly) return;
      submitButton.current?.focus();
      say("All rules are met. Press Enter to submit.");
    },
    tick(index: number) {
      const reason = reasons[index];
      if (isReadOnly || !reason) return;
      const applies = !state.codes.includes(reason.code);
      dispatch({ does: "tick", code: reason.code, applies });
      say(`${applies ? "Reason" : "No reason"}: ${reason.label}`);
    },
    /** Reverts a change that the reading pane shows. */
    revert(index: number | null) {
      const currentChecks = checksNow();
      const comparison =
        reading === "mine" ? currentChecks.againstGiven : (currentChecks.againstOriginal ?? currentChecks.againstGiven);
      const hunk = index === null ? undefined : comparison.diff.hunks[index];
      if (isReadOnly) return;
      if (hunk === undefined) return say("Go to a change first.");
      dispatch({ does: "apply", field: "story", edit: revertHunk(hunk) });
      say("Undone.");
    },
  };
}

export type WorkspaceActions = ReturnType<typeof useWorkspaceActions>;
