import type { ReactNode } from "react";

/** The sidebar of an item. It scrolls separately from the texts; on a narrow screen it is below them. */
export function Rail({ children }: { children: ReactNode }) {
  return (
    <div className="min-w-0 lg:max-xl:columns-2 lg:max-xl:gap-8 xl:sticky xl:top-[calc(var(--bar,3.5rem)+4.5rem)] xl:max-h-[calc(100dvh-var(--bar,3.5rem)-9.5rem)] xl:overflow-y-auto xl:pr-1.5">
      {children}
    </div>
  );
}
