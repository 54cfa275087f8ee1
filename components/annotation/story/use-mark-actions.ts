"use client";

import { type Dispatch, type RefObject, useState } from "react";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { Anchor, AnchorRole } from "@/lib/domain/stories/anchors/anchor.ts";
import { type Marking, markWords } from "@/lib/domain/stories/anchors/mark-words.ts";
import type { AnchorReport } from "@/lib/domain/stories/anchors/report.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { type WordRange, wordRangeOf } from "@/lib/domain/words/words.ts";
import type { WorkspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import type { WorkspaceState, WorkspaceStep } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { focusById } from "../workspace/focus-by-id.ts";
import type { StoryEditorHandle } from "./story-editor.tsx";

/**
 * The actions on the marks of a story, for annotators and reviewers. Each action uses the current text, announces its
 * result to screen readers, and does nothing if the text is read-only.
 */
export function useMarkActions({
  kind,
  isReadOnly,
  state,
  dispatch,
  checksNow,
  editor,
  say,
  refuse = say,
}: {
  kind: KsteKind;
  isReadOnly: boolean;
  state: WorkspaceState;
  dispatch: Dispatch<WorkspaceStep>;
  /** The checks of the current state. */
  checksNow: () => WorkspaceChecks;
  editor: RefObject<StoryEditorHandle | null>;
  say: (text: string) => void;
  /** Announces why an action is not possible. */
  refuse?: (why: string) => void;
}) {
  /** The mark on which keyboard shortcuts act. */
  const [markAt, setMarkAt] = useState<string | null>(null);
  const anchors = state.drafts.story?.anchors ?? [];

  function showMark(id: string) {
    setMarkAt(id);
    editor.current?.showMark(id);
  }

  return {
    markAt,
    setMarkAt,
    showMark,
    goToMark(step: 1 | -1) {
      const next = findNextMark(checksNow().check.anchors, markAt, step);
      if (next === null) return say("There are no marks.");
      showMark(next.id);
      focusById(`mark-${next.id}`);
      say(next.says);
    },
    mark(role: AnchorRole) {
      const range = editor.current?.selection();
      if (isReadOnly || !range || !storyKinds[kind].requiredRoles.includes(role)) return;
      if (range.start === range.end) {
        refuse(`Select the words of the ${role} in the story first.`);
        editor.current?.focus();
        return;
      }
      const { story } = checksNow();
      const words = wordRangeOf(story.words, range.start, range.end);
      if (words.start >= words.end) return refuse("The selection contains no word.");
      const marking = markWords(story, anchors, role, words);
      dispatch({ does: "mark", role, range });
      say(describeMarking(role, marking));
    },
    /** Removes a mark; undo restores it. */
    removeMark(id = markAt) {
      if (isReadOnly) return;
      const anchor = anchors.find((one) => one.id === id);
      if (anchor === undefined) return refuse("Go to a mark first.");
      dispatch({ does: "remove-anchor", id: anchor.id });
      say(describeRemovedMark(anchor));
    },
    /**
     * The lost mark on which shortcuts act: the current mark if it is lost, otherwise the first lost mark that blocks a
     * submission, otherwise the first lost mark.
     */
    lostMark(): AnchorReport | null {
      const lost = checksNow().check.anchors.filter(({ reason }) => reason !== null && reason !== "repeated");
      return lost.find(({ anchor }) => anchor.id === markAt) ?? lost.find(({ blocks }) => blocks) ?? lost[0] ?? null;
    },
    /** Moves a mark to the words that were shown to the person. */
    moveMark(id: string, to: WordRange) {
      if (isReadOnly) return;
      dispatch({ does: "move-anchor", id, to });
      say("The mark was moved.");
    },
    /** Accepts the remaining words of the first mark that an edit cut. */
    acceptCut() {
      const cutMark = checksNow().check.anchors.find(({ reason }) => reason === "cut");
      if (isReadOnly || cutMark === undefined) return refuse("No mark was cut.");
      dispatch({ does: "accept-anchor", id: cutMark.anchor.id });
      say(`The ${cutMark.anchor.role} mark now covers the remaining words.`);
    },
  };
}

export type MarkActions = ReturnType<typeof useMarkActions>;

/**
 * Finds the next or previous mark in the order of the story and its announcement; after the last mark comes the first.
 * Null if there are no marks.
 */
export function findNextMark(
  reports: readonly AnchorReport[],
  current: string | null,
  step: 1 | -1,
): { id: string; says: string } | null {
  const marks = sortMarks(reports);
  const at = marks.findIndex(({ anchor }) => anchor.id === current);
  const index = at < 0 ? (step === 1 ? 0 : marks.length - 1) : (at + step + marks.length) % marks.length;
  const next = marks[index];
  if (next === undefined) return null;
  const { anchor, text } = next;
  return { id: anchor.id, says: `Mark ${index + 1} of ${marks.length}, ${anchor.role}: ${text || anchor.text}` };
}

/** Sorts marks by their position in the story; lost marks come last. */
function sortMarks(reports: readonly AnchorReport[]): AnchorReport[] {
  const position = ({ anchor }: AnchorReport) =>
    anchor.damage === "not-found" ? Number.POSITIVE_INFINITY : anchor.start;
  return reports.toSorted((left, right) => (position(left) === position(right) ? 0 : position(left) - position(right)));
}

/** Describes the result of marking for screen readers and for the message below the decision bar. */
function describeMarking(role: AnchorRole, marking: Marking): string {
  switch (marking.does) {
    case "added": {
      const count = marking.anchors.filter((anchor) => anchor.role === role).length;
      return count === 1 ? `Marked as the ${role}.` : `Marked. There are now ${count} ${role} marks.`;
    }
    case "moved":
      return `The ${role} was moved from “${marking.before.text}” to “${marking.anchor.text}”.`;
    case "refused":
      return `The event is already marked: “${marking.standing.text}”. Remove it first, or select words that include it.`;
  }
}

function describeRemovedMark({ role, text }: Anchor): string {
  return `Removed the ${role} “${text}”. Undo restores the mark.`;
}
