"use client";

import type { RefObject } from "react";
import { reasonCodes } from "@/lib/domain/annotation/reason-codes.ts";
import type { AnnotationVerdict, SiblingCut } from "@/lib/domain/annotation/requests.ts";
import { requiredRoles } from "@/lib/domain/annotation/submission-problems.ts";
import type { SiblingCutReport } from "@/lib/domain/annotation/task.ts";
import type { Anchor, AnchorRole } from "@/lib/domain/stories/anchors/anchor.ts";
import { type Marking, markWords } from "@/lib/domain/stories/anchors/mark-words.ts";
import type { AnchorReport } from "@/lib/domain/stories/anchors/report.ts";
import { revertOf } from "@/lib/domain/stories/diff/hunks.ts";
import type { Json, KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { type WordRange, wordRangeOf } from "@/lib/domain/words/words.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import type { TaskSession } from "../../../lib/client/journal/task-session.ts";
import { handInGuard } from "../../../lib/client/keyboard/submit-guard.ts";
import { dismissalsFor, type WorkspaceHint } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import type { StoryEditorHandle } from "../story/story-editor.tsx";
import { focusById, focusProblem } from "./focus-by-id.ts";
import type { ReadingView } from "./reading-pane.tsx";
import type { TaskWork } from "./use-task-work.ts";

/** How the work on a task can end. */
export type Ending = "verdict" | "park" | "skip" | "irreparable";

/**
 * The actions of the workspace's keys and buttons. All act on the current text, never on earlier checks, announce their
 * result to screen readers, and do nothing where the text is read-only.
 */
export function useWorkspaceActions({
  kind,
  api,
  session,
  work,
  isReadOnly,
  isUntouched,
  editor,
  submitButton,
  reading,
  guidelineVersion,
  say,
  onEnd,
}: {
  kind: KsteKind;
  api: string;
  session: TaskSession;
  work: TaskWork;
  isReadOnly: boolean;
  isUntouched: boolean;
  editor: RefObject<StoryEditorHandle | null>;
  submitButton: RefObject<HTMLButtonElement | null>;
  reading: ReadingView;
  /** The version of the guidelines that this person has read; null for none. */
  guidelineVersion: number | null;
  say: (text: string) => void;
  onEnd: (ending: Ending, verdict: AnnotationVerdict | null) => void;
}) {
  const { state, dispatch, checksNow } = work;
  const reasons = reasonCodes(kind);

  function end(ending: Ending, body: Record<string, Json>, verdict: AnnotationVerdict | null = null) {
    if (isReadOnly) return;
    session.close(ending, body);
    onEnd(ending, verdict);
  }

  function cut(wanted?: WorkspaceHint): WorkspaceHint | null {
    const { hints } = checksNow();
    const hint = wanted === undefined ? hints[0] : hints.find(({ key }) => key === wanted.key);
    if (isReadOnly || hint === undefined) return null;
    if (hint.cut === null) {
      say("This one cannot be cut cleanly. Rewrite the sentence.");
      return null;
    }
    dispatch({ does: "apply", field: "story", edit: hint.cut.edit });
    say(hint.cut.sentence === "" ? "The sentence was cut." : `Cut. It now reads: ${hint.cut.sentence}`);
    return hint;
  }

  async function askCuts(sentence: string, cuts: readonly SiblingCut[]): Promise<SiblingCutReport | null> {
    // A newly displayed item may still be waiting for its lease.
    await session.whenLeased();
    const { fence } = session;
    if (fence === null) return null;
    const outcome = await exchange("POST", `${api}/tasks/${session.taskId}/sibling-cuts`, {
      ...{ fence, sentence: sentence.slice(0, 2_000) },
      cuts: [...cuts],
    });
    return outcome.kind === "done" ? (outcome.body as SiblingCutReport) : null;
  }

  return {
    /** `pressedAt` is the time of the press, on the clock of `performance.now()`. */
    submit(pressedAt: number) {
      if (isReadOnly) return;
      if (handInGuard.isSecond(pressedAt)) return;
      if (work.view.save.conflict !== null) {
        say("Not possible yet. There are two versions of this item; decide between them first.");
        focusById("conflict");
        return;
      }
      const now = checksNow();
      if (now.problems.length > 0) {
        say(`Not possible yet. ${now.problems.map(({ title }) => title).join(". ")}.`);
        const [first] = now.problems;
        if (first !== undefined) focusProblem(first, kind, (id) => editor.current?.showMark(id));
        return;
      }
      const verdict: AnnotationVerdict = isUntouched ? "sound" : "refined";
      handInGuard.handedIn(pressedAt);
      const { activeMs, markSent } = session.meter.count();
      const dismissals = dismissalsFor(now);
      const codes = isUntouched ? [] : [...state.codes];
      const said = { verdict, codes, guidelineVersion, dismissals, checklist: {}, reason: "", activeMs };
      end("verdict", said, verdict);
      // The completion that waits on the device now contains it.
      markSent();
    },
    accept() {
      if (isReadOnly) return;
      submitButton.current?.focus();
      say("All rules hold now: Enter submits.");
    },
    tick(index: number) {
      const reason = reasons[index];
      if (isReadOnly || !reason) return;
      const applies = !state.codes.includes(reason.code);
      dispatch({ does: "tick", code: reason.code, applies });
      say(`${applies ? "Reason" : "No reason"}: ${reason.label}`);
    },
    park: () => end("park", {}),
    giveUp: (ending: "skip" | "irreparable", reason: string, codes: string[]) =>
      end(ending, ending === "skip" ? { reason } : { reason, codes, guidelineVersion }),
    dismiss(hint: WorkspaceHint, reason: string) {
      dispatch({ does: "dismiss", finding: hint.finding, reason });
      say("Kept, with your reason.");
    },
    cut,
    /**
     * The hint to cut here and in the stories of the same source; null, after announcing the reason, if that is
     * impossible.
     */
    cutToShare(wanted?: WorkspaceHint): WorkspaceHint | null {
      const { hints } = checksNow();
      const hint = wanted === undefined ? hints.find((one) => one.siblings.length > 0) : wanted;
      if (isReadOnly) return null;
      if (hint === undefined || hint.siblings.length === 0)
        say("No sentence that reveals the answer occurs in another story of the same source.");
      else if (hint.cut === null) say("This one cannot be cut cleanly. Rewrite the sentence.");
      else return hint;
      return null;
    },
    /** Cuts a clause here, and in the confirmed siblings. */
    cutEverywhere(wanted: WorkspaceHint, cuts: readonly SiblingCut[]) {
      const hint = cut(wanted);
      if (!hint || cuts.length === 0) return;
      void askCuts(hint.own, cuts).then((report) => say(describeSiblingCuts(report)));
    },
    mark(role: AnchorRole) {
      const range = editor.current?.selection();
      if (isReadOnly || !range || !requiredRoles[kind].includes(role)) return;
      if (range.start === range.end) {
        say(`Select the words of the ${role} in the story first.`);
        editor.current?.focus();
        return;
      }
      const { story } = checksNow();
      const words = wordRangeOf(story.words, range.start, range.end);
      if (words.start >= words.end) return say("The selection contains no word.");
      const marking = markWords(story, state.drafts.story?.anchors ?? [], role, words);
      dispatch({ does: "mark", role, range });
      say(describeMarking(role, marking));
    },
    /** Removes a mark; undo restores it. */
    removeMark(id: string | null) {
      if (isReadOnly) return;
      const anchor = state.drafts.story?.anchors.find((one) => one.id === id);
      if (anchor === undefined) return say("Go to a mark first.");
      dispatch({ does: "remove-anchor", id: anchor.id });
      say(describeRemovedMark(anchor));
    },
    /**
     * The mark on which the keys for lost marks act: the current mark, otherwise the first that blocks the item,
     * otherwise a note.
     */
    lostMark(current: string | null): AnchorReport | null {
      const lost = checksNow().check.anchors.filter(({ reason }) => reason !== null && reason !== "repeated");
      return lost.find(({ anchor }) => anchor.id === current) ?? lost.find(({ blocks }) => blocks) ?? lost[0] ?? null;
    },
    /** Moves a mark to other words, as shown to the person. */
    moveMark(id: string, to: WordRange) {
      if (isReadOnly) return;
      dispatch({ does: "move-anchor", id, to });
      say("Marked again.");
    },
    /** Removes the rest of the first mark that an edit cut. */
    acceptCut() {
      const cutMark = checksNow().check.anchors.find(({ reason }) => reason === "cut");
      if (isReadOnly || cutMark === undefined) return say("No mark was cut.");
      dispatch({ does: "accept-anchor", id: cutMark.anchor.id });
      say(`The ${cutMark.anchor.role} is marked again.`);
    },
    /** Reverts one of the changes that the reading pane shows. */
    revert(index: number | null) {
      const now = checksNow();
      const shown = reading === "mine" ? now.againstGiven : (now.againstOriginal ?? now.againstGiven);
      const hunk = index === null ? undefined : shown.diff.hunks[index];
      if (isReadOnly) return;
      if (hunk === undefined) return say("Go to a change first.");
      dispatch({ does: "apply", field: "story", edit: revertOf(hunk) });
      say("Undone.");
    },
  };
}

/** The result of cuts in siblings; null if they could not be requested. */
export function describeSiblingCuts(report: SiblingCutReport | null): string {
  if (report === null) return "Cut here. The stories of the same source could not be changed; try again later.";
  const { cut, told } = report;
  const parts = [
    cut.length > 0 ? `cut in ${cut.join(", ")}` : "",
    told.length > 0 ? `${told.join(", ")} will be checked by its annotator` : "",
  ].filter((part) => part !== "");
  return parts.length === 0
    ? "Cut here. There was nothing to cut in the other stories."
    : `Cut here; ${parts.join("; ")}.`;
}

/** The result of marking, for screen readers and the line under the bar. */
export function describeMarking(role: AnchorRole, marking: Marking): string {
  switch (marking.does) {
    case "added": {
      const count = marking.anchors.filter((anchor) => anchor.role === role).length;
      return count === 1 ? `Marked as the ${role}.` : `Marked. There are now ${count} marks of ${role}.`;
    }
    case "moved":
      return `The ${role} was moved from “${marking.before.text}” to “${marking.anchor.text}”.`;
    case "refused":
      return `The event is marked elsewhere: “${marking.standing.text}”. Remove that mark first, or select across it.`;
  }
}

export function describeRemovedMark({ role, text }: Anchor): string {
  return `Removed the ${role} “${text}”. Undo brings it back.`;
}

export type WorkspaceActions = ReturnType<typeof useWorkspaceActions>;
