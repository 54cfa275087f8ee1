"use client";

import { type KeyboardEvent, useRef } from "react";
import { extendRange } from "@/lib/domain/tasks/answers/marked-text.ts";
import type { TaskSpan } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import { parseWords } from "@/lib/domain/words/words.ts";

/** The selection for a new mark: a range of characters in one part of a stimulus field. */
export interface MarkSelection {
  stimulus: string;
  part: number;
  start: number;
  end: number;
}

/**
 * A text in which spans can be marked with the mouse or the keyboard: arrow keys select the next or previous word, and
 * Shift extends the selection. The marks are drawn under the text, so that the element contains exactly the stored
 * characters.
 */
export function MarkableText({
  name,
  part,
  text,
  label,
  unit,
  spans,
  selection,
  onSelect,
}: {
  name: string;
  part: number;
  text: string;
  label: string;
  unit: FieldOfType<"spans">["unit"];
  spans: readonly (TaskSpan & { title: string; isCurrent: boolean; isDisputed: boolean })[];
  selection: MarkSelection | null;
  /** Null if the marks are read-only. */
  onSelect: ((selection: MarkSelection | null) => void) | null;
}) {
  const box = useRef<HTMLElement>(null);
  const selectionHere = selection?.stimulus === name && selection.part === part ? selection : null;

  function readBrowserSelection() {
    const browserSelection = document.getSelection();
    const element = box.current;
    if (
      !onSelect ||
      !browserSelection ||
      browserSelection.isCollapsed ||
      !element ||
      !element.contains(browserSelection.anchorNode)
    )
      return;
    const ends = [
      computeOffset(element, browserSelection.anchorNode, browserSelection.anchorOffset),
      computeOffset(element, browserSelection.focusNode, browserSelection.focusOffset),
    ];
    const range = extendRange(text, unit, { start: Math.min(...ends), end: Math.max(...ends) });
    if (range) onSelect({ stimulus: name, part, ...range });
    browserSelection.removeAllRanges();
  }

  function moveSelection(event: KeyboardEvent) {
    const isForward = event.key === "ArrowRight";
    if (!onSelect || (!isForward && event.key !== "ArrowLeft") || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    const { words } = parseWords(text);
    const first = words.findIndex(({ end }) => end > (selectionHere?.start ?? 0));
    const last = selectionHere ? words.findLastIndex(({ start }) => start < selectionHere.end) : -1;
    const next =
      event.shiftKey && selectionHere
        ? [first, last + (isForward ? 1 : -1)]
        : isForward
          ? [last + 1, last + 1]
          : [first - 1, first - 1];
    const [from, to] = [words[next[0] ?? 0], words[next[1] ?? 0]];
    if (from && to && to.end > from.start) onSelect({ stimulus: name, part, start: from.start, end: to.end });
  }

  return (
    <section
      ref={box}
      tabIndex={onSelect ? 0 : undefined}
      aria-label={onSelect ? `${label}: arrow keys select words` : label}
      data-markable={onSelect ? "" : undefined}
      className="max-w-measure whitespace-pre-wrap rounded-sm font-serif text-lg leading-relaxed wrap-anywhere"
      onMouseUp={readBrowserSelection}
      onKeyDown={moveSelection}
    >
      {splitIntoPieces(text, spans, selectionHere).map(({ start, end, covering, isSelected }) => {
        const content = text.slice(start, end);
        if (covering.length === 0 && !isSelected) return <span key={start}>{content}</span>;
        const isDisputed = covering.some((span) => span.isDisputed);
        const titles = [...covering.map(({ title }) => title), ...(isDisputed ? ["the copies differ"] : [])].join(", ");
        const look = isSelected
          ? "bg-info-wash outline-2 outline-info"
          : `underline decoration-2 underline-offset-4 ${isDisputed ? "bg-bad-wash decoration-bad decoration-wavy" : "bg-warn-wash decoration-warn"}`;
        return (
          <mark
            key={start}
            title={titles || undefined}
            className={`rounded-xs px-px text-ink ${look} ${covering.some(({ isCurrent }) => isCurrent) ? "outline-2 outline-ink" : ""}`}
          >
            {content}
          </mark>
        );
      })}
    </section>
  );
}

interface Piece<Span> {
  start: number;
  end: number;
  covering: Span[];
  isSelected: boolean;
}

/** Splits the text wherever a span or the selection starts or ends. */
function splitIntoPieces<Span extends TaskSpan>(
  text: string,
  spans: readonly Span[],
  selection: { start: number; end: number } | null,
): Piece<Span>[] {
  const ranges = [...spans, ...(selection ? [selection] : [])];
  const cuts = [...new Set([0, text.length, ...ranges.flatMap(({ start, end }) => [start, end])])]
    .filter((at) => at >= 0 && at <= text.length)
    .sort((left, right) => left - right);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    const covers = (range: { start: number; end: number }) => range.start <= start && range.end >= end;
    return { start, end, covering: spans.filter(covers), isSelected: selection !== null && covers(selection) };
  });
}

/** Converts a DOM point in an element to the character offset in the element's text. */
function computeOffset(element: HTMLElement, node: Node | null, offset: number): number {
  if (node === null || !element.contains(node)) return 0;
  const range = document.createRange();
  range.selectNodeContents(element);
  range.setEnd(node, offset);
  return range.toString().length;
}
