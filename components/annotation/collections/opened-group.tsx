"use client";

import { type ReactNode, useState } from "react";

/**
 * A group that opens by itself or not when the page is loaded, and afterwards only by hand: what came of a form in it must
 * not be folded away because the form has changed what the group is about.
 */
export function OpenedGroup({
  isOpen,
  className,
  children,
}: {
  /** Whether it is open at first. */
  isOpen: boolean;
  className: string;
  children: ReactNode;
}) {
  const [isOpenAtFirst] = useState(isOpen);
  return (
    <details open={isOpenAtFirst} className={className}>
      {children}
    </details>
  );
}
