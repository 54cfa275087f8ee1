"use client";

import { Fragment, type ReactNode } from "react";
import type { Hunk } from "@/lib/domain/stories/diff/hunks.ts";
import type { Layer } from "../story/layers.ts";
import { MarkedText } from "../story/marked-text.tsx";
import { foldParagraphs } from "./folded-paragraphs.ts";

/**
 * A diff of two texts. Deletions are struck through and insertions underlined. Each change can have a control. `layers`
 * are the marks of the newer text. With `isFolded`, paragraphs that have neither changes nor marks are collapsed; they
 * can be expanded.
 */
export function DiffView({
  before,
  hunks,
  layers = noLayers,
  isFolded = false,
  current,
  control,
  onChoose,
  className,
}: {
  before: string;
  hunks: readonly Hunk[];
  layers?: readonly Layer[];
  isFolded?: boolean;
  /** The change on which keyboard shortcuts act. */
  current?: number | null;
  /** The control of a change: a button that reverts the change, or a checkbox that applies it. */
  control?: (hunk: Hunk) => ReactNode;
  onChoose?: (hunk: Hunk) => void;
  className?: string;
}) {
  const unchangedEnds = [...hunks.map((hunk) => hunk.oldStart), before.length];
  return (
    <div className={`workspace-text whitespace-pre-wrap ${className ?? ""}`}>
      {unchangedEnds.map((end, index) => {
        const last = hunks[index - 1];
        const hunk = hunks[index];
        const start = last?.oldEnd ?? 0;
        return (
          <Fragment key={hunk?.index ?? "end"}>
            <UnchangedText
              text={before.slice(start, end)}
              layers={shiftLayers(layers, last?.newEnd ?? 0)}
              isFolded={isFolded && hunks.length > 0}
              isFirst={index === 0}
              isLast={hunk === undefined}
            />
            {hunk && (
              <ChangePiece
                hunk={hunk}
                layers={shiftLayers(layers, hunk.newStart)}
                isCurrent={current === hunk.index}
                control={control?.(hunk)}
                onChoose={onChoose && (() => onChoose(hunk))}
              />
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

const noLayers: readonly Layer[] = [];

/** Moves marks to a text that starts at `start`, and omits the parts before it. */
function shiftLayers(layers: readonly Layer[], start: number): Layer[] {
  return layers
    .filter((layer) => layer.end > start)
    .map((layer) => ({ ...layer, start: Math.max(0, layer.start - start), end: layer.end - start }));
}

function UnchangedText({
  text,
  layers,
  isFolded,
  isFirst,
  isLast,
}: {
  text: string;
  layers: readonly Layer[];
  isFolded: boolean;
  isFirst: boolean;
  isLast: boolean;
}) {
  const visibleLayers = layers.filter((layer) => layer.start < text.length);
  if (!isFolded) return <MarkedText text={text} layers={visibleLayers} />;
  const isKept = (start: number, end: number) => visibleLayers.some((layer) => layer.start < end && layer.end > start);
  return foldParagraphs(text, { isFirst, isLast, isKept }).map((part) => {
    const partText = text.slice(part.start, part.end);
    if (!part.isFolded)
      return <MarkedText key={part.start} text={partText} layers={shiftLayers(visibleLayers, part.start)} />;
    return (
      <details key={part.start} className="my-1 border-y border-rule py-1 font-sans text-sm">
        <summary className="text-ink-soft">
          {part.paragraphs === 1 ? "One paragraph" : `${part.paragraphs} paragraphs`} without a change
        </summary>
        <div className="font-serif text-base">{partText}</div>
      </details>
    );
  });
}

function ChangePiece({
  hunk,
  layers,
  isCurrent,
  control,
  onChoose,
}: {
  hunk: Hunk;
  layers: readonly Layer[];
  isCurrent: boolean;
  control: ReactNode;
  onChoose: (() => void) | undefined;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a block element, and this is inside a sentence.
    <span
      role="group"
      aria-label={`Change ${hunk.index + 1}`}
      data-hunk={hunk.index}
      tabIndex={-1}
      onFocus={onChoose}
      className={isCurrent ? "rounded-sm outline-2 outline-offset-2 outline-focus" : undefined}
    >
      {hunk.oldText !== "" && <DeletedText text={hunk.oldText} />}
      {hunk.newText !== "" && <InsertedText text={hunk.newText} layers={layers} />}
      {control && <span className="no-print mx-1 inline-flex align-middle font-sans">{control}</span>}
    </span>
  );
}

function DeletedText({ text }: { text: string }) {
  return (
    <del className="keep-colour rounded-[2px] bg-bad-wash text-bad decoration-1">
      <span className="sr-only">removed: </span>
      {showLineBreaks(text)}
    </del>
  );
}

function InsertedText({ text, layers }: { text: string; layers: readonly Layer[] }) {
  const isVisible = text.trim() !== "";
  return (
    <ins className="keep-colour ml-0.5 rounded-[2px] bg-good-wash text-good no-underline shadow-[inset_0_-1.5px_0_0_var(--good)]">
      <span className="sr-only">added: </span>
      {isVisible ? (
        <MarkedText text={text} layers={layers.filter((layer) => layer.start < text.length)} />
      ) : (
        showLineBreaks(text)
      )}
    </ins>
  );
}

/** Marks line breaks, so that a change that consists only of line breaks is visible. */
function showLineBreaks(text: string): string {
  return text.trim() === "" ? text.replaceAll("\n", "⏎\n") : text;
}

/** Focuses a change and scrolls it into view. */
export function focusChange(container: HTMLElement | null, index: number): void {
  findChange(container, index)?.focus({ preventScroll: true });
  showChange(container, index);
}

/** Scrolls a change into view without moving the focus. */
export function showChange(container: HTMLElement | null, index: number): void {
  findChange(container, index)?.scrollIntoView({ block: "center" });
}

function findChange(container: HTMLElement | null, index: number): HTMLElement | null {
  return container?.querySelector<HTMLElement>(`[data-hunk="${index}"]`) ?? null;
}
