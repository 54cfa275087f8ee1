import clsx from "clsx";
import type { ReactNode } from "react";

/** The content of a workspace page. It has the standard margins and is the target of the skip link. */
export function Page({ children, isNarrow = false }: { children: ReactNode; isNarrow?: boolean }) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className={clsx("gutter mx-auto w-full pt-8 pb-24 sm:pt-10", isNarrow ? "max-w-[52rem]" : "max-w-[90rem]")}
    >
      {children}
    </main>
  );
}
