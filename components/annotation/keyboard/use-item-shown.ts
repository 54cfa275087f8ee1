"use client";

import { useEffect } from "react";
import { submitGuard } from "../../../lib/client/keyboard/submit-guard.ts";

/**
 * Notifies the double-press guard when the current item has been painted, which is before the second animation frame.
 */
export function useItemShown(): void {
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => submitGuard.shown(performance.now()));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
