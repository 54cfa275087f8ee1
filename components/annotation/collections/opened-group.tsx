"use client";

import { type ReactNode, useState } from "react";

/**
 * A collapsible group. `isOpen` is only its initial state; later only clicks open or close the group. The result of a
 * form in the group therefore stays visible even if submitting the form changes `isOpen`.
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
