import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import { type Anchor, type AnchorRole, acceptCutAnchor, moveAnchor } from "@/lib/domain/stories/anchors/anchor.ts";
import { markWords } from "@/lib/domain/stories/anchors/mark-words.ts";
import {
  type Draft,
  newDraft,
  redoStep,
  undoStep,
  withAnchors,
  withEdit,
  withStepClosed,
} from "@/lib/domain/stories/history.ts";
import { type Edit, editBetween } from "@/lib/domain/words/edit.ts";
import { parseWords, type WordRange, wordRangeOf } from "@/lib/domain/words/words.ts";
import type { FieldName } from "../../items/kinds/story-kind.ts";
import { storyKinds } from "../../items/kinds/story-kinds.ts";
import { packHistory, unpackHistory } from "./pack-history.ts";

/** A linter finding that the annotator dismissed, with the reason. */
export interface Dismissal {
  finding: string;
  reason: string;
}

/** The work on one item: every text with its own history, the marks, and the reasons for the change. */
export interface WorkspaceState {
  drafts: Partial<Record<FieldName, Draft>>;
  /**
   * The changed fields in the order of their changes, newest last. Undo outside a text field applies to the newest
   * change.
   */
  recent: FieldName[];
  /** Why the item was changed: codes of broken rules and of other reasons (`reason-codes.ts`). */
  codes: readonly string[];
  dismissals: Dismissal[];
  /** Cursor position after a change that was not typed. */
  caret: { field: FieldName; at: number } | null;
}

export type WorkspaceStep =
  | { does: "type"; field: FieldName; edit: Edit }
  /**
   * An edit made by the workspace (a cut, a reverted hunk): a separate undo step, after which the cursor moves to the
   * edit.
   */
  | { does: "apply"; field: FieldName; edit: Edit }
  | { does: "rest"; field: FieldName }
  | { does: "undo" | "redo"; field: FieldName | null }
  | { does: "mark"; role: AnchorRole; range: { start: number; end: number } }
  | { does: "move-anchor"; id: string; to: WordRange }
  | { does: "accept-anchor"; id: string }
  | { does: "remove-anchor"; id: string }
  | { does: "tick"; code: string; applies: boolean }
  | { does: "dismiss"; finding: string; reason: string }
  | { does: "take-back-dismissal"; finding: string }
  /** Replaces the text of a field with a merged candidate. The marks of a story are updated change by change. */
  | { does: "rewrite"; field: FieldName; text: string }
  /** Replaces the marks of the current story. */
  | { does: "take-anchors"; anchors: readonly Anchor[] }
  /** Replaces the whole document with a chosen branch or a candidate. One undo step in each text that differs. */
  | { does: "take-document"; document: KsteDocument }
  | { does: "replace"; state: WorkspaceState };

/** Applies a step; returns the same object if nothing changed. */
export function applyWorkspaceStep(state: WorkspaceState, step: WorkspaceStep): WorkspaceState {
  switch (step.does) {
    case "type":
      return updateField(state, step.field, (draft) => withEdit(draft, step.edit), null);
    case "apply":
      return updateField(
        state,
        step.field,
        (draft) => withStepClosed(withEdit(withStepClosed(draft), step.edit)),
        step.edit.start + step.edit.text.length,
      );
    case "rest":
      return updateField(state, step.field, withStepClosed, null, false);
    case "undo":
    case "redo":
      return undoOrRedo(state, step.does, step.field);
    case "tick":
      return {
        ...state,
        codes: [...state.codes.filter((code) => code !== step.code), ...(step.applies ? [step.code] : [])],
      };
    case "dismiss":
      return {
        ...state,
        dismissals: [
          ...state.dismissals.filter(({ finding }) => finding !== step.finding),
          { finding: step.finding, reason: step.reason },
        ],
      };
    case "take-back-dismissal":
      return { ...state, dismissals: state.dismissals.filter(({ finding }) => finding !== step.finding) };
    case "rewrite":
      return updateField(state, step.field, (draft) => replaceText(draft, step.text), null);
    case "take-anchors":
      return updateField(state, "story", (draft) => withAnchors(draft, [...step.anchors]), null);
    case "take-document":
      return replaceDocument(state, step.document);
    case "replace":
      return step.state;
    default:
      return updateField(state, "story", (draft) => applyAnchorStep(draft, step), null);
  }
}

/**
 * Opens a document with its stored state (`packWorkspaceState`). An invalid history is discarded. `codes` are the codes
 * of the last submission, used if the stored state has none.
 */
export function workspaceStateFrom(
  document: KsteDocument,
  undo: string | null,
  codes: readonly string[] = [],
): WorkspaceState {
  const storedState = parseRecord(undo);
  const histories = isRecord(storedState.fields) ? storedState.fields : {};
  const storedCodes = Array.isArray(storedState.codes)
    ? storedState.codes.filter((code) => typeof code === "string")
    : [];
  const drafts: WorkspaceState["drafts"] = {};
  for (const name of fieldNamesOf(document)) {
    const text = document[name as keyof KsteDocument] as string | null;
    drafts[name] = unpackHistory(text ?? "", name === "story" ? document.anchors : [], histories[name]);
  }
  return {
    drafts,
    recent: Array.isArray(storedState.recent)
      ? storedState.recent.filter((name): name is FieldName => name in drafts)
      : [],
    codes: storedCodes.length > 0 ? storedCodes : codes,
    dismissals: dismissalsOf(storedState.dismissals),
    caret: null,
  };
}

