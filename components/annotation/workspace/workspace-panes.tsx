"use client";

import type { ReactNode, Ref } from "react";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { ActionButton } from "../look/action-button.tsx";
import { Pane } from "../look/pane.tsx";
import type { StoryEditorHandle } from "../story/story-editor.tsx";
import { StoryPane } from "../story/story-pane.tsx";
import { TextFields } from "./text-fields.tsx";
import type { TaskWork } from "./use-task-work.ts";

/** The texts of an item in the layout of its kind: a reading pane with an editor, or a story with a question. */
export function WorkspacePanes({
  ref,
  payload,
  work: { state, dispatch, checks },
  isReadOnly,
  isTrayOpen,
  onTray,
  readingPane,
}: {
  ref: Ref<StoryEditorHandle>;
  payload: TaskPayload;
  work: TaskWork;
  isReadOnly: boolean;
  isTrayOpen: boolean;
  onTray: () => void;
  readingPane: ReactNode;
}) {
  const {
    label,
    isAboutKnowledge,
    isMadeFromOriginal,
    hasQuestion,
    fields: kindFields,
  } = storyKinds[payload.task.kind];
  const editor = (
    <StoryPane
      ref={ref}
      title={isMadeFromOriginal ? label : "Story"}
      describedBy="workspace-help"
      {...{ state, checks, isReadOnly, dispatch }}
      aside={
        <span className="flex items-center gap-3">
          <WordCount count={checks.story.words.length} longerBy={checks.againstOriginal?.longerBy ?? null} />
          <ActionButton action="candidates" look="quiet" className="-mr-2" aria-expanded={isTrayOpen} onClick={onTray}>
            Rewrite
          </ActionButton>
        </span>
      }
    />
  );
  const fields = (isFolded: boolean) => (
    <TextFields
      fields={kindFields.filter((field) => field.isFolded === isFolded)}
      {...{ state, isReadOnly, dispatch }}
    />
  );
  const folded = (
    <details className="rounded-lg border border-rule">
      <summary className="px-4 py-2.5 text-sm font-semibold">
        {isAboutKnowledge ? "Character, knowledge, explanations, genre" : "Genre"}
      </summary>
      <div className="grid gap-4 border-t border-rule p-4">{fields(true)}</div>
    </details>
  );
  if (hasQuestion)
    return (
      <>
        <div className="grid min-w-0 gap-5">
          {editor}
          {readingPane}
        </div>
        <div className="grid min-w-0 gap-5">
          <Pane title="Question and options">
            <div className="grid gap-4 p-4">{fields(false)}</div>
          </Pane>
          {folded}
        </div>
      </>
    );
  const writing = (
    <div className="grid min-w-0 gap-5">
      {editor}
      {folded}
    </div>
  );
  // A story that was made from another is read beside it, from left to right.
  return isMadeFromOriginal ? (
    <>
      {readingPane}
      {writing}
    </>
  ) : (
    <>
      {writing}
      {readingPane}
    </>
  );
}

function WordCount({ count, longerBy }: { count: number; longerBy: number | null }) {
  return (
    <span className="text-sm text-ink-soft tabular-nums">
      {count} words
      {longerBy !== null && longerBy !== 0 && `, ${longerBy > 0 ? "+" : "−"}${Math.abs(longerBy)}`}
    </span>
  );
}
