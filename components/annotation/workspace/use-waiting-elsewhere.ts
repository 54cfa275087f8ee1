"use client";

import { useEffect, useState } from "react";
import { countWaitingElsewhere, type WaitingElsewhere } from "../../../lib/client/journal/journal-record.ts";
import type { SessionHub } from "../../../lib/client/journal/session-hub.ts";

/** Interval at which the device is checked for unsent work, in milliseconds. */
const pollIntervalMs = 1_500;

/**
 * Unsent work on this device, without the given task. The device is polled, because other tabs and earlier visits also
 * leave unsent work. Null before the first check.
 */
export function useWaitingElsewhere(hub: SessionHub, taskId: string): WaitingElsewhere | null {
  const [waiting, setWaiting] = useState<WaitingElsewhere | null>(null);
  useEffect(() => {
    let isCancelled = false;
    const poll = () =>
      void hub.store
        .list()
        .catch(() => [])
        .then((records) => {
          if (isCancelled) return;
          const next = countWaitingElsewhere(records, taskId, hub.waitingReason(taskId));
          setWaiting((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
        });
    poll();
    const timer = setInterval(poll, pollIntervalMs);
    return () => {
      isCancelled = true;
      clearInterval(timer);
    };
  }, [hub, taskId]);
  return waiting;
}
