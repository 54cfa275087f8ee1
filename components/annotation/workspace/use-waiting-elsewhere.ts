"use client";

import { useEffect, useState } from "react";
import { type WaitingElsewhere, waitingElsewhere } from "../../../lib/client/journal/journal-record.ts";
import type { SessionHub } from "../../../lib/client/journal/session-hub.ts";

/** How often the device is asked what still waits on it, in milliseconds. */
const pause = 1_500;

/**
 * What waits on this device besides one task, looked up again and again: other tabs and visits leave work there, too. Null
 * until the device was asked, when no one can say that nothing waits.
 */
export function useWaitingElsewhere(hub: SessionHub, taskId: string): WaitingElsewhere | null {
  const [waiting, setWaiting] = useState<WaitingElsewhere | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = () =>
      void hub.store
        .list()
        .catch(() => [])
        .then((records) => {
          if (isGone) return;
          const next = waitingElsewhere(records, taskId, hub.waitingReason(taskId));
          setWaiting((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
        });
    look();
    const timer = setInterval(look, pause);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [hub, taskId]);
  return waiting;
}
