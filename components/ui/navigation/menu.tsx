"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useId, useRef } from "react";

/**
 * A menu with its button in the top bar. The menu is a native popover: it opens without JavaScript, closes with Escape
 * or a click elsewhere, and keeps the focus order.
 */
export function Menu({
  button,
  label,
  buttonClassName,
  className,
  children,
}: {
  button: ReactNode;
  label: string;
  buttonClassName?: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const pathname = usePathname();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes.
  useEffect(() => {
    if (sheet.current?.matches(":popover-open")) sheet.current.hidePopover();
  }, [pathname]);

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={clsx(
          "inline-flex min-h-10 items-center gap-2 rounded-md px-2 transition-colors hover:bg-sunken",
          buttonClassName,
        )}
      >
        {button}
      </button>
      <div
        ref={sheet}
        id={id}
        popover="auto"
        className={clsx(
          "fixed top-[calc(var(--bar)+0.25rem)] m-0 max-h-[calc(100dvh-var(--bar)-1rem)] overflow-y-auto rounded-lg border border-rule bg-surface p-2 text-ink shadow-lg",
          className,
        )}
      >
        {children}
      </div>
    </>
  );
}
