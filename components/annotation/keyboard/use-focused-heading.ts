"use client";

import { type RefObject, useEffect, useRef } from "react";

/** The heading of an item: it gets the focus when the item is shown, so that the keys are listened to from its top. */
export function useFocusedHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return heading;
}
