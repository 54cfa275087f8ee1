"use client";

import { type Dispatch, type ReactNode, type Ref, useMemo } from "react";
import { parseWords } from "@/lib/domain/words/words.ts";
import type { WorkspaceChecks } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import {
  fieldText,
  type WorkspaceState,
  type WorkspaceStep,
} from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { Pane } from "../look/pane.tsx";
import { createEditorHandlers } from "../workspace/text-fields.tsx";
import { buildStoryLayers } from "../workspace/workspace-layers.ts";
import { StoryEditor, type StoryEditorHandle } from "./story-editor.tsx";

/** A pane with the editor of a story and its marks, for annotators and reviewers. */
export function StoryPane({
  ref,
  title,
  aside,
  describedBy,
  state,
  checks,
  isReadOnly = false,
  dispatch,
}: {
  ref: Ref<StoryEditorHandle>;
  title: string;
  aside?: ReactNode;
  describedBy?: string;
  state: WorkspaceState;
  checks: WorkspaceChecks;
  isReadOnly?: boolean;
  dispatch: Dispatch<WorkspaceStep>;
}) {
  const text = fieldText(state, "story");
  // The checks may be about an earlier text.
  const story = useMemo(() => parseWords(text), [text]);
  const layers = useMemo(() => buildStoryLayers(state, story, checks), [state, story, checks]);
  return (
    <Pane title={title} isEditable {...(aside ? { aside } : {})}>
      <div data-field="story">
        <StoryEditor
          ref={ref}
          label={title}
          {...(describedBy ? { describedBy } : {})}
          {...{ text, layers, isReadOnly }}
          caret={state.caret?.field === "story" ? state.caret : null}
          {...createEditorHandlers("story", dispatch)}
        />
      </div>
    </Pane>
  );
}
