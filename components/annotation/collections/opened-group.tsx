"use client";

import { type ReactNode, useState } from "react";

/**
 * A group that is open or closed when the page is loaded, and then changes only by a click: the result of a form in the
 * group must stay visible even if the form changed the state that determined whether it was open.
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
