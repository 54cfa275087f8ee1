"use client";

import { type ReactNode, useRef } from "react";

/** A `details` element as a menu. It closes with Escape and when it loses the focus. */
export function MenuDetails({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  return (
    <details
      ref={menu}
      data-menu=""
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.target instanceof HTMLDialogElement) return;
        close();
        menu.current?.querySelector("summary")?.focus();
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !menu.current?.contains(event.relatedTarget)) close();
      }}
    >
      {children}
    </details>
  );
}
