"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * Returns a ref for an item's heading. When an item is shown, its heading gets the focus and the page scrolls to the
 * top.
 */
export function useFocusedHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return heading;
}
