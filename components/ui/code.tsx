import clsx from "clsx";
import type { ReactNode } from "react";

/** Code inside a sentence. */
export function Code({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <code className={clsx("rounded-sm bg-sunken px-1 py-0.5 text-[0.9em] break-words", className)}>{children}</code>
  );
}

/** A block of code. Long lines can be scrolled, also with the keyboard. */
export function CodeBlock({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-rule bg-sunken print:overflow-visible"
    >
      <pre className="p-4 text-sm leading-normal">
        <code>{children}</code>
      </pre>
    </section>
  );
}
