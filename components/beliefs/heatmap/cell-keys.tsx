"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Lets arrow keys move the focus between the cells of a table; Tab leaves the table. Without the script, every cell is
 * a normal link.
 */
export function CellKeys({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);

  useEffect(() => {
    for (const [place, link] of findCells(box.current).flat().entries()) link.tabIndex = place === 0 ? 0 : -1;
  });

  function moveFocus(event: KeyboardEvent) {
    const rows = findCells(box.current);
    const row = rows.findIndex((links) => links.some((link) => link === document.activeElement));
    if (row < 0) return;
    const column = rows[row]!.indexOf(document.activeElement as HTMLElement);
    const target = findTarget(event, rows, row, column);
    if (!target) return;
    event.preventDefault();
    for (const link of rows.flat()) link.tabIndex = link === target ? 0 : -1;
    target.focus();
  }

  return (
    <section
      ref={box}
      aria-label={label}
      onKeyDown={moveFocus}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard.
      tabIndex={0}
      className="relative overflow-x-auto rounded-md border border-rule bg-surface pt-1 pr-3 pb-3 print:overflow-visible"
    >
      {children}
    </section>
  );
}

function findTarget(event: KeyboardEvent, rows: HTMLElement[][], row: number, column: number): HTMLElement | undefined {
  if (event.key === "Home") return event.ctrlKey ? rows[0]?.[0] : rows[row]?.[0];
  if (event.key === "End") return event.ctrlKey ? rows.at(-1)?.at(-1) : rows[row]?.at(-1);
  const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
  return step && rows[row + step[0]]?.[column + step[1]];
}

function findCells(box: HTMLElement | null): HTMLElement[][] {
  return [...(box?.querySelectorAll("tr") ?? [])]
    .map((row) => [...row.querySelectorAll<HTMLElement>("a[data-cell]")])
    .filter((links) => links.length > 0);
}
