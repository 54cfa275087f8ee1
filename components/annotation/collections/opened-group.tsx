"use client";

import { type ReactNode, useState } from "react";

/**
 * A group that is open or closed when the page is loaded, and changes afterwards only by hand: the result of a form in
 * it must stay visible although the form changed the group's state.
 */
export function OpenedGroup({
  isOpen,
  className,
  children,
}: {
  /** Whether it is open initially. */
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
