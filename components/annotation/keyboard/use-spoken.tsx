"use client";

import { type ReactNode, useCallback, useState } from "react";

/** A live region for screen readers: returns its element and the function that announces a text. */
export function useAnnouncement(): [ReactNode, (text: string) => void] {
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
