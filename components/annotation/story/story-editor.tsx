"use client";

import clsx from "clsx";
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { type Edit, editBetween } from "@/lib/domain/words/edit.ts";
import type { Layer } from "./layers.ts";
import { MarkedText, scrollToMark } from "./marked-text.tsx";

/** The functions of the editor that its parent component calls. */
export interface StoryEditorHandle {
  focus(): void;
  /** The selected characters, even if the field does not have the focus. */
  selection(): { start: number; end: number };
  /** Sets the cursor and scrolls it into view. */
  select(start: number, end: number): void;
  /** Scrolls a mark into view. With "auto" there is no animation; use this for a screen that has just appeared. */
  showMark(id: string, behavior?: ScrollBehavior): void;
}

interface StoryEditorProps {
  ref?: Ref<StoryEditorHandle>;
  label: string;
  describedBy?: string;
  text: string;
  layers: readonly Layer[];
  /** The position of the cursor after a programmatic change. Each such change creates a new object. */
  caret: { at: number } | null;
  isReadOnly: boolean;
  onEdit: (edit: Edit) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Called when the user stops typing: the field loses the focus, or the user moves the cursor. */
  onRest: () => void;
  isShort?: boolean;
}

/**
 * A text field with marks drawn under it. The field is native, so that spell checking, dictation, input methods and
 * screen readers work. Only undo is custom, because it must survive a reload. The drawing has the same text and font as
 * the field above it, and determines the height of the field.
 */
export function StoryEditor({
  ref,
  label,
  describedBy,
  text,
  layers,
  caret,
  isReadOnly,
  onEdit,
  onUndo,
  onRedo,
  onRest,
  isShort = false,
}: StoryEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  /** The content of the field during an IME composition. When the composition ends, it becomes one edit. */
  const [composed, setComposed] = useState<string | null>(null);
  const [selected, setSelected] = useState<{ start: number; end: number } | null>(null);

  useLayoutEffect(() => {
    if (caret === null || field.current === null) return;
    field.current.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  useBrowserHistory(field, onUndo, onRedo);
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    selection: () => ({ start: field.current?.selectionStart ?? 0, end: field.current?.selectionEnd ?? 0 }),
    select: (start, end) => {
      field.current?.focus({ preventScroll: true });
      field.current?.setSelectionRange(start, end);
    },
    showMark: (id, behavior) => scrollToMark(drawing.current, id, behavior),
  }));

  function commit(after: string) {
    const edit = editBetween(text, after, field.current?.selectionStart);
    if (edit !== null) onEdit(edit);
  }

  const textClass = clsx("workspace-text", isShort && "is-short");
  const displayedText = composed ?? text;
  const visibleLayers =
    selected === null ? layers : [...layers, { id: "selection", kind: "selection" as const, ...selected }];
  return (
    <div className="relative grid min-w-0">
      <Drawing
        ref={drawing}
        text={displayedText}
        layers={composed === null ? visibleLayers : []}
        className={textClass}
      />
      <textarea
        ref={field}
        aria-label={label}
        aria-describedby={describedBy}
        value={displayedText}
        readOnly={isReadOnly}
        rows={1}
        spellCheck
        autoComplete="off"
        className={clsx(
          textClass,
          "col-start-1 row-start-1 resize-none overflow-hidden bg-transparent text-ink caret-ink print:hidden",
        )}
        onChange={(event) => {
          const { isComposing } = event.nativeEvent as InputEvent;
          if (isComposing || composed !== null) setComposed(event.target.value);
          else commit(event.target.value);
        }}
        onCompositionStart={() => {
          // An IME composition is one undo step.
          onRest();
          setComposed(text);
        }}
        onCompositionEnd={(event) => {
          setComposed(null);
          commit(event.currentTarget.value);
          onRest();
        }}
        onKeyDown={(event) => {
          // Arrow keys start a new undo step; typing continues the current one.
          if (/^(?:Arrow|Home|End|Page)/u.test(event.key)) onRest();
        }}
        onPointerDown={onRest}
        onFocus={() => setSelected(null)}
        onBlur={(event) => {
          const { selectionStart: start, selectionEnd: end } = event.currentTarget;
          setSelected(start === end ? null : { start, end });
          onRest();
        }}
      />
    </div>
  );
}

/** Draws the marks under the field. The letters of the drawing are transparent on the screen. */
function Drawing({
  ref,
  text,
  layers,
  className,
}: {
  ref: Ref<HTMLDivElement>;
  text: string;
  layers: readonly Layer[];
  className: string;
}) {
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={clsx(
        className,
        "pointer-events-none col-start-1 row-start-1 whitespace-pre-wrap text-transparent select-none print:text-ink",
      )}
    >
      <MarkedText text={text} layers={layers} isUnderField />
      {/* A last empty line needs content to have a height. */}
      {"\u200b"}
    </div>
  );
}

/**
 * Calls `onUndo` and `onRedo` when the user selects Undo or Redo in a menu of the browser. The browser's own history is
 * lost on reload and conflicts with programmatic changes.
 */
function useBrowserHistory(field: RefObject<HTMLElement | null>, onUndo: () => void, onRedo: () => void): void {
  const history = useRef({ onUndo, onRedo });
  useLayoutEffect(() => {
    history.current = { onUndo, onRedo };
  });
  // React's `onBeforeInput` is another event, so the listener is added manually.
  useEffect(() => {
    const element = field.current;
    const guard = (event: InputEvent) => {
      if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
      event.preventDefault();
      if (event.inputType === "historyUndo") history.current.onUndo();
      else history.current.onRedo();
    };
    element?.addEventListener("beforeinput", guard);
    return () => element?.removeEventListener("beforeinput", guard);
  }, [field]);
}
