"use client";

import type { ReactNode } from "react";
import type { Hunk } from "@/lib/domain/stories/diff/hunks.ts";

/**
 * Two versions in one running text: what was taken out is struck, what came in is underlined, and each change can carry
 * a control. Nothing of the text is left out, so a change is always read where it stands.
 */
export function DiffView({
  before,
  hunks,
  current,
  control,
  onChoose,
  className,
}: {
  before: string;
  hunks: readonly Hunk[];
  /** The change that keys act on. */
  current?: number | null;
  /** What stands behind a change: a button that takes it back, a box that takes it over. */
  control?: (hunk: Hunk) => ReactNode;
  onChoose?: (hunk: Hunk) => void;
  className?: string;
}) {
  let done = 0;
  const pieces: ReactNode[] = [];
  for (const hunk of hunks) {
    pieces.push(before.slice(done, hunk.oldStart));
    done = hunk.oldEnd;
    pieces.push(
      <ChangePiece
        key={hunk.index}
        hunk={hunk}
        isCurrent={current === hunk.index}
        control={control?.(hunk)}
        onChoose={onChoose && (() => onChoose(hunk))}
      />,
    );
  }
  pieces.push(before.slice(done));
  return <div className={`workspace-text whitespace-pre-wrap ${className ?? ""}`}>{pieces}</div>;
}

function ChangePiece({
  hunk,
  isCurrent,
  control,
  onChoose,
}: {
  hunk: Hunk;
  isCurrent: boolean;
  control: ReactNode;
  onChoose: (() => void) | undefined;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a block, and this is a part of a running sentence.
    <span
      role="group"
      aria-label={`Change ${hunk.index + 1}`}
      data-hunk={hunk.index}
      tabIndex={-1}
      onFocus={onChoose}
      className={isCurrent ? "rounded-sm outline-2 outline-offset-2 outline-focus" : undefined}
    >
      {hunk.oldText !== "" && <Struck text={hunk.oldText} />}
      {hunk.newText !== "" && <Added text={hunk.newText} />}
      {control && <span className="no-print mx-1 inline-flex align-middle font-sans">{control}</span>}
    </span>
  );
}

function Struck({ text }: { text: string }) {
  return (
    <del className="keep-colour rounded-[2px] bg-bad-wash text-bad decoration-1">
      <span className="sr-only">removed: </span>
      {visible(text)}
    </del>
  );
}

function Added({ text }: { text: string }) {
  return (
    <ins className="keep-colour ml-0.5 rounded-[2px] bg-good-wash text-good no-underline shadow-[inset_0_-1.5px_0_0_var(--good)]">
      <span className="sr-only">added: </span>
      {visible(text)}
    </ins>
  );
}

/** A change of nothing but line breaks can still be seen. */
function visible(text: string): string {
  return text.trim() === "" ? text.replaceAll("\n", "⏎\n") : text;
}

/** Moves the focus to a change and brings it into sight. */
export function focusChange(container: HTMLElement | null, index: number): void {
  const piece = container?.querySelector<HTMLElement>(`[data-hunk="${index}"]`);
  piece?.focus({ preventScroll: true });
  piece?.scrollIntoView({ block: "center" });
}