/** The current document of the workspace. A field that was absent in `opened` and is still empty remains absent. */
export function documentFrom(state: WorkspaceState, opened: KsteDocument): KsteDocument {
  const texts = Object.fromEntries(
    fieldNamesOf(opened).flatMap((name) => {
      const text = fieldText(state, name);
      const openedText = opened[name as keyof KsteDocument];
      if (text === "" && openedText === undefined) return [];
      return [[name, text === "" && (openedText === null || name === "knowledgeType") ? null : text]];
    }),
  );
  return { ...opened, ...texts, anchors: state.drafts.story?.anchors ?? [] } as KsteDocument;
}

function fieldNamesOf(document: KsteDocument): FieldName[] {
  return ["story", ...storyKinds[document.kind].fields.map(({ name }) => name)];
}

/** The state that is stored with the document, as JSON: histories, codes and dismissals. A reload continues from it. */
export function packWorkspaceState(state: WorkspaceState): string {
  const fields = Object.fromEntries(
    Object.entries(state.drafts)
      .filter(([, draft]) => draft.past.length + draft.future.length > 0)
      .map(([name, draft]) => [name, packHistory(draft)]),
  );
  const { codes, dismissals } = state;
  return JSON.stringify({ fields, recent: state.recent.slice(-100), codes, dismissals });
}

/** The text of a field; empty if the item does not have the field. */
export function fieldText(state: WorkspaceState, field: FieldName): string {
  return state.drafts[field]?.text ?? "";
}

function updateField(
  state: WorkspaceState,
  field: FieldName,
  change: (draft: Draft) => Draft,
  caret: number | null,
  isNoted = true,
): WorkspaceState {
  const draft = state.drafts[field] ?? newDraft("", []);
  const next = change(draft);
  if (next === draft) return state;
  return {
    ...state,
    drafts: { ...state.drafts, [field]: next },
    recent: isNoted && next.past.length > draft.past.length ? [...state.recent, field].slice(-500) : state.recent,
    caret: caret === null ? state.caret : { field, at: caret },
  };
}

function replaceText(draft: Draft, text: string): Draft {
  const edit = editBetween(draft.text, text);
  return edit === null ? draft : withStepClosed(withEdit(withStepClosed(draft), edit));
}

function replaceDocument(state: WorkspaceState, document: KsteDocument): WorkspaceState {
  return fieldNamesOf(document).reduce((current, name) => {
    if (document[name as keyof KsteDocument] === undefined) return current;
    const text = (document[name as keyof KsteDocument] as string | null) ?? "";
    return updateField(
      current,
      name,
      (draft) => {
        const next = replaceText(draft, text);
        const hasMovedAnchors = name === "story" && canonicalJson(next.anchors) !== canonicalJson(document.anchors);
        return hasMovedAnchors ? withAnchors(next, document.anchors) : next;
      },
      null,
    );
  }, state);
}

/** Undoes or redoes a change in the preferred field, or in the most recently changed field. */
function undoOrRedo(
  state: WorkspaceState,
  direction: "undo" | "redo",
  preferredField: FieldName | null,
): WorkspaceState {
  const field =
    preferredField ??
    (direction === "undo"
      ? state.recent.findLast((name) => (state.drafts[name]?.past.length ?? 0) > 0)
      : (Object.keys(state.drafts) as FieldName[]).find((name) => (state.drafts[name]?.future.length ?? 0) > 0));
  const draft = field && state.drafts[field];
  if (!field || !draft) return state;
  const step = direction === "undo" ? draft.past.at(-1) : draft.future[0];
  if (step === undefined) return state;
  const edit = direction === "undo" ? step.undo : step.edit;
  const last = state.recent.lastIndexOf(field);
  return {
    ...state,
    drafts: { ...state.drafts, [field]: direction === "undo" ? undoStep(draft) : redoStep(draft) },
    recent: direction === "redo" ? [...state.recent, field] : last < 0 ? state.recent : state.recent.toSpliced(last, 1),
    caret: edit === null ? state.caret : { field, at: edit.start + edit.text.length },
  };
}

type AnchorStep = Extract<WorkspaceStep, { does: "mark" | "move-anchor" | "accept-anchor" | "remove-anchor" }>;

function applyAnchorStep(draft: Draft, step: AnchorStep): Draft {
  const anchors = anchorsAfter(draft, step);
  return anchors === draft.anchors ? draft : withAnchors(draft, anchors);
}

/** The marks after a step; the same array if a selection contains no word. */
function anchorsAfter(draft: Draft, step: AnchorStep): Anchor[] {
  const story = parseWords(draft.text);
  switch (step.does) {
    case "mark": {
      const range = wordRangeOf(story.words, step.range.start, step.range.end);
      if (step.range.start >= step.range.end || range.start >= range.end) return draft.anchors;
      const marking = markWords(story, draft.anchors, step.role, range);
      return marking.does === "refused" ? draft.anchors : marking.anchors;
    }
    case "move-anchor":
      return draft.anchors.map((anchor) => (anchor.id === step.id ? moveAnchor(story, anchor, step.to) : anchor));
    case "accept-anchor":
      return draft.anchors.map((anchor) => (anchor.id === step.id ? acceptCutAnchor(story, anchor) : anchor));
    case "remove-anchor":
      return draft.anchors.filter((anchor) => anchor.id !== step.id);
  }
}

function parseRecord(json: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? "null");
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function dismissalsOf(value: unknown): Dismissal[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) =>
    isRecord(one) && typeof one.finding === "string" && typeof one.reason === "string"
      ? [{ finding: one.finding, reason: one.reason }]
      : [],
  );
}
