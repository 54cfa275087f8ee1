import type { ReactNode } from "react";

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-edge bg-surface px-1 py-px text-xs whitespace-nowrap text-ink">
      {children}
    </kbd>
  );
}
