"use client";

import { type ReactNode, useCallback, useState } from "react";

/** The text that screen readers announce: the element that contains it, and the function that changes it. */
export function useSpoken(): [ReactNode, (text: string) => void] {
  const [spoken, setSpoken] = useState("");
  // A repeated message is announced only if the text changes in between.
  const say = useCallback((text: string) => setSpoken((before) => (before === text ? `${text}\u00a0` : text)), []);
  const element = (
    <p role="status" aria-live="polite" className="sr-only">
      {spoken}
    </p>
  );
  return [element, say];
}
