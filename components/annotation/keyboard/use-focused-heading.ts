"use client";

import { type RefObject, useEffect, useRef } from "react";

/** The ref of an item's heading. The heading is focused when the item is shown, and the page scrolls to the top. */
export function useFocusedHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return heading;
}
