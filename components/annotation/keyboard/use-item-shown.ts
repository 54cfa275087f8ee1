"use client";

import { useEffect } from "react";
import { submitGuard } from "../../../lib/client/keyboard/submit-guard.ts";

/**
 * Tells the guard against double presses when the current item was painted, which is before the second animation frame.
 */
export function useNotifyItemShown(): void {
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => submitGuard.shown(performance.now()));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
