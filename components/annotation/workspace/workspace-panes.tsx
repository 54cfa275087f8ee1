"use client";

import type { Dispatch } from "react";
import { type ReactNode, type Ref, useMemo } from "react";
import type { Layer } from "@/components/annotation/story/layers.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { WorkspaceChecks } from "@/lib/domain/annotation/workspace/workspace-checks.ts";
import type { WorkspaceState, WorkspaceStep } from "@/lib/domain/annotation/workspace/workspace-state.ts";
import type { Worded } from "@/lib/domain/words/words.ts";
import { worded } from "@/lib/domain/words/words.ts";
import { workspaceFields } from "../../../lib/domain/annotation/workspace/workspace-fields.ts";
import { fieldText } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { ActionButton } from "../look/action-button.tsx";
import { Pane } from "../look/pane.tsx";
import { StoryEditor, type StoryEditorHandle } from "../story/story-editor.tsx";
import { editorSteps, TextFields } from "./text-fields.tsx";
import type { TaskWork } from "./use-task-work.ts";
import { storyLayers } from "./workspace-layers.ts";

/** The texts of the item in the layout of its kind: reading pane and editor, or story and question. */
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
  const { kind } = payload.task;
  const text = fieldText(state, "story");
  const story = useMemo(() => worded(text), [text]);
  const layers = useMemo(() => storyLayers(state, story, checks), [state, story, checks]);
  const title = kind === "error" ? "Erroneous story" : "Story";
  const editor = (
    <StoryPane {...{ title, story, checks, isTrayOpen, onTray, ref, text, layers, state, isReadOnly, dispatch }} />
  );
  const fields = (isFolded: boolean) => (
    <TextFields
      fields={workspaceFields[kind].filter((field) => field.isFolded === isFolded)}
      {...{ state, isReadOnly, dispatch }}
    />
  );
  const folded = (
    <details className="rounded-lg border border-rule">
      <summary className="px-4 py-2.5 text-sm font-semibold">
        {kind === "original" ? "Genre" : "Character, knowledge, explanations, genre"}
      </summary>
      <div className="grid gap-4 border-t border-rule p-4">{fields(true)}</div>
    </details>
  );
  switch (kind) {
    case "original":
      return (
        <>
          <div className="grid min-w-0 gap-5">
            {editor}
            {folded}
          </div>
          {readingPane}
        </>
      );
    case "error":
      return (
        <>
          {readingPane}
          <div className="grid min-w-0 gap-5">
            {editor}
            {folded}
          </div>
        </>
      );
    case "knp":
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
  }
}

/** The editor of the story. */
function StoryPane({
  title,
  story,
  checks,
  isTrayOpen,
  onTray,
  ref,
  text,
  layers,
  state,
  isReadOnly,
  dispatch,
}: {
  title: string;
  story: Worded;
  checks: WorkspaceChecks;
  isTrayOpen: boolean;
  onTray: () => void;
  ref: Ref<StoryEditorHandle>;
  text: string;
  layers: Layer[];
  state: WorkspaceState;
  isReadOnly: boolean;
  dispatch: Dispatch<WorkspaceStep>;
}) {
  return (
    <Pane
      title={title}
      isEditable
      aside={
        <span className="flex items-center gap-3">
          <WordCount count={story.words.length} longerBy={checks.againstOriginal?.longerBy ?? null} />
          <ActionButton action="candidates" look="quiet" className="-mr-2" aria-expanded={isTrayOpen} onClick={onTray}>
            Rewrite
          </ActionButton>
        </span>
      }
    >
      <div data-field="story">
        <StoryEditor
          ref={ref}
          label={title}
          describedBy="workspace-help"
          text={text}
          layers={layers}
          caret={state.caret?.field === "story" ? state.caret : null}
          isReadOnly={isReadOnly}
          {...editorSteps("story", dispatch)}
        />
      </div>
    </Pane>
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
