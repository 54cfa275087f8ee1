import type { Dispatch, RefObject } from "react";
import type { WorkspaceStep } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { type ActionHandlers, isTypingIn } from "../keyboard/use-shortcuts.ts";
import { findFieldName } from "../workspace/text-fields.tsx";
import type { StoryEditorHandle } from "./story-editor.tsx";
import type { MarkActions } from "./use-mark-actions.ts";

/** Handlers of the keys that edit a story's text and marks, for annotators and reviewers. */
export function editingKeys({
  frame,
  editor,
  isReadOnly,
  dispatch,
  marks,
}: {
  /** The element that gets the focus when the focus leaves the text. */
  frame: RefObject<HTMLElement | null>;
  editor: RefObject<StoryEditorHandle | null>;
  isReadOnly: boolean;
  dispatch: Dispatch<WorkspaceStep>;
  marks: MarkActions;
}): ActionHandlers {
  return {
    edit: () => editor.current?.focus(),
    leave: () => {
      const active = document.activeElement;
      if (!isTypingIn(active)) return false;
      (active as HTMLElement).blur();
      frame.current?.focus({ preventScroll: true });
      return true;
    },
    undo: () => !isReadOnly && dispatch({ does: "undo", field: findFieldName(document.activeElement) }),
    redo: () => !isReadOnly && dispatch({ does: "redo", field: findFieldName(document.activeElement) }),
    "mark-knowledge": () => marks.mark("knowledge"),
    "mark-event": () => marks.mark("event"),
    "mark-error": () => marks.mark("error"),
    "next-mark": () => marks.goToMark(1),
    "previous-mark": () => marks.goToMark(-1),
    "remove-mark": () => marks.removeMark(),
    resolve: () => marks.acceptCut(),
  };
}
