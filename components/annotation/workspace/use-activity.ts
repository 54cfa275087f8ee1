"use client";

import { useEffect } from "react";
import type { TaskSession } from "../../../lib/client/journal/task-session.ts";

/** Records activity for the paid time, saves when the page is hidden, and retries when the network is back. */
export function useActivity(session: TaskSession): void {
  useEffect(() => {
    const ping = () => session.meter.ping(Date.now());
    const handleVisibility = () => {
      if (document.visibilityState === "hidden") session.flush();
      else ping();
    };
    const retry = () => session.retry();
    ping();
    const events = ["keydown", "pointerdown", "pointermove", "scroll"] as const;
    for (const event of events) window.addEventListener(event, ping, { passive: true });
    document.addEventListener("visibilitychange", handleVisibility);
    window.addEventListener("online", retry);
    return () => {
      for (const event of events) window.removeEventListener(event, ping);
      document.removeEventListener("visibilitychange", handleVisibility);
      window.removeEventListener("online", retry);
    };
  }, [session]);
}
