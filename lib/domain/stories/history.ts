import { applyEdit, type Edit, invertEdit } from "../words/edit.ts";
import { parseWords } from "../words/words.ts";
import type { Anchor } from "./anchors/anchor.ts";
import { followEdit } from "./anchors/follow-edit.ts";

/**
 * One step that can be undone: the change, and the anchors before and after it, so that undo restores them exactly.
 */
export interface HistoryStep {
  /** The edit; null if only anchors were moved. */
  edit: Edit | null;
  undo: Edit | null;
  before: Anchor[];
  after: Anchor[];
  /** Whether the step is open: further typing is merged into it until `withStepClosed`. */
  isOpen: boolean;
}

/** A story in the workspace with its undo and redo history, as plain values that can be stored as JSON. */
export interface Draft {
  text: string;
  anchors: Anchor[];
  past: HistoryStep[];
  future: HistoryStep[];
}

/** Maximum number of stored steps; enough for several hours of work, at a few hundred bytes per step. */
const MAX_STEPS = 2000;

/** A draft without history. */
export function newDraft(text: string, anchors: readonly Anchor[]): Draft {
  return { text, anchors: [...anchors], past: [], future: [] };
}

/**
 * Applies an edit. An edit that continues the last step (typing, or deleting backwards) is merged into this step while
 * the step is open, and the anchors are then updated for the whole step. If a marked sentence is selected and retyped,
 * its anchor covers all the new words.
 */
export function withEdit(draft: Draft, edit: Edit): Draft {
  const last = draft.past.at(-1);
  const mergedEdit = last?.isOpen && last.edit !== null ? mergeEdits(last.edit, last.undo as Edit, edit) : null;
  if (last !== undefined && mergedEdit !== null) {
    const base = applyEdit(draft.text, last.undo as Edit);
    const { story, anchors } = followEdit({ story: parseWords(base), anchors: last.before }, mergedEdit);
    const step: HistoryStep = {
      edit: mergedEdit,
      undo: invertEdit(base, mergedEdit),
      before: last.before,
      after: anchors,
      isOpen: true,
    };
    return { text: story.text, anchors, past: [...draft.past.slice(0, -1), step], future: [] };
  }
  const { story, anchors } = followEdit({ story: parseWords(draft.text), anchors: draft.anchors }, edit);
  const step: HistoryStep = {
    edit,
    undo: invertEdit(draft.text, edit),
    before: draft.anchors,
    after: anchors,
    isOpen: true,
  };
  return { text: story.text, anchors, past: [...draft.past, step].slice(-MAX_STEPS), future: [] };
}

/** Changes the anchors without changing the text, as a separate step. */
export function withAnchors(draft: Draft, anchors: readonly Anchor[]): Draft {
  const step: HistoryStep = { edit: null, undo: null, before: draft.anchors, after: [...anchors], isOpen: false };
  return { ...draft, anchors: [...anchors], past: [...draft.past, step].slice(-MAX_STEPS), future: [] };
}

/** Closes the open step, so that further typing is undone separately. Called after a pause, a click or a save. */
export function withStepClosed(draft: Draft): Draft {
  const last = draft.past.at(-1);
  if (last === undefined || !last.isOpen) return draft;
  return { ...draft, past: [...draft.past.slice(0, -1), { ...last, isOpen: false }] };
}

/** Undoes one step; returns the same draft if there is nothing to undo. */
export function undoStep(draft: Draft): Draft {
  const step = draft.past.at(-1);
  if (step === undefined) return draft;
  return {
    text: step.undo === null ? draft.text : applyEdit(draft.text, step.undo),
    anchors: step.before,
    past: draft.past.slice(0, -1),
    future: [{ ...step, isOpen: false }, ...draft.future],
  };
}

/** Redoes one step; returns the same draft if there is nothing to redo. */
export function redoStep(draft: Draft): Draft {
  const [step, ...future] = draft.future;
  if (step === undefined) return draft;
  return {
    text: step.edit === null ? draft.text : applyEdit(draft.text, step.edit),
    anchors: step.after,
    past: [...draft.past, step],
    future,
  };
}

/** Merges two edits if the second continues the first; `undo` is the inverse of the first. */
function mergeEdits(first: Edit, undo: Edit, second: Edit): Edit | null {
  const isTyping = second.start === second.end && second.start === first.start + first.text.length;
  if (isTyping && !/\n/u.test(second.text)) return { ...first, text: first.text + second.text };
  // Backspace inside the text just typed.
  const isErasing = second.text === "" && second.end === first.start + first.text.length;
  if (isErasing && second.start >= first.start) {
    return { ...first, text: first.text.slice(0, second.start - first.start) };
  }
  // Repeated backspace, moving to the left.
  if (isErasing && first.text === "" && second.end === undo.start)
    return { start: second.start, end: first.end, text: "" };
  // Repeated delete, moving to the right.
  if (second.text === "" && first.text === "" && second.start === first.start) {
    return { start: first.start, end: first.end + second.end - second.start, text: "" };
  }
  return null;
}
