"use client";

import type { ChangeEvent } from "react";

/** A checkbox in a table header. It selects or deselects all checkboxes in the table with the given name. */
export function TickAll({ name, label }: { name: string; label: string }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      className="size-4.5 accent-ink"
      onChange={(event) => tickAll(event, name)}
    />
  );
}

function tickAll({ target }: ChangeEvent<HTMLInputElement>, name: string): void {
  const boxes = target.closest("table")?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [];
  for (const box of boxes) box.checked = target.checked;
}
