"use client";

import { type RefObject, useRef } from "react";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { focusChange } from "../look/diff-view.tsx";
import type { StoryEditorHandle } from "../story/story-editor.tsx";
import { focusById } from "./focus-by-id.ts";
import { listReadingViews, type ReadingView } from "./reading-pane.tsx";
import type { TaskWork } from "./use-task-work.ts";

/** Navigation between problems, between changes, and between the views that show changes. */
export function useStoryNavigation({
  payload,
  work,
  editor,
  readingPane,
  reading,
  setReading,
  change,
  setChange,
  say,
}: {
  payload: TaskPayload;
  work: TaskWork;
  editor: RefObject<StoryEditorHandle | null>;
  readingPane: RefObject<HTMLElement | null>;
  reading: ReadingView;
  setReading: (view: ReadingView) => void;
  /** The change on which keyboard shortcuts act. */
  change: number | null;
  setChange: (index: number | null) => void;
  say: (text: string) => void;
}) {
  const problemIndex = useRef(-1);
  const { checks } = work;

  function goToProblem(step: 1 | -1) {
    const targets = [
      ...checks.problems.map(({ id }) => ({ id: `problem-${id}`, mark: id.replace(/^anchor-/u, "") })),
      ...checks.hints.map((_, index) => ({ id: `hint-${index}`, mark: `hint-${index}` })),
    ];
    if (targets.length === 0) return say("No problems to resolve.");
    problemIndex.current = (problemIndex.current + step + targets.length) % targets.length;
    const target = targets[problemIndex.current];
    if (!target) return;
    editor.current?.showMark(target.mark);
    focusById(target.id);
  }

  function goToChange(step: 1 | -1) {
    const showsChanges = reading === "changes" || reading === "mine";
    const changesView = showsChanges ? reading : checks.againstOriginal === null ? "mine" : "changes";
    const comparison = changesView === "mine" ? checks.againstGiven : (checks.againstOriginal ?? checks.againstGiven);
    const count = comparison.diff.hunks.length;
    setReading(changesView);
    if (count === 0) return say("There are no changes.");
    const at = change === null ? (step === 1 ? 0 : count - 1) : (change + step + count) % count;
    setChange(at);
    requestAnimationFrame(() => focusChange(readingPane.current, at));
  }

  function show(view: ReadingView) {
    setReading(view);
    setChange(null);
  }

  function toggleChanges() {
    const views = listReadingViews(payload).map((one) => one.view);
    const showsChanges = reading === "changes" || (reading === "mine" && !views.includes("changes"));
    const unchangedView = views.find((one) => one === "original" || one === "given") ?? "given";
    show(showsChanges ? unchangedView : views.includes("changes") ? "changes" : "mine");
  }

  return { goToProblem, goToChange, show, toggleChanges };
}
