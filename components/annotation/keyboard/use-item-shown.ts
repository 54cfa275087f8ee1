"use client";

import { useEffect } from "react";
import { handInGuard } from "../../../lib/client/keyboard/submit-guard.ts";

/**
 * Tells the guard against double presses when the current item has been painted: the second animation frame follows the
 * paint.
 */
export function useItemShown(): void {
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => handInGuard.shown(performance.now()));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
