"use client";

import { type ReactNode, useCallback, useState } from "react";

/** Returns a live region for screen readers, and a function that announces a text in it. */
export function useAnnouncement(): [ReactNode, (text: string) => void] {
  const [spoken, setSpoken] = useState("");
  // Screen readers announce a repeated message only if the text changes, so a space is appended.
  const say = useCallback((text: string) => setSpoken((before) => (before === text ? `${text}\u00a0` : text)), []);
  const element = (
    <p role="status" aria-live="polite" className="sr-only">
      {spoken}
    </p>
  );
  return [element, say];
}
