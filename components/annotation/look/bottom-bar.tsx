import type { ReactNode } from "react";

/** The bar with the decision buttons. It is always visible at the bottom of the screen. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Decide"
      className="no-print sticky bottom-0 z-20 -mx-(--gutter) mt-6 border-t border-rule bg-paper px-(--gutter) py-2.5 [@media(max-height:30rem)]:static"
    >
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </section>
  );
}
