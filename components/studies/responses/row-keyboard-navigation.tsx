"use client";

import { type ReactNode, useEffect, useRef } from "react";

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Moves the focus between the rows of a table that has the focus. J or the down arrow focuses the link of the next row
 * (`data-row`), K or the up arrow that of the previous row. Enter opens the link. Without JavaScript, the links work as
 * usual.
 */
export function RowKeyboardNavigation({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const table = box.current;
    table?.addEventListener("keydown", moveFocus);
    return () => table?.removeEventListener("keydown", moveFocus);
  }, []);

  return <div ref={box}>{children}</div>;
}

function moveFocus(event: KeyboardEvent): void {
  const step = steps[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof HTMLElement && currentTarget instanceof HTMLElement)) return;
  if (target.closest("dialog, select, textarea, input:not([type=checkbox])")) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>("a[data-row]")];
  const row = links.findIndex((link) => link.closest("tr")?.contains(target));
  const next = links[row < 0 ? 0 : row + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
